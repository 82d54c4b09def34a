// Package portale is the portals of the platform: the doors that a login comes through. A portal
// fixes the tenant and the audience.
package portale

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The kinds of portal: who logs in through it.
const (
	Operatori = "OPERATORI" // a token for every module
	Cittadini = "CITTADINI" // a token for connessione alone
)

// The states of a portal: through one that has ceased nobody logs in any more.
const (
	Attivo  = "ATTIVO"
	Cessato = "CESSATO"
)

const formaCodice = `^[a-z][a-z0-9-]{1,39}$`

// Portale is a portal; its code is unique in the platform. Versione grows at each change.
type Portale struct {
	Tenant   string `json:"-"`
	Codice   string `json:"codice"`
	Tipo     string `json:"tipo"`
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

func (p Portale) oggetto() voce.Oggetto {
	return voce.Oggetto{Tipo: "portale", Tenant: p.Tenant, Chiave: p.Codice}
}

func (p Portale) campi() []voce.Campo {
	return []voce.Campo{{Nome: "tipo", Valore: p.Tipo}}
}

func (p Portale) valida() error {
	var g voce.Guasti
	g.Se(p.Tenant == "", "tenant", "manca")
	g.Forma("codice", p.Codice, formaCodice, "da 2 a 40 lettere minuscole, cifre e trattini, la prima una lettera")
	g.Se(p.Tipo != Operatori && p.Tipo != Cittadini, "tipo", "OPERATORI oppure CITTADINI")
	return voce.Raccogli(g)
}

// Servizio holds the use cases on portals.
type Servizio struct{ Store Store }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio { return &Servizio{Store: Store{Piscine: p}} }

// Crea adds a portal. The same again is harmless; other data are refused with the fields that differ.
func (s *Servizio) Crea(ctx context.Context, p Portale) (voce.Esito, error) {
	p.Stato = Attivo
	if err := p.valida(); err != nil {
		return "", err
	}
	return s.Store.Crea(ctx, p)
}

// Modifica opens or closes a portal whose version is still the given one. Its kind never changes: who
// has its address would become another public.
func (s *Servizio) Modifica(ctx context.Context, p Portale) (Portale, error) {
	if err := voce.Chiave("portale", p.Codice, formaCodice); err != nil {
		return p, err
	}
	var g voce.Guasti
	g.Se(p.Stato != Attivo && p.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	if err := voce.Raccogli(g); err != nil {
		return p, err
	}
	return s.Store.Modifica(ctx, p)
}

// Trova gives a portal of a tenant.
func (s *Servizio) Trova(ctx context.Context, tenant, codice string) (Portale, error) {
	if err := voce.Chiave("portale", codice, formaCodice); err != nil {
		return Portale{}, err
	}
	return s.Store.Trova(ctx, tenant, codice)
}

// Elenca gives a page of the portals of a tenant, by code.
func (s *Servizio) Elenca(ctx context.Context, tenant string, f voce.Filtro) (voce.Pagina[Portale], error) {
	letti, err := s.Store.Elenca(ctx, tenant, f)
	return voce.Impagina(letti, f, func(p Portale) string { return p.Codice }), err
}

// occupato is the refusal of a code that another tenant has; whose it is, is not said.
func occupato(codice string) error {
	e := problem.Conflitto("CODICE_OCCUPATO", "Il codice "+codice+" è già in uso sulla piattaforma: sceglierne un altro.")
	e.Campi = []problem.Campo{{Campo: "codice", Messaggio: "è già in uso"}}
	return e
}
