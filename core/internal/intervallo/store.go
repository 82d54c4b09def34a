package intervallo

import (
	"context"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.intervallo; each write, its fact and its line of the audit are one
// transaction.
type Store struct{ Pools *db.Pools }

// CodiceFiscale gives the creditor's tax code of a tenant.
func (s Store) CodiceFiscale(ctx context.Context, nome string) (cf string, err error) {
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, nome); err != nil {
			return err
		}
		return tx.Raw(`SELECT codice_fiscale FROM tenant WHERE nome = ?`, nome).Scan(&cf).Error
	})
	return cf, err
}

// Crea writes a range unless it overlaps another: two ranges overlap when the prefix of one begins the
// prefix of the other. One writer at a time, so that two overlapping ones cannot pass.
func (s Store) Crea(ctx context.Context, i Intervallo) (creato Intervallo, esito voce.Esito, err error) {
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, i.Tenant); err != nil {
			return err
		}
		if err := tx.Exec(`LOCK TABLE intervallo IN SHARE ROW EXCLUSIVE MODE`).Error; err != nil {
			return err
		}
		var altro Intervallo
		err := tx.Where(`tipo = ? AND codice_fiscale_ente = ? AND segregazione = ? AND (starts_with(prefisso, ?) OR starts_with(?, prefisso))`,
			i.Tipo, i.CodiceFiscaleEnte, i.Segregazione, i.Prefisso, i.Prefisso).Order("id").Take(&altro).Error
		switch {
		case err == nil && altro.Tenant == i.Tenant && altro.Prefisso == i.Prefisso:
			creato, esito = altro.conEsempio(), voce.GiaPresente
			return nil
		case err == nil:
			return sovrapposto(i, altro.Prefisso)
		case !db.Missing(err):
			return err
		}
		if err := tx.Create(&i).Error; err != nil {
			return err
		}
		creato = i.conEsempio()
		esito, err = voce.Concludi(ctx, tx, true, i.oggetto(), nil)
		return err
	})
	return creato, esito, err
}

// Trova reads a range of a tenant.
func (s Store) Trova(ctx context.Context, tenant string, id int64) (Intervallo, error) {
	o := voce.Oggetto{Tipo: "intervallo", Chiave: strconv.FormatInt(id, 10)}
	i, err := voce.Una[Intervallo](ctx, s.Pools, o, "tenant = ? AND id = ?", tenant, id)
	return i.conEsempio(), err
}

// Elenca reads a page of ranges, and one more if there is.
func (s Store) Elenca(ctx context.Context, tenant string, f voce.Filtro) ([]Intervallo, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	dopo, _ := strconv.ParseInt(f.Dopo, 10, 64) // a text that is no number is the beginning
	var letti []Intervallo
	err = database.Gorm(ctx).Where("tenant = ? AND id > ? AND (starts_with(prefisso, ?) OR starts_with(codice_fiscale_ente, ?))", tenant, dopo, f.Cerca, f.Cerca).
		Order("id").Limit(f.Dimensione + 1).Find(&letti).Error
	for i := range letti {
		letti[i] = letti[i].conEsempio()
	}
	return letti, db.Wrap("intervalli", err)
}
