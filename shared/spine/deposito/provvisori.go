package deposito

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// formaProvvisorio is how the library calls a file that it is writing: the final name, a time and an end.
var formaProvvisorio = regexp.MustCompile(`^[0-9a-f]{64}(` + regexp.QuoteMeta(accantonato) + `)?\.[0-9a-f]+\.tmp$`)

// TogliProvvisori deletes what writers that died have left half written in a tenant's folder and nobody has
// touched since a moment, and gives how many there were. Other stores keep nothing of a writing that did not end.
func (d *Deposito) TogliProvvisori(ctx context.Context, tenant string, primaDi time.Time) (tolti int, err error) {
	if !formaTenant.MatchString(tenant) {
		return 0, fmt.Errorf("tenant: %w", ErrChiave)
	}
	if d.cartella == "" {
		return 0, nil
	}
	cartella := filepath.Join(d.cartella, tenant)
	voci, err := os.ReadDir(cartella)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil // it has no documents yet
	}
	for _, v := range voci {
		if v.IsDir() || !formaProvvisorio.MatchString(v.Name()) {
			continue
		}
		i, errFile := v.Info()
		if errFile == nil && i.ModTime().Before(primaDi) {
			if errFile = os.Remove(filepath.Join(cartella, v.Name())); errFile == nil {
				tolti++
			}
		}
		if errors.Is(errFile, fs.ErrNotExist) {
			continue // its writer has ended in the meantime
		}
		if err = errors.Join(errFile, ctx.Err()); err != nil {
			break
		}
	}
	if err != nil {
		return tolti, fmt.Errorf("file provvisori del deposito di %s: %w", tenant, err)
	}
	return tolti, nil
}
