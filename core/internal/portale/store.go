package portale

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.portale in the platform database; each write, its fact and its line of
// the audit are one transaction.
type Store struct{ Piscine *db.Pools }

type record struct {
	Codice   string `gorm:"primaryKey"`
	Tenant   string
	Tipo     string
	Stato    string
	Versione int
}

// TableName is the table in the search path.
func (record) TableName() string { return "portale" }

func (r record) portale() Portale {
	return Portale{Tenant: r.Tenant, Codice: r.Codice, Tipo: r.Tipo, Stato: r.Stato, Versione: r.Versione}
}

// Crea writes a portal.
func (s Store) Crea(ctx context.Context, p Portale) (esito voce.Esito, err error) {
	err = voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, p.Tenant); err != nil {
			return err
		}
		nuova := record{Codice: p.Codice, Tenant: p.Tenant, Tipo: p.Tipo, Stato: p.Stato, Versione: 1}
		presente, nuovo, err := voce.Inserisci(tx, nuova, "codice = ?", p.Codice)
		if err != nil {
			return err
		}
		if presente.Tenant != p.Tenant {
			return occupato(p.Codice)
		}
		esito, err = voce.Concludi(ctx, tx, nuovo, p.oggetto(), voce.Diversa("Il portale", p.Codice, p.campi(), presente.portale().campi()))
		return err
	})
	return esito, err
}

const trova = `SELECT FROM portale WHERE tenant = ? AND codice = ?`

// Modifica changes the state of a portal that has still the version given, and gives it as it is then.
func (s Store) Modifica(ctx context.Context, p Portale) (cambiato Portale, err error) {
	err = voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		var r record
		u := tx.Raw(`UPDATE portale SET stato = ?, versione = versione + 1 WHERE tenant = ? AND codice = ? AND versione = ?::bigint RETURNING *`,
			p.Stato, p.Tenant, p.Codice, p.Versione).Scan(&r)
		if u.Error != nil {
			return u.Error
		}
		cambiato = r.portale()
		return voce.Modificata(ctx, tx, u.RowsAffected, p.oggetto(), voce.Trova(trova, p.Tenant, p.Codice))
	})
	return cambiato, err
}

// Trova reads a portal.
func (s Store) Trova(ctx context.Context, tenant, codice string) (Portale, error) {
	r, err := voce.Una[record](ctx, s.Piscine, Portale{Codice: codice}.oggetto(), "tenant = ? AND codice = ?", tenant, codice)
	return r.portale(), err
}

// Elenca reads a page of portals, and one more if there is.
func (s Store) Elenca(ctx context.Context, tenant string, f voce.Filtro) ([]Portale, error) {
	database, err := s.Piscine.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var righe []record
	err = database.Gorm(ctx).Where("tenant = ? AND codice > ? AND (codice ILIKE ? OR tipo ILIKE ?)", tenant, f.Dopo, f.Simile(), f.Simile()).
		Order("codice").Limit(f.Dimensione + 1).Find(&righe).Error
	letti := make([]Portale, len(righe))
	for i, r := range righe {
		letti[i] = r.portale()
	}
	return letti, db.Wrap("portali", err)
}
