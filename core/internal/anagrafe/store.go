package anagrafe

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store writes the register in the platform database; each write and its fact are one transaction.
type Store struct{ Piscine *db.Piscine }

// transazione runs f in the platform database.
func (s Store) transazione(ctx context.Context, f func(*db.Tx) error) error {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return err
	}
	return banca.Transazione(ctx, f)
}

// inserisci writes a row unless its key is taken; then dove finds the row that is there.
func inserisci[T any](tx *db.Tx, nuova T, dove string, args ...any) (presente T, nuovo bool, err error) {
	r := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&nuova)
	if r.Error != nil || r.RowsAffected == 1 {
		return nuova, r.Error == nil, r.Error
	}
	err = tx.Where(dove, args...).Take(&presente).Error
	return presente, false, err
}

// richiede refuses a tenant, department or account that is not in the register.
func richiede(tx *db.Tx, campo, valore, sql string, args ...any) error {
	if valore == "" {
		return nil
	}
	var esiste bool
	if err := tx.Raw(`SELECT EXISTS (`+sql+`)`, args...).Scan(&esiste).Error; err != nil {
		return err
	}
	if !esiste {
		return problem.CampoNonValido(campo, valore+" non è registrato")
	}
	return nil
}

// RichiedeTenant refuses an unknown tenant; empty is the platform itself.
func RichiedeTenant(tx *db.Tx, nome string) error {
	return richiede(tx, "tenant", nome, `SELECT FROM tenant WHERE nome = ? AND banca_pronta`, nome)
}

// RichiedeReparto refuses a department that the tenant does not have.
func RichiedeReparto(tx *db.Tx, nome, codice string) error {
	return richiede(tx, "reparto", codice, `SELECT FROM reparto WHERE tenant IS NOT DISTINCT FROM ? AND codice = ?`, nullo(nome), codice)
}

