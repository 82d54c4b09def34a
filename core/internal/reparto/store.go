package reparto

import (
	"context"
	"database/sql"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.reparto in the platform database; each write, its fact and its line of
// the audit are one transaction.
type Store struct{ Piscine *db.Pools }

type record struct {
	ID          int64 `gorm:"primaryKey;->"`
	Tenant      *string
	Codice      string
	Descrizione string
	Stato       string
	Versione    int
}

// TableName is the table in the search path.
func (record) TableName() string { return "reparto" }

func (r record) reparto() Reparto {
	return Reparto{Tenant: voce.Vuoto(r.Tenant), Codice: r.Codice, Descrizione: r.Descrizione, Stato: r.Stato, Versione: r.Versione}
}

// Crea writes a department.
func (s Store) Crea(ctx context.Context, r Reparto) (esito voce.Esito, err error) {
	err = voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, r.Tenant); err != nil {
			return err
		}
		nuova := record{Tenant: voce.Nullo(r.Tenant), Codice: r.Codice, Descrizione: r.Descrizione, Stato: r.Stato, Versione: 1}
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
	trova = `SELECT FROM reparto WHERE tenant = ? AND codice = ?`
	conta = `SELECT (SELECT count(*) FROM operatore WHERE tenant = @tenant AND reparto = @codice AND stato = 'ATTIVO'),
		(SELECT count(*) FROM agente WHERE tenant = @tenant AND reparto = @codice AND stato = 'ATTIVO')`
)

// Modifica changes a department that has still the version given.
func (s Store) Modifica(ctx context.Context, r Reparto) (Reparto, error) {
	err := voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		u := tx.Exec(`UPDATE reparto SET descrizione = ?, stato = ?, versione = versione + 1 WHERE tenant = ? AND codice = ? AND versione = ?::bigint`,
			r.Descrizione, r.Stato, r.Tenant, r.Codice, r.Versione)
		if u.Error != nil {
			return u.Error
		}
		if r.Stato == Cessato { // after the lock on the row: who joins it meanwhile waits, and is refused
			if err := libero(tx, r); err != nil {
				return err
			}
		}
		return voce.Modificata(ctx, tx, u.RowsAffected, r.oggetto(), voce.Trova(trova, r.Tenant, r.Codice))
	})
	r.Versione++
	return r, err
}

// libero refuses the end of a department that somebody active belongs to.
func libero(tx *db.Tx, r Reparto) error {
	var operatori, agenti int64
	if err := tx.Raw(conta, sql.Named("tenant", r.Tenant), sql.Named("codice", r.Codice)).Row().Scan(&operatori, &agenti); err != nil {
		return err
	}
	if operatori+agenti > 0 {
		return occupato(operatori, agenti)
	}
	return nil
}

// Trova reads a department.
func (s Store) Trova(ctx context.Context, tenant, codice string) (Reparto, error) {
	r, err := voce.Una[record](ctx, s.Piscine, Reparto{Codice: codice}.oggetto(), "tenant = ? AND codice = ?", tenant, codice)
	return r.reparto(), err
}

// Elenca reads a page of departments, and one more if there is; an empty tenant is the platform.
func (s Store) Elenca(ctx context.Context, tenant string, f voce.Filtro) ([]Reparto, error) {
	return s.leggi(ctx, f.Dimensione+1, "tenant IS NOT DISTINCT FROM ? AND codice > ? AND (codice ILIKE ? OR descrizione ILIKE ?)",
		voce.Nullo(tenant), f.Dopo, f.Simile(), f.Simile())
}

// Attivi reads the departments in use.
func (s Store) Attivi(ctx context.Context, tenant string) ([]Reparto, error) {
	return s.leggi(ctx, -1, "tenant = ? AND stato = ?", tenant, Attivo)
}

func (s Store) leggi(ctx context.Context, massimo int, dove string, args ...any) ([]Reparto, error) {
	database, err := s.Piscine.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var righe []record
	err = database.Gorm(ctx).Where(dove, args...).Order("codice").Limit(massimo).Find(&righe).Error
	letti := make([]Reparto, len(righe))
	for i, r := range righe {
		letti[i] = r.reparto()
	}
	return letti, db.Wrap("reparti", err)
}
