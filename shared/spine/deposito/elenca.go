package deposito

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
)

// paginaElenco is more than S3 gives at once: it cuts it to its own limit.
const paginaElenco = 100_000

// Elenca calls visita for every document of the tenant, in the order of their hashes, for the sweep
// of orphans and for inventories. Whatever is not a document (the temporary file of a writer at
// work or dead) is passed over. It stops at the first error of visita and returns it.
func (d *Deposito) Elenca(ctx context.Context, tenant string, visita func(Voce) error) error {
	return d.elenca(ctx, tenant, "", visita)
}

// elenca visits the documents whose key ends so after the hash.
func (d *Deposito) elenca(ctx context.Context, tenant, coda string, visita func(Voce) error) error {
	if !formaTenant.MatchString(tenant) {
		return fmt.Errorf("tenant: %w", ErrChiave)
	}
	if d.cartella != "" {
		return d.elencaCartella(ctx, tenant, coda, visita)
	}
	opzioni := &blob.ListOptions{Prefix: tenant + "/"}
	for pagina := blob.FirstPageToken; pagina != nil; {
		voci, prossima, err := d.bucket.ListPage(ctx, pagina, paginaElenco, opzioni)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("elenco del deposito di %s: %w", tenant, err)
		}
		if err := visitaPagina(tenant, coda, voci, visita); err != nil {
			return err
		}
		pagina = prossima
	}
	return nil
}

// elencaCartella reads the folder itself: the library fails when a file goes away while it looks, as the
// temporary file of each writer does.
func (d *Deposito) elencaCartella(ctx context.Context, tenant, coda string, visita func(Voce) error) error {
	file, err := os.ReadDir(filepath.Join(d.cartella, tenant))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it has no documents yet
	}
	if err != nil {
		return fmt.Errorf("elenco del deposito di %s: %w", tenant, err)
	}
	for _, f := range file {
		sha, suo := strings.CutSuffix(f.Name(), coda)
		if !suo || f.IsDir() || !formaSHA256.MatchString(sha) {
			continue
		}
		i, err := f.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // it has gone in the meantime
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return fmt.Errorf("elenco del deposito di %s: %w", tenant, err)
		}
		if err := visita(Voce{Riferimento{tenant, sha, i.Size()}, i.ModTime()}); err != nil {
			return err
		}
	}
	return nil
}

func visitaPagina(tenant, coda string, voci []*blob.ListObject, visita func(Voce) error) error {
	for _, o := range voci {
		sha, suo := strings.CutSuffix(strings.TrimPrefix(o.Key, tenant+"/"), coda)
		if o.IsDir || !suo || !formaSHA256.MatchString(sha) {
			continue
		}
		if err := visita(Voce{Riferimento{tenant, sha, o.Size}, o.ModTime}); err != nil {
			return err
		}
	}
	return nil
}
