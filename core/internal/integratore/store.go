package integratore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.integratore in the platform database; each write, its facts and its line
// of the audit are one transaction.
type Store struct{ Piscine *db.Pools }

type record struct {
	ID       uuid.UUID `gorm:"primaryKey"`
	Tenant   string
	Nome     string
	Stato    string
	Versione int
}

// TableName is the table in the search path.
func (record) TableName() string { return "integratore" }

func (r record) integratore() Integratore {
	return Integratore{Tenant: r.Tenant, ID: r.ID.String(), Nome: r.Nome, Stato: r.Stato, Versione: r.Versione}
}

// Crea writes an integrator and gives its id.
func (s Store) Crea(ctx context.Context, i Integratore) (id string, esito voce.Esito, err error) {
	nuovoID, err := uuid.NewV7()
	if err != nil {
		return "", "", fmt.Errorf("integratore: %w", err)
	}
	err = voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		if err := voce.RichiedeTenant(tx, i.Tenant); err != nil {
			return err
		}
		nuova := record{ID: nuovoID, Tenant: i.Tenant, Nome: i.Nome, Stato: i.Stato, Versione: 1}
		presente, nuovo, err := voce.Inserisci(tx, nuova, "tenant = ? AND nome = ?", i.Tenant, i.Nome)
		if err != nil {
			return err
		}
		id = presente.ID.String()
		esito, err = voce.Concludi(ctx, tx, nuovo, presente.integratore().oggetto(), nil)
		return err
	})
	return id, esito, err
}

const trova = `SELECT FROM integratore WHERE tenant = ? AND id = ?`

// Modifica changes an integrator that has still the version given. A change of state goes to its
// accounts with it.
func (s Store) Modifica(ctx context.Context, i Integratore) (Integratore, error) {
	err := voce.Transazione(ctx, s.Piscine, func(tx *db.Tx) error {
		prima, err := blocca(tx, i)
		if err != nil {
			return err
		}
		u := tx.Exec(`UPDATE integratore SET nome = ?, stato = ?, versione = versione + 1 WHERE tenant = ? AND id = ? AND versione = ?::bigint`,
			i.Nome, i.Stato, i.Tenant, i.ID, i.Versione)
		if _, doppio := db.Duplicate(u.Error); doppio {
			return omonimo(i.Nome)
		}
		if u.Error != nil {
			return u.Error
		}
		if u.RowsAffected == 1 && prima != i.Stato {
			if err := avvisa(ctx, tx, i); err != nil {
				return err
			}
		}
		return voce.Modificata(ctx, tx, u.RowsAffected, i.oggetto(), voce.Trova(trova, i.Tenant, i.ID))
	})
	i.Versione++
	return i, err
}

// blocca locks an integrator and gives its state; empty when there is none. Its accounts come first, as
// for who changes one of them: the two never wait for each other.
func blocca(tx *db.Tx, i Integratore) (stato string, err error) {
	err = tx.Exec(`SELECT FROM operatore WHERE tenant = ? AND integratore = ? ORDER BY username FOR NO KEY UPDATE`, i.Tenant, i.ID).Error
	if err != nil {
		return "", err
	}
	err = tx.Raw(`SELECT stato FROM integratore WHERE tenant = ? AND id = ? FOR NO KEY UPDATE`, i.Tenant, i.ID).Row().Scan(&stato)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return stato, err
}

// avvisa makes the tokens of the accounts of an integrator worthless, ends their sessions, which must not
// come to life again when it is taken up, and tells every service.
func avvisa(ctx context.Context, tx *db.Tx, i Integratore) error {
	var utenze []string
	err := tx.Raw(`UPDATE operatore SET generazione = generazione + 1, generata = now() WHERE integratore = ? RETURNING username`, i.ID).
		Scan(&utenze).Error
	if err != nil {
		return err
	}
	azione, fatto := "SBLOCCATO", event.OperatoreCambiato
	if i.Stato == Cessato {
		azione, fatto = "BLOCCATO", event.OperatoreBloccato
	}
	for _, username := range utenze {
		if err := sessione.ChiudiDi(tx, username); err != nil {
			return err
		}
		if err := voce.Annota(ctx, tx, azione, voce.Oggetto{Tipo: "operatore", Tenant: i.Tenant, Chiave: username}); err != nil {
			return err
		}
		if err := tx.Publish(fatto(i.Tenant, username)); err != nil {
			return err
		}
	}
	return nil
}

// Trova reads an integrator and its accounts.
func (s Store) Trova(ctx context.Context, tenant, id string) (Scheda, error) {
	r, err := voce.Una[record](ctx, s.Piscine, Integratore{ID: id}.oggetto(), "tenant = ? AND id = ?", tenant, id)
	if err != nil {
		return Scheda{}, err
	}
	database, err := s.Piscine.Platform(ctx)
	if err != nil {
		return Scheda{}, err
	}
	utenze := []Utenza{}
	err = database.Gorm(ctx).Raw(`SELECT username, nome, cognome, stato FROM operatore WHERE integratore = ? ORDER BY username`, id).Scan(&utenze).Error
	return Scheda{Integratore: r.integratore(), Utenze: utenze}, db.Wrap("integratore", err)
}

// Elenca reads a page of integrators, and one more if there is.
func (s Store) Elenca(ctx context.Context, tenant string, f voce.Filtro) ([]Integratore, error) {
	database, err := s.Piscine.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var righe []record
	err = database.Gorm(ctx).Where("tenant = ? AND nome > ? AND nome ILIKE ?", tenant, f.Dopo, f.Simile()).
		Order("nome").Limit(f.Dimensione + 1).Find(&righe).Error
	letti := make([]Integratore, len(righe))
	for i, r := range righe {
		letti[i] = r.integratore()
	}
	return letti, db.Wrap("integratori", err)
}
