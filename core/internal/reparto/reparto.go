// Package reparto is the departments of a tenant: operators belong to one, fines are entered for one.
package reparto

import (
	"context"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of a department: one that has ceased takes nobody and no fine any more.
const (
	Attivo  = "ATTIVO"
	Cessato = "CESSATO"
)

// FormaCodice is the pattern of the code of a department.
const FormaCodice = `^[A-Z0-9_-]{1,20}$`

const descrizioneMassima = 200 // characters

// Reparto is a department; Tenant is empty for those of the platform. Versione grows at each change.
type Reparto struct {
	Tenant      string `json:"-"`
	Codice      string `json:"codice"`
	Descrizione string `json:"descrizione"`
	Stato       string `json:"stato"`
	Versione    int    `json:"versione"`
}

func (r Reparto) oggetto() voce.Oggetto {
	return voce.Oggetto{Tipo: "reparto", Tenant: r.Tenant, Chiave: r.Codice}
}

func (r Reparto) campi() []voce.Campo {
	return []voce.Campo{{Nome: "descrizione", Valore: r.Descrizione}}
}

func (r Reparto) valida() error {
	var g voce.Guasti
	g.Forma("codice", r.Codice, FormaCodice, "da 1 a 20 lettere maiuscole, cifre, - e _")
	g.Testo("descrizione", r.Descrizione, descrizioneMassima)
	g.Se(r.Stato != Attivo && r.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	return voce.Raccogli(g)
}

// Servizio holds the use cases on departments.
type Servizio struct{ Store Store }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio { return &Servizio{Store: Store{Piscine: p}} }

// Crea adds a department. The same again is harmless; other data are refused with the fields that
// differ.
func (s *Servizio) Crea(ctx context.Context, r Reparto) (voce.Esito, error) {
	r.Stato, r.Descrizione = Attivo, strings.TrimSpace(r.Descrizione)
	if err := r.valida(); err != nil {
		return "", err
	}
	return s.Store.Crea(ctx, r)
}

// Modifica changes description and state of a department whose version is still the given one. One
// that active operators or agents belong to does not cease.
func (s *Servizio) Modifica(ctx context.Context, r Reparto) (Reparto, error) {
	r.Descrizione = strings.TrimSpace(r.Descrizione)
	if err := voce.Chiave("reparto", r.Codice, FormaCodice); err != nil {
		return r, err
	}
	if err := r.valida(); err != nil {
		return r, err
	}
	return s.Store.Modifica(ctx, r)
}

// Trova gives a department.
func (s *Servizio) Trova(ctx context.Context, tenant, codice string) (Reparto, error) {
	if err := voce.Chiave("reparto", codice, FormaCodice); err != nil {
		return Reparto{}, err
	}
	return s.Store.Trova(ctx, tenant, codice)
}

// Elenca gives a page of the departments of a tenant, by code.
func (s *Servizio) Elenca(ctx context.Context, tenant string, f voce.Filtro) (voce.Pagina[Reparto], error) {
	letti, err := s.Store.Elenca(ctx, tenant, f)
	return voce.Impagina(letti, f, func(r Reparto) string { return r.Codice }), err
}

// Attivi gives the departments of a tenant that take operators and agents, by code: the choices of a
// form.
func (s *Servizio) Attivi(ctx context.Context, tenant string) ([]Reparto, error) {
	return s.Store.Attivi(ctx, tenant)
}

// occupato is the refusal to end a department that has operators or agents.
func occupato(operatori, agenti int64) error {
	var chi []string
	if operatori > 0 {
		chi = append(chi, voce.Quanti(operatori, "operatore attivo", "operatori attivi"))
	}
	if agenti > 0 {
		chi = append(chi, voce.Quanti(agenti, "agente attivo", "agenti attivi"))
	}
	e := problem.Conflitto("REPARTO_OCCUPATO", "Il reparto ha ancora operatori o agenti attivi: spostarli prima in un altro.")
	e.Campi = []problem.Campo{{Campo: "stato", Messaggio: strings.Join(chi, " e ") + " nel reparto"}}
	return e
}
