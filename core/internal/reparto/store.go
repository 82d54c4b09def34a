package reparto

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.reparto in the platform database; each write, its fact and its line of
// the audit are one transaction.
type Store struct{ Piscine *db.Piscine }

type riga struct {
	ID          int64 `gorm:"primaryKey;->"`
	Tenant      *string
	Codice      string
	Descrizione string
	Stato       string
	Versione    int
}

// TableName is the table in the search path.
func (riga) TableName() string { return "reparto" }

func (r riga) reparto() Reparto {
	return Reparto{Tenant: voce.Vuoto(r.Tenant), Codice: r.Codice, Descrizione: r.Descrizione, Stato: r.Stato, Versione: r.Versione}
}

// Crea writes a department.
func (s Store) Crea(ctx context.Context, r Reparto) (esito voce.Esito, err error) {
	err = voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, r.Tenant); err != nil {
			return err
		}
		nuova := riga{Tenant: voce.Nullo(r.Tenant), Codice: r.Codice, Descrizione: r.Descrizione, Stato: r.Stato, Versione: 1}
		presente, nuovo, err := voce.Inserisci(tx, nuova, "tenant IS NOT DISTINCT FROM ? AND codice = ?", nuova.Tenant, r.Codice)
		if err != nil {
			return err
		}
		esito, err = voce.Concludi(ctx, tx, nuovo, r.oggetto(), voce.Diversa("Il reparto", r.Codice, r.campi(), presente.reparto().campi()))
		return err
	})
	return esito, err
}

const (
	trova  = `SELECT FROM reparto WHERE tenant = ? AND codice = ?`
	attivi = `SELECT count(*) FROM operatore WHERE tenant = ? AND reparto = ? AND stato = 'ATTIVO'`
)

// Modifica changes a department that has still the version given.
func (s Store) Modifica(ctx context.Context, r Reparto) (Reparto, error) {
	err := voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		u := tx.Exec(`UPDATE reparto SET descrizione = ?, stato = ?, versione = versione + 1 WHERE tenant = ? AND codice = ? AND versione = ?`,
			r.Descrizione, r.Stato, r.Tenant, r.Codice, r.Versione)
		if u.Error != nil {
			return u.Error
		}
		if r.Stato == Cessato { // after the lock on the row: who joins it meanwhile waits, and is refused
			var quanti int64
			if err := tx.Raw(attivi, r.Tenant, r.Codice).Scan(&quanti).Error; err != nil {
				return err
			}
			if quanti > 0 {
				return occupato(quanti)
			}
		}
		return voce.Modificata(ctx, tx, u.RowsAffected, r.oggetto(), trova, r.Tenant, r.Codice)
	})
	r.Versione++
	return r, err
}

// Trova reads a department.
func (s Store) Trova(ctx context.Context, tenant, codice string) (Reparto, error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return Reparto{}, err
	}
	var r riga
	err = banca.Gorm(ctx).Take(&r, "tenant = ? AND codice = ?", tenant, codice).Error
	if db.Assente(err) {
		return Reparto{}, problem.NonTrovato("reparto", codice)
	}
	return r.reparto(), db.Errore("reparto", err)
}

// Elenca reads a page of departments, and one more if there is.
func (s Store) Elenca(ctx context.Context, tenant string, f voce.Filtro) ([]Reparto, error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return nil, err
	}
	var righe []riga
	err = banca.Gorm(ctx).Where("tenant = ? AND codice > ? AND (codice ILIKE ? OR descrizione ILIKE ?)", tenant, f.Dopo, f.Simile(), f.Simile()).
		Order("codice").Limit(f.Dimensione + 1).Find(&righe).Error
	letti := make([]Reparto, len(righe))
	for i, r := range righe {
		letti[i] = r.reparto()
	}
	return letti, db.Errore("reparti", err)
}
