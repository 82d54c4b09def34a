// Package anagrafe is the register of what belongs to a tenant: departments, integrators, agents,
// portals, ranges of notice numbers, settings. The other services keep a copy of it in memory
// (shared/anagrafe) and read it again after each fact written here.
package anagrafe

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Servizio holds the use cases of the register.
type Servizio struct{ Store Store }

// Nuova builds the service on the platform database.
func Nuova(p *db.Piscine) *Servizio { return &Servizio{Store: Store{Piscine: p}} }

// guasti gathers what is wrong with the fields of an entry.
type guasti []problem.Campo

func (g *guasti) se(male bool, campo, messaggio string) {
	if male {
		*g = append(*g, problem.Campo{Campo: campo, Messaggio: messaggio})
	}
}

func (g *guasti) forma(campo, valore, schema, messaggio string) {
	g.se(!regexp.MustCompile(schema).MatchString(valore), campo, messaggio)
}

// Reparto is a department of a tenant; Tenant is empty for those of the platform.
type Reparto struct{ Tenant, Codice, Descrizione string }

func (r Reparto) campi() []voce.Campo {
	return []voce.Campo{{Nome: "descrizione", Valore: r.Descrizione}}
}

func (r Reparto) valida() error {
	var g guasti
	g.forma("codice", r.Codice, `^[A-Z0-9_-]{1,20}$`, "da 1 a 20 lettere maiuscole, cifre, - e _")
	return voce.Raccogli(g)
}

// Integratore is an external system of a tenant, to which accounts belong.
type Integratore struct{ ID, Tenant, Nome string }

func (i Integratore) valida() error {
	var g guasti
	g.se(strings.TrimSpace(i.Nome) == "" || len(i.Nome) > 100, "nome", "da 1 a 100 caratteri")
	g.se(i.Tenant == "", "tenant", "manca")
	return voce.Raccogli(g)
}

// Agente is an officer; Operatore is the account he uses, if any.
type Agente struct{ Tenant, Matricola, Cognome, Nome, Reparto, Operatore string }

func (a Agente) campi() []voce.Campo {
	return []voce.Campo{{Nome: "cognome", Valore: a.Cognome}, {Nome: "nome", Valore: a.Nome},
		{Nome: "reparto", Valore: a.Reparto}, {Nome: "operatore", Valore: a.Operatore}}
}

func (a Agente) valida() error {
	var g guasti
	g.se(a.Tenant == "", "tenant", "manca")
	g.forma("matricola", a.Matricola, `^[A-Z0-9]{1,16}$`, "da 1 a 16 lettere maiuscole e cifre")
	return voce.Raccogli(g)
}

// The kinds of portal: who logs in through it.
const (
	PortaleOperatori = "OPERATORI"
	PortaleCittadini = "CITTADINI"
)

// Portale fixes the tenant and the audience of a login.
type Portale struct{ Codice, Tenant, Tipo string }

func (p Portale) campi() []voce.Campo {
	return []voce.Campo{{Nome: "tenant", Valore: p.Tenant}, {Nome: "tipo", Valore: p.Tipo}}
}

func (p Portale) valida() error {
	var g guasti
	g.se(p.Tenant == "", "tenant", "manca")
	g.forma("codice", p.Codice, `^[a-z][a-z0-9-]{1,39}$`, "da 2 a 40 lettere minuscole, cifre e trattini, la prima una lettera")
	g.se(p.Tipo != PortaleOperatori && p.Tipo != PortaleCittadini, "tipo", "OPERATORI oppure CITTADINI")
	return voce.Raccogli(g)
}

// Impostazione is a setting of a tenant, in force from a day on (YYYY-MM-DD, empty: always).
type Impostazione struct{ Tenant, Chiave, Valore, ValidaDa string }

// Intervallo is a range of notice numbers: creditor's tax code (eleven digits; empty: the tenant's),
// segregation, prefix of the 13-digit base.
type Intervallo struct{ Tenant, CodiceFiscaleEnte, Segregazione, Prefisso string }

func (i Intervallo) chiave() string {
	return i.CodiceFiscaleEnte + " " + i.Segregazione + " " + strconv.Quote(i.Prefisso)
}