// nullo is NULL for the empty string.
func nullo(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func vuoto(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

type rigaReparto struct {
	ID          int64 `gorm:"primaryKey;->"`
	Tenant      *string
	Codice      string
	Descrizione string
}

// TableName is the table in the search path.
func (rigaReparto) TableName() string { return "reparto" }

// CreaReparto writes a department.
func (s Store) CreaReparto(ctx context.Context, r Reparto) (esito voce.Esito, err error) {
	err = s.transazione(ctx, func(tx *db.Tx) error {
		if err := RichiedeTenant(tx, r.Tenant); err != nil {
			return err
		}
		presente, nuovo, err := inserisci(tx, rigaReparto{Tenant: nullo(r.Tenant), Codice: r.Codice, Descrizione: r.Descrizione},
			"tenant IS NOT DISTINCT FROM ? AND codice = ?", nullo(r.Tenant), r.Codice)
		if err != nil {
			return err
		}
		esito, err = concludi(tx, nuovo, r.Tenant, voce.Diversa("Il reparto", r.Codice, r.campi(), Reparto{Descrizione: presente.Descrizione}.campi()))
		return err
	})
	return esito, err
}

// concludi publishes the fact of a new entry; for one already there it gives the difference, if any.
func concludi(tx *db.Tx, nuovo bool, tenant string, diversa error) (voce.Esito, error) {
	if !nuovo {
		return voce.GiaPresente, diversa
	}
	return voce.Creata, tx.Pubblica(evento.AnagrafeCambiata(tenant))
}

type rigaIntegratore struct {
	ID     uuid.UUID `gorm:"primaryKey"`
	Tenant string
	Nome   string
}

// TableName is the table in the search path.
func (rigaIntegratore) TableName() string { return "integratore" }

// CreaIntegratore writes an integrator and gives its id.
func (s Store) CreaIntegratore(ctx context.Context, i Integratore) (id string, esito voce.Esito, err error) {
	nuovoID, err := uuid.NewV7()
	if err != nil {
		return "", "", fmt.Errorf("anagrafe: %w", err)
	}
	err = s.transazione(ctx, func(tx *db.Tx) error {
		if err := RichiedeTenant(tx, i.Tenant); err != nil {
			return err
		}
		presente, nuovo, err := inserisci(tx, rigaIntegratore{ID: nuovoID, Tenant: i.Tenant, Nome: i.Nome},
			"tenant = ? AND nome = ?", i.Tenant, i.Nome)
		if err != nil {
			return err
		}
		id = presente.ID.String()
		esito, err = concludi(tx, nuovo, i.Tenant, nil)
		return err
	})
	return id, esito, err
}

type rigaAgente struct {
	Tenant    string `gorm:"primaryKey"`
	Matricola string `gorm:"primaryKey"`
	Cognome   string
	Nome      string
	Reparto   string
	Operatore *string
}

// TableName is the table in the search path.
func (rigaAgente) TableName() string { return "agente" }

// CreaAgente writes an officer.
func (s Store) CreaAgente(ctx context.Context, a Agente) (esito voce.Esito, err error) {
	err = s.transazione(ctx, func(tx *db.Tx) error {
		if err := agenteAmmesso(tx, a); err != nil {
			return err
		}
		p, nuovo, err := inserisci(tx, rigaAgente{Tenant: a.Tenant, Matricola: a.Matricola, Cognome: a.Cognome, Nome: a.Nome,
			Reparto: a.Reparto, Operatore: nullo(a.Operatore)}, "tenant = ? AND matricola = ?", a.Tenant, a.Matricola)
		if err != nil {
			return err
		}
		presente := Agente{Cognome: p.Cognome, Nome: p.Nome, Reparto: p.Reparto, Operatore: vuoto(p.Operatore)}
		esito, err = concludi(tx, nuovo, a.Tenant, voce.Diversa("L'agente", a.Matricola, a.campi(), presente.campi()))
		return err
	})
	return esito, err
}

func agenteAmmesso(tx *db.Tx, a Agente) error {
	if err := RichiedeTenant(tx, a.Tenant); err != nil {
		return err
	}
	if err := RichiedeReparto(tx, a.Tenant, a.Reparto); err != nil {
		return err
	}
	return richiede(tx, "operatore", a.Operatore, `SELECT FROM operatore WHERE tenant = ? AND username = ?`, a.Tenant, a.Operatore)
}

type rigaPortale struct {
	Codice string `gorm:"primaryKey"`
	Tenant string
	Tipo   string
}

// TableName is the table in the search path.
func (rigaPortale) TableName() string { return "portale" }

// CreaPortale writes a portal.
func (s Store) CreaPortale(ctx context.Context, p Portale) (esito voce.Esito, err error) {
	err = s.transazione(ctx, func(tx *db.Tx) error {
		if err := RichiedeTenant(tx, p.Tenant); err != nil {
			return err
		}
		r, nuovo, err := inserisci(tx, rigaPortale(p), "codice = ?", p.Codice)
		if err != nil {
			return err
		}
		esito, err = concludi(tx, nuovo, p.Tenant, voce.Diversa("Il portale", p.Codice, p.campi(), Portale(r).campi()))
		return err
	})
	return esito, err
}

// CodiceFiscale gives the creditor's tax code of a tenant.
func (s Store) CodiceFiscale(ctx context.Context, nome string) (cf string, err error) {
	err = s.transazione(ctx, func(tx *db.Tx) error {
		if err := RichiedeTenant(tx, nome); err != nil {
			return err
		}
		return tx.Raw(`SELECT codice_fiscale FROM tenant WHERE nome = ?`, nome).Scan(&cf).Error
	})
	return cf, err
}

type rigaIntervallo struct {
	ID                int64 `gorm:"primaryKey;->"`
	Tenant            string
	CodiceFiscaleEnte string
	Segregazione      string
	Prefisso          string
}

// TableName is the table in the search path.
func (rigaIntervallo) TableName() string { return "intervallo" }

// CreaIntervallo writes a range unless it overlaps another: two ranges overlap when the prefix of one
// begins the prefix of the other. One writer at a time, so that two overlapping ones cannot pass.
func (s Store) CreaIntervallo(ctx context.Context, i Intervallo) (esito voce.Esito, err error) {
	err = s.transazione(ctx, func(tx *db.Tx) error {
		if err := RichiedeTenant(tx, i.Tenant); err != nil {
			return err
		}
		if err := tx.Exec(`LOCK TABLE intervallo IN SHARE ROW EXCLUSIVE MODE`).Error; err != nil {
			return err
		}
		var altro rigaIntervallo
		err := tx.Where(`codice_fiscale_ente = ? AND segregazione = ? AND (starts_with(prefisso, ?) OR starts_with(?, prefisso))`,
			i.CodiceFiscaleEnte, i.Segregazione, i.Prefisso, i.Prefisso).Take(&altro).Error
		switch {
		case err == nil && altro.Tenant == i.Tenant && altro.Prefisso == i.Prefisso:
			esito = voce.GiaPresente
			return nil
		case err == nil:
			return sovrapposto(i, altro.Prefisso)
		case !db.Assente(err):
			return err
		}
		nuova := rigaIntervallo{Tenant: i.Tenant, CodiceFiscaleEnte: i.CodiceFiscaleEnte, Segregazione: i.Segregazione, Prefisso: i.Prefisso}
		if err := tx.Create(&nuova).Error; err != nil {
			return err
		}
		esito, err = concludi(tx, true, i.Tenant, nil)
		return err
	})
	return esito, err
}

func sovrapposto(i Intervallo, altro string) error {
	e := problem.Conflitto("INTERVALLO_SOVRAPPOSTO", fmt.Sprintf(
		"L'intervallo %s si sovrappone a quello con prefisso %q dello stesso ente e segregazione.", i.chiave(), altro))
	e.Campi = []problem.Campo{{Campo: "prefisso", Messaggio: "si sovrappone al prefisso " + altro}}
	return e
}

// Imposta writes a setting and says whether it was there already, the same.
func (s Store) Imposta(ctx context.Context, i Impostazione) (esito voce.Esito, err error) {
	err = s.transazione(ctx, func(tx *db.Tx) error {
		if err := RichiedeTenant(tx, i.Tenant); err != nil {
			return err
		}
		var cambiate []int
		err := tx.Raw(`INSERT INTO impostazione (tenant, chiave, valore, valida_da)
			VALUES (?, ?, ?::jsonb, coalesce(?::date, DATE '1970-01-01'))
			ON CONFLICT (tenant, chiave, valida_da) DO UPDATE SET valore = excluded.valore
			WHERE impostazione.valore IS DISTINCT FROM excluded.valore
			RETURNING (xmax <> 0)::int`, i.Tenant, i.Chiave, json.RawMessage(i.Valore), nullo(i.ValidaDa)).Scan(&cambiate).Error
		if err != nil {
			return err
		}
		esito = esitoImpostazione(cambiate)
		if esito == voce.GiaPresente {
			return nil
		}
		return tx.Pubblica(evento.ImpostazioniCambiate(i.Tenant))
	})
	return esito, err
}

// esitoImpostazione reads what the upsert returned: nothing (the same), 0 (a new row), 1 (changed).
func esitoImpostazione(cambiate []int) voce.Esito {
	switch {
	case len(cambiate) == 0:
		return voce.GiaPresente
	case cambiate[0] == 0:
		return voce.Creata
	}
	return voce.Cambiata
}
