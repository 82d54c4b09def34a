package deposito

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"os"
	"path/filepath"

	"gocloud.dev/blob"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const tipoIgnoto = "application/octet-stream"

// Metti stores a document under the hash of its bytes and gives its reference. The same content
// again takes no more room: it replaces itself in one step, which heals a damaged copy and makes it
// young again, so that a sweep of old orphans cannot take it before the row that names it is
// committed. tipoMIME is kept where the store can (S3); empty means unknown bytes. Readers see the
// whole document or none, also when the writer dies in the middle. A store that cannot take it (full, read-only,
// away) is a part that is away, 503 DEPOSITO_NON_DISPONIBILE: work waits for it, and nobody takes it for the database.
func (d *Deposito) Metti(ctx context.Context, tenant string, contenuto []byte, tipoMIME string) (Riferimento, error) {
	r := Riferimento{Tenant: tenant, SHA256: impronta(contenuto), Byte: int64(len(contenuto))}
	chiave, err := chiaveDi(tenant, r.SHA256)
	if err != nil {
		return Riferimento{}, err
	}
	if tipoMIME == "" {
		tipoMIME = tipoIgnoto
	}
	if _, _, err := mime.ParseMediaType(tipoMIME); err != nil {
		return Riferimento{}, fmt.Errorf("scrittura di %s nel deposito: tipo %q: %w", chiave, tipoMIME, err)
	}
	err = d.scrivi(ctx, chiave, tipoMIME, contenuto)
	if err == nil {
		err = d.fissaCartelle(tenant)
	}
	if err != nil {
		err = fmt.Errorf("scrittura di %s nel deposito: %w", chiave, err)
		if ctx.Err() == nil {
			err = problem.NonDisponibile("DEPOSITO_NON_DISPONIBILE", "Il deposito dei documenti non riesce a scrivere.").With(err)
		}
		return Riferimento{}, err
	}
	return r, nil
}

func (d *Deposito) scrivi(ctx context.Context, chiave, tipoMIME string, contenuto []byte) error {
	ctx, annulla := context.WithCancel(ctx)
	defer annulla()
	var file *os.File
	w, err := d.bucket.NewWriter(ctx, chiave, &blob.WriterOptions{
		ContentType: tipoMIME,
		BeforeWrite: func(as func(any) bool) error {
			if d.durevole && !as(&file) {
				return os.ErrInvalid
			}
			return nil
		},
	})
	if err != nil {
		return err
	}
	if err := riempi(w, file, contenuto); err != nil {
		// A cancelled writer drops what it has instead of publishing it.
		annulla()
		_ = w.Close()
		return err
	}
	return w.Close()
}

func riempi(w *blob.Writer, file *os.File, contenuto []byte) error {
	if _, err := w.Write(contenuto); err != nil {
		return err
	}
	if file == nil {
		return nil
	}
	return file.Sync()
}

// fissaCartelle puts on disk the rename that published a document, and once per tenant the entry
// of its folder. Those that published at the same time share the flush, which begins after the renames of all.
func (d *Deposito) fissaCartelle(tenant string) error {
	if !d.durevole {
		return nil
	}
	err := errNonFissata
	d.fissaggi.Do(tenant, &err, func(insieme []*error, _ func()) {
		fatto := d.fissaCartella(tenant)
		for _, e := range insieme {
			*e = fatto
		}
	})
	return err
}

// errNonFissata is left to who waits for a flush that broke down.
var errNonFissata = errors.New("cartella del deposito non scritta sul disco")

func (d *Deposito) fissaCartella(tenant string) error {
	if err := fissa(filepath.Join(d.cartella, tenant)); err != nil {
		return err
	}
	if _, visto := d.visti.Load(tenant); visto {
		return nil
	}
	if err := fissa(d.cartella); err != nil {
		return err
	}
	d.visti.Store(tenant, struct{}{})
	return nil
}

func fissa(cartella string) error {
	f, err := os.Open(cartella)
	if err != nil {
		return err
	}
	errSync := f.Sync()
	if err := f.Close(); err != nil {
		return err
	}
	return errSync
}
