package agente

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.agente in the platform database; each write, its fact and its line of
// the audit are one transaction.
type Store struct{ Piscine *db.Pools }

type record struct {
	Tenant    string `gorm:"primaryKey"`
	Matricola string `gorm:"primaryKey"`
	Cognome   string
	Nome      string
	Reparto   string
	Operatore *string
	Stato     string
	Versione  int
}

// TableName is the table in the search path.
func (record) TableName() string { return "agente" }

func (r record) agente() Agente {
	return Agente{Tenant: r.Tenant, Matricola: r.Matricola, Cognome: r.Cognome, Nome: r.Nome, Reparto: r.Reparto,
		Operatore: voce.Vuoto(r.Operatore), Stato: r.Stato, Versione: r.Versione}
}

// Crea writes an officer.
func (s Store) Crea(ctx context.Context, a Agente) (esito voce.Esito, err error) {
	err = voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, a.Tenant); err != nil {
			return err
		}
		if err := ammesso(tx, a); err != nil {
			return err
		}
		nuova := record{Tenant: a.Tenant, Matricola: a.Matricola, Cognome: a.Cognome, Nome: a.Nome, Reparto: a.Reparto,
			Operatore: voce.Nullo(a.Operatore), Stato: a.Stato, Versione: 1}
		p, nuovo, err := voce.Inserisci(tx, nuova, "tenant = ? AND matricola = ?", a.Tenant, a.Matricola)
		if err != nil {
			return err
		}
		esito, err = voce.Concludi(ctx, tx, nuovo, a.oggetto(), voce.Diversa("L'agente", a.Matricola, a.campi(), p.agente().campi()))
		return err
	})
	return esito, err
}

// ammesso refuses a department or an account that the tenant has not and, for an officer in service, a
// department that has ceased and an account that another officer in service uses. The row of the
// account stays locked: of two officers who ask for it at the same time, one waits and is refused.
func ammesso(tx *db.Tx, a Agente) error {
	if err := voce.Richiede(tx, "reparto", a.Reparto, `SELECT FROM reparto WHERE tenant = ? AND codice = ?`, a.Tenant, a.Reparto); err != nil {
		return err
	}
	err := voce.Richiede(tx, "operatore", a.Operatore, `SELECT FROM operatore WHERE tenant = ? AND username = ? FOR NO KEY UPDATE`, a.Tenant, a.Operatore)
	if err != nil || a.Stato != Attivo {
		return err
	}
	if err := voce.RichiedeReparto(tx, a.Tenant, a.Reparto); err != nil || a.Operatore == "" {
		return err
	}
	var altri []string
	err = tx.Raw(`SELECT matricola FROM agente WHERE tenant = ? AND operatore = ? AND stato = 'ATTIVO' AND matricola <> ? LIMIT 1`,
		a.Tenant, a.Operatore, a.Matricola).Scan(&altri).Error
	if err == nil && len(altri) > 0 {
		return impegnato(a.Operatore, altri[0])
	}
	return err
}

const trova = `SELECT FROM agente WHERE tenant = ? AND matricola = ?`

// Modifica changes an officer who has still the version given.
func (s Store) Modifica(ctx context.Context, a Agente) (Agente, error) {
	err := voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		attuale := tx.Exec(trova+` AND versione = ?::bigint FOR NO KEY UPDATE`, a.Tenant, a.Matricola, a.Versione)
		if attuale.Error != nil {
			return attuale.Error
		}
		if attuale.RowsAffected == 0 {
			return voce.Mancata(tx, a.oggetto(), voce.Trova(trova, a.Tenant, a.Matricola))
		}
		if err := ammesso(tx, a); err != nil {
			return err
		}
		u := tx.Exec(`UPDATE agente SET cognome = ?, nome = ?, reparto = ?, operatore = ?, stato = ?, versione = versione + 1
			WHERE tenant = ? AND matricola = ? AND versione = ?::bigint`,
			a.Cognome, a.Nome, a.Reparto, voce.Nullo(a.Operatore), a.Stato, a.Tenant, a.Matricola, a.Versione)
		if u.Error != nil {
			return u.Error
		}
		return voce.Modificata(ctx, tx, u.RowsAffected, a.oggetto(), voce.Trova(trova, a.Tenant, a.Matricola))
	})
	a.Versione++
	return a, err
}

// Trova reads an officer.
func (s Store) Trova(ctx context.Context, tenant, matricola string) (Agente, error) {
	r, err := voce.Una[record](ctx, s.Piscine, Agente{Matricola: matricola}.oggetto(), "tenant = ? AND matricola = ?", tenant, matricola)
	return r.agente(), err
}

// Elenca reads a page of officers, and one more if there is.
func (s Store) Elenca(ctx context.Context, tenant string, f voce.Filtro) ([]Agente, error) {
	database, err := s.Piscine.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var righe []record
	err = database.Gorm(ctx).Where("tenant = ? AND matricola > ? AND (matricola ILIKE ? OR cognome || ' ' || nome ILIKE ? OR operatore ILIKE ?)",
		tenant, f.Dopo, f.Simile(), f.Simile(), f.Simile()).
		Order("matricola").Limit(f.Dimensione + 1).Find(&righe).Error
	letti := make([]Agente, len(righe))
	for i, r := range righe {
		letti[i] = r.agente()
	}
	return letti, db.Wrap("agenti", err)
}
