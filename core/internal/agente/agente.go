// Package agente is the officers of a tenant: those who find a violation and sign its record.
package agente

import (
	"context"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of an officer: one who has ceased enters no fine any more; those he entered keep his name.
const (
	Attivo  = "ATTIVO"
	Cessato = "CESSATO"
)

const (
	nomeMassimo    = 100 // characters
	formaMatricola = `^[A-Z0-9]{1,16}$`
)

// Agente is an officer; Operatore is the username of the account he uses, if any. Versione grows at
// each change.
type Agente struct {
	Tenant    string `json:"-"`
	Matricola string `json:"matricola"`
	Cognome   string `json:"cognome"`
	Nome      string `json:"nome"`
	Reparto   string `json:"reparto"`
	Operatore string `json:"operatore"`
	Stato     string `json:"stato"`
	Versione  int    `json:"versione"`
}

func (a Agente) oggetto() voce.Oggetto {
	return voce.Oggetto{Tipo: "agente", Tenant: a.Tenant, Chiave: a.Matricola}
}

func (a Agente) campi() []voce.Campo {
	return []voce.Campo{{Nome: "cognome", Valore: a.Cognome}, {Nome: "nome", Valore: a.Nome},
		{Nome: "reparto", Valore: a.Reparto}, {Nome: "operatore", Valore: a.Operatore}}
}

// normalizza brings to one form what may be written in several.
func (a Agente) normalizza() Agente {
	a.Cognome, a.Nome = strings.TrimSpace(a.Cognome), strings.TrimSpace(a.Nome)
	a.Reparto, a.Operatore = strings.TrimSpace(a.Reparto), strings.ToLower(strings.TrimSpace(a.Operatore))
	return a
}

func (a Agente) valida() error {
	var g voce.Guasti
	g.Se(a.Tenant == "", "tenant", "manca")
	g.Forma("matricola", a.Matricola, formaMatricola, "da 1 a 16 lettere maiuscole e cifre")
	g.Testo("cognome", a.Cognome, nomeMassimo)
	g.Testo("nome", a.Nome, nomeMassimo)
	g.Testo("reparto", a.Reparto, 20)
	g.Testo("operatore", a.Operatore, 64)
	g.Se(a.Stato != Attivo && a.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	return voce.Raccogli(g)
}

// Servizio holds the use cases on officers.
type Servizio struct{ Store Store }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio { return &Servizio{Store: Store{Piscine: p}} }

// Crea adds an officer. The same again is harmless; other data are refused with the fields that
// differ. An account belongs to one active officer at most.
func (s *Servizio) Crea(ctx context.Context, a Agente) (voce.Esito, error) {
	a = a.normalizza()
	a.Stato = Attivo
	if err := a.valida(); err != nil {
		return "", err
	}
	return s.Store.Crea(ctx, a)
}

// Modifica changes an officer whose version is still the given one. Department and account are those
// of the tenant; one who has ceased keeps a department that has ceased too, and leaves his account to
// another.
func (s *Servizio) Modifica(ctx context.Context, a Agente) (Agente, error) {
	if err := voce.Chiave("agente", a.Matricola, formaMatricola); err != nil {
		return a, err
	}
	a = a.normalizza()
	if err := a.valida(); err != nil {
		return a, err
	}
	return s.Store.Modifica(ctx, a)
}

// Trova gives an officer.
func (s *Servizio) Trova(ctx context.Context, tenant, matricola string) (Agente, error) {
	if err := voce.Chiave("agente", matricola, formaMatricola); err != nil {
		return Agente{}, err
	}
	return s.Store.Trova(ctx, tenant, matricola)
}

// Elenca gives a page of the officers of a tenant, by number.
func (s *Servizio) Elenca(ctx context.Context, tenant string, f voce.Filtro) (voce.Pagina[Agente], error) {
	letti, err := s.Store.Elenca(ctx, tenant, f)
	return voce.Impagina(letti, f, func(a Agente) string { return a.Matricola }), err
}

// impegnato is the refusal of an account that another active officer uses.
func impegnato(operatore, matricola string) error {
	e := problem.Conflitto("OPERATORE_DI_ALTRO_AGENTE", "L'utenza "+operatore+" è già dell'agente "+matricola+".")
	e.Campi = []problem.Campo{{Campo: "operatore", Messaggio: "è già dell'agente " + matricola}}
	return e
}
