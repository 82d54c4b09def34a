// Package integratore is the external systems of a tenant that enter fines; accounts belong to them.
package integratore

import (
	"context"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of an integrator: the accounts of one that has ceased may not enter.
const (
	Attivo  = "ATTIVO"
	Cessato = "CESSATO"
)

const (
	nomeMassimo = 100 // characters
	formaID     = `^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`
)

// Integratore is an external system. Its id is a UUIDv7, its name unique in the tenant; Versione grows
// at each change.
type Integratore struct {
	Tenant   string `json:"-"`
	ID       string `json:"id"`
	Nome     string `json:"nome"`
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

// Utenza is an account of an integrator.
type Utenza struct {
	Username string `json:"username"`
	Nome     string `json:"nome"`
	Cognome  string `json:"cognome"`
	Stato    string `json:"stato"`
}

// Scheda is an integrator with the accounts that belong to it, by username.
type Scheda struct {
	Integratore
	Utenze []Utenza `json:"utenze"`
}

func (i Integratore) oggetto() voce.Oggetto {
	return voce.Oggetto{Tipo: "integratore", Tenant: i.Tenant, Chiave: i.ID}
}

func (i Integratore) valida() error {
	var g voce.Guasti
	g.Se(i.Tenant == "", "tenant", "manca")
	g.Se(i.Nome == "", "nome", "manca")
	g.Testo("nome", i.Nome, nomeMassimo)
	g.Se(i.Stato != Attivo && i.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	return voce.Raccogli(g)
}

// Servizio holds the use cases on integrators.
type Servizio struct{ Store Store }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio { return &Servizio{Store: Store{Piscine: p}} }

// Crea adds an integrator and gives its id; the name of one that is there already gives that one.
func (s *Servizio) Crea(ctx context.Context, i Integratore) (id string, esito voce.Esito, err error) {
	i.Nome, i.Stato = strings.TrimSpace(i.Nome), Attivo
	if err := i.valida(); err != nil {
		return "", "", err
	}
	return s.Store.Crea(ctx, i)
}

// Modifica changes name and state of an integrator whose version is still the given one. When it
// ceases, its accounts are out at once: what they entered with before is worth nothing, also after the
// integrator is taken up again.
func (s *Servizio) Modifica(ctx context.Context, i Integratore) (Integratore, error) {
	if err := voce.Chiave("integratore", i.ID, formaID); err != nil {
		return i, err
	}
	i.Nome = strings.TrimSpace(i.Nome)
	if err := i.valida(); err != nil {
		return i, err
	}
	return s.Store.Modifica(ctx, i)
}

// Trova gives an integrator of a tenant with its accounts.
func (s *Servizio) Trova(ctx context.Context, tenant, id string) (Scheda, error) {
	if err := voce.Chiave("integratore", id, formaID); err != nil {
		return Scheda{}, err
	}
	return s.Store.Trova(ctx, tenant, id)
}

// Elenca gives a page of the integrators of a tenant, by name.
func (s *Servizio) Elenca(ctx context.Context, tenant string, f voce.Filtro) (voce.Pagina[Integratore], error) {
	letti, err := s.Store.Elenca(ctx, tenant, f)
	return voce.Impagina(letti, f, func(i Integratore) string { return i.Nome }), err
}

// omonimo is the refusal of a name that another integrator of the tenant has.
func omonimo(nome string) error {
	e := problem.Conflitto("NOME_OCCUPATO", "Un altro sistema del comando si chiama già "+nome+".")
	e.Campi = []problem.Campo{{Campo: "nome", Messaggio: "è di un altro sistema"}}
	return e
}
