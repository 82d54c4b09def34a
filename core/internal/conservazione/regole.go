// Package conservazione is how long a command keeps each kind of its data: the terms that one person proposes and another
// confirms, the holds that keep data from a rule, and the register of deletions. Each service deletes its
// own data by these rows (shared/spine/retention); here nothing is deleted.
package conservazione

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// Servizio keeps the terms and holds of the tenant in the context.
type Servizio struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// Regola is a term for a kind: proposed, then confirmed by another, until somebody ends it. Anteprima is how many would
// have gone when it was proposed.
type Regola struct {
	ID           uuid.UUID  `json:"id"`
	Classe       string     `json:"classe"`
	Mesi         int        `json:"mesi"`
	Fonte        string     `json:"fonte"`
	Anteprima    int64      `json:"anteprima"`
	Proposta     time.Time  `json:"proposta"`
	PropostaDa   string     `json:"propostaDa"`
	Confermata   *time.Time `json:"confermata,omitempty"`
	ConfermataDa string     `json:"confermataDa,omitempty"`
}

// Voce is a kind of data with its rule in force and its proposal that waits for a second person; nil: nothing is deleted.
type Voce struct {
	Classe     string  `json:"classe"`
	Nome       string  `json:"nome"`
	Riguarda   string  `json:"riguarda"`
	Dal        string  `json:"dal"`
	Suggeriti  int     `json:"mesiSuggeriti,omitempty"`
	Minimo     int     `json:"mesiMinimi"`
	Fonte      string  `json:"fonteSuggerita"`
	InVigore   *Regola `json:"inVigore,omitempty"`
	DaDecidere *Regola `json:"daConfermare,omitempty"`
}

// Anteprima is what a term would delete today. Oltre: there are at least so many.
type Anteprima struct {
	Classe     string     `json:"classe"`
	Mesi       int        `json:"mesi"`
	Quanti     int64      `json:"quanti"`
	Oltre      bool       `json:"oltre,omitempty"`
	PiuVecchio *time.Time `json:"piuVecchio,omitempty"`
	Trattenuti int64      `json:"trattenuti"` // by a hold or an open request
}

// Elenca gives every kind with its rules.
func (s Servizio) Elenca(ctx context.Context) ([]Voce, error) {
	righe, err := db.Every[Regola](ctx, s.Pools, "termini di conservazione", `SELECT id, classe, mesi, fonte, anteprima, proposta, proposta_da, confermata, confermata_da
		FROM conservazione WHERE cessata IS NULL ORDER BY proposta`)
	if err != nil {
		return nil, err
	}
	var voci []Voce
	for _, c := range verbale.Conservazioni() {
		v := Voce{Classe: string(c.Classe), Nome: c.Nome, Riguarda: c.Riguarda, Dal: c.Dal, Suggeriti: c.SuggeritiMesi, Minimo: c.MinimoMesi, Fonte: c.Fonte}
		for _, r := range righe {
			if r.Classe != v.Classe {
				continue
			}
			if r.Confermata != nil {
				v.InVigore = &r
			} else {
				v.DaDecidere = &r
			}
		}
		voci = append(voci, v)
	}
	return voci, nil
}

// mesiMassimi is the longest term, a hundred years.
const mesiMassimi = 1200

func classeDi(classe string, mesi int) (verbale.Conservazione, error) {
	c, nota := verbale.ConservazioneDi(verbale.ClasseConservazione(classe))
	switch {
	case !nota:
		return c, problem.NonTrovato("classe", classe)
	case mesi < c.MinimoMesi || mesi > mesiMassimi:
		return c, problem.CampoNonValido("mesi", fmt.Sprintf("da %d a %d: prima servono ancora ai procedimenti e ai controlli", c.MinimoMesi, mesiMassimi))
	}
	return c, nil
}

