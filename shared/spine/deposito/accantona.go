package deposito

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"gocloud.dev/gcerrors"
)

// accantonato ends the key of a document that was set aside.
const accantonato = ".orfano"

// Accantona sets aside a document that no row names and that was last stored before a moment: it leaves the
// inventory, and Leggi finds it all the same. So a sweep that decides while the row is being written loses
// nothing: a file set aside that a row names after all is put back. One process at a time does it for a tenant.
// False: it is younger, or not there. A file that is ErrCorrotto is a copy of no document, and stays where
// they are.
func (d *Deposito) Accantona(ctx context.Context, tenant, sha string, primaDi time.Time) (bool, error) {
	chiave, err := chiaveDi(tenant, sha)
	if err != nil {
		return false, err
	}
	if vecchio, err := d.vecchio(ctx, chiave, primaDi); !vecchio || err != nil {
		return false, err
	}
	contenuto, err := d.bucket.ReadAll(ctx, chiave)
	if err != nil {
		return false, tradotto("lettura", chiave, err)
	}
	if impronta(contenuto) != sha {
		return false, fmt.Errorf("%s: %w", chiave, ErrCorrotto)
	}
	if err := d.scriviFisso(ctx, tenant, chiave+accantonato, contenuto); err != nil {
		return false, err
	}
	if vecchio, err := d.vecchio(ctx, chiave, primaDi); !vecchio || err != nil { // stored again meanwhile: the copy does no harm
		return false, err
	}
	return true, d.togli(ctx, tenant, chiave)
}

func (d *Deposito) vecchio(ctx context.Context, chiave string, primaDi time.Time) (bool, error) {
	a, err := d.bucket.Attributes(ctx, chiave)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return false, nil
	}
	if err != nil {
		return false, tradotto("ricerca", chiave, err)
	}
	return a.ModTime.Before(primaDi), nil
}

// Ripristina puts back a document that was set aside.
func (d *Deposito) Ripristina(ctx context.Context, tenant, sha string) error {
	contenuto, err := d.Leggi(ctx, tenant, sha)
	if err != nil {
		return err
	}
	if _, err := d.Metti(ctx, tenant, contenuto, ""); err != nil {
		return err
	}
	return d.Scarta(ctx, tenant, sha)
}

// Scarta deletes for good a file set aside; nothing where there is none.
func (d *Deposito) Scarta(ctx context.Context, tenant, sha string) error {
	chiave, err := chiaveDi(tenant, sha)
	if err != nil {
		return err
	}
	return d.togli(ctx, tenant, chiave+accantonato)
}

// ElencaAccantonati is Elenca of the files set aside; Scritto is when.
func (d *Deposito) ElencaAccantonati(ctx context.Context, tenant string, visita func(Voce) error) error {
	return d.elenca(ctx, tenant, accantonato, visita)
}

func (d *Deposito) scriviFisso(ctx context.Context, tenant, chiave string, contenuto []byte) error {
	err := d.scrivi(ctx, chiave, tipoIgnoto, contenuto)
	if err == nil {
		err = d.fissaCartelle(tenant)
	}
	if err != nil {
		return fmt.Errorf("scrittura di %s nel deposito: %w", chiave, err)
	}
	return nil
}

func (d *Deposito) togli(ctx context.Context, tenant, chiave string) error {
	err := d.bucket.Delete(ctx, chiave)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	if err == nil && d.durevole {
		err = fissa(filepath.Join(d.cartella, tenant))
	}
	if err != nil {
		return fmt.Errorf("cancellazione di %s dal deposito: %w", chiave, err)
	}
	return nil
}
