package deposito

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gocloud.dev/blob"
)

// paginaElenco is large because a folder is walked from its start for every page; S3 cuts it to
// its own limit.
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