// Proponi writes a term that does nothing until another person confirms it, with what it would delete today; 409
// GIA_PROPOSTA while one waits.
func (s Servizio) Proponi(ctx context.Context, classe string, mesi int, fonte, indirizzo string) (Regola, error) {
	fonte = strings.TrimSpace(fonte)
	if fonte == "" {
		return Regola{}, problem.CampoNonValido("fonte", "manca: da dove viene il termine")
	}
	a, err := s.Anteprima(ctx, classe, mesi)
	if err != nil {
		return Regola{}, err
	}
	r := Regola{ID: uuid.Must(uuid.NewV7()), Classe: classe, Mesi: mesi, Fonte: fonte, Anteprima: a.Quanti, Proposta: s.Adesso(), PropostaDa: attore(ctx)}
	err = s.scrive(ctx, db.Access{Azione: "CONSERVAZIONE_PROPOSTA", Oggetto: classe, Motivo: fmt.Sprintf("%d mesi: %s", mesi, fonte), Indirizzo: indirizzo}, func(tx *db.Tx) error {
		return tx.Exec(`INSERT INTO conservazione (id, classe, mesi, fonte, anteprima, proposta_da) VALUES (?, ?, ?, ?, ?, ?)`,
			r.ID, r.Classe, r.Mesi, r.Fonte, r.Anteprima, r.PropostaDa).Error
	})
	if _, doppia := db.Duplicate(err); doppia {
		return r, problem.Conflitto("GIA_PROPOSTA", "Un termine per questi dati aspetta già la conferma di una seconda persona.")
	}
	return r, err
}

// Conferma puts a proposed term in force, in the place of the earlier one: the proposal with that id, which the second
// person has read. 403 STESSA_PERSONA unless the two accounts are of two persons (operatore.DuePersone), 409 TERMINE_CAMBIATO when another waits.
func (s Servizio) Conferma(ctx context.Context, classe, id, indirizzo string) error {
	chi := attore(ctx)
	return s.scrive(ctx, db.Access{Azione: "CONSERVAZIONE_CONFERMATA", Oggetto: classe, Indirizzo: indirizzo}, func(tx *db.Tx) error {
		var r Regola
		trovata := tx.Raw(`SELECT id, proposta, proposta_da FROM conservazione WHERE classe = ? AND confermata IS NULL AND cessata IS NULL FOR UPDATE`, classe).Scan(&r)
		switch {
		case trovata.Error != nil:
			return trovata.Error
		case trovata.RowsAffected == 0:
			return problem.NonTrovato("termine proposto", classe)
		case !strings.EqualFold(r.ID.String(), id):
			return problem.Conflitto("TERMINE_CAMBIATO", "Il termine che aspetta non è più quello letto: va riletto prima di confermarlo.")
		}
		if err := s.inDue(ctx, r.PropostaDa, r.Proposta); err != nil {
			return err
		}
		if err := tx.Exec(`UPDATE conservazione SET cessata = now(), cessata_da = ? WHERE classe = ? AND confermata IS NOT NULL AND cessata IS NULL`, chi, classe).Error; err != nil {
			return err
		}
		return tx.Exec(`UPDATE conservazione SET confermata = now(), confermata_da = ? WHERE id = ?`, chi, r.ID).Error
	})
}

// inDue refuses the caller's confirmation of what he may not confirm alone.
func (s Servizio) inDue(ctx context.Context, propone string, proposta time.Time) error {
	t, _ := tenant.From(ctx)
	return operatore.Nuovo(s.Pools, s.Adesso).DuePersone(ctx, operatore.InDue{Tenant: t.Nome, Propone: propone, Conferma: attore(ctx), Proposta: proposta})
}

// Cessa ends what there is for a kind, proposed and in force: from then on nothing of it is deleted. One person may.
func (s Servizio) Cessa(ctx context.Context, classe, indirizzo string) error {
	return s.scrive(ctx, db.Access{Azione: "CONSERVAZIONE_CESSATA", Oggetto: classe, Indirizzo: indirizzo}, func(tx *db.Tx) error {
		r := tx.Exec(`UPDATE conservazione SET cessata = now(), cessata_da = ? WHERE classe = ? AND cessata IS NULL`, attore(ctx), classe)
		if r.Error == nil && r.RowsAffected == 0 {
			return problem.NonTrovato("termine", classe)
		}
		return r.Error
	})
}

func attore(ctx context.Context) string {
	chi, _ := auth.From(ctx)
	return chi.User
}

// scrive makes a change with its line of the audit.
func (s Servizio) scrive(ctx context.Context, riga db.Access, f func(*db.Tx) error) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	riga.Attore, riga.OggettoTipo, riga.Esito = attore(ctx), "conservazione", "OK"
	return database.Transaction(ctx, func(tx *db.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return tx.Audit(riga)
	})
}
