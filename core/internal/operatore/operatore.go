// Package operatore is the accounts of the platform: who may enter, with which roles, in which
// tenant and department, and how a password is kept.
package operatore

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of an account.
const (
	Attivo   = "ATTIVO"
	Bloccato = "BLOCCATO"
)

// The two systems that may check the password of an account.
const (
	Locale = "LOCALE"
	LDAP   = "LDAP"
)

// testoMassimo bounds names, in characters.
const testoMassimo = 100

// Operatore is an account. RepartoSale is the department whose code salted the password: it never
// follows a move. Tenant is empty for administrators of the platform.
type Operatore struct {
	Username      string
	Tenant        string
	Reparto       string
	RepartoSale   string
	Impronta      string // empty matches no password: accounts that LDAP checks have none here
	Nome          string
	Cognome       string
	CodiceFiscale string
	Ruoli         []string
	RuoliGruppi   []string // those of Ruoli that groups gave (DaiGruppi), and nobody by hand
	Integratore   string   // name of the integrator that the account belongs to; empty: none
	Stato         string

	Provvisoria        bool       // the password opens nothing but the page that changes it
	ProvvisoriaFino    *time.Time // until when it opens that one; nil: without a term
	PasswordDal        time.Time
	Verifica           string // who checks the password: Locale or LDAP
	Generazione        int64  // older tokens of the account are no longer good
	Versione           int    // grows at each change of the row
	IntegratoreCessato bool   // the integrator is no longer served, nor are its accounts
}

func (o Operatore) oggetto() voce.Oggetto {
	return voce.Oggetto{Tipo: "operatore", Tenant: o.Tenant, Chiave: o.Username}
}

// programma reports whether the account is a program's: INTEGRATORE, and no role of the platform that is a person's.
func (o Operatore) programma() bool {
	return slices.Contains(o.Ruoli, auth.RuoloIntegratore) && !slices.ContainsFunc(o.Ruoli, func(r string) bool {
		return r != auth.RuoloIntegratore && ruolo.DiPiattaforma(r)
	})
}

// campi are the data that the same account must have again; the password is compared apart.
func (o Operatore) campi() []voce.Campo {
	return []voce.Campo{
		{Nome: "reparto", Valore: o.Reparto}, {Nome: "ruoli", Valore: strings.Join(o.Ruoli, ",")},
		{Nome: "nome", Valore: o.Nome}, {Nome: "cognome", Valore: o.Cognome},
		{Nome: "codiceFiscale", Valore: o.CodiceFiscale}, {Nome: "integratore", Valore: o.Integratore},
		{Nome: "verifica", Valore: o.Verifica},
	}
}

// Normalizza gives the form in which usernames are kept and compared: lower case, without surrounding spaces. It changes only
// ASCII: a name with the Kelvin sign does not match one with a k.
func Normalizza(username string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.Trim(username, " \t\n\v\f\r"))
}

// formaUsername is the shape of a username, as the table checks it.
var formaUsername = regexp.MustCompile(`^[a-z0-9][a-z0-9._@-]{1,63}$`)

// FormaValida reports whether a name could be a username.
func FormaValida(username string) bool { return formaUsername.MatchString(username) }

// normalizza brings to one form what may be written in several.
func (o Operatore) normalizza() Operatore {
	o.Username = Normalizza(o.Username)
	o.CodiceFiscale = codicefiscale.Normalizza(o.CodiceFiscale)
	o.Nome, o.Cognome = strings.TrimSpace(o.Nome), strings.TrimSpace(o.Cognome)
	o.Ruoli = ruoliOrdinati(o.Ruoli)
	return o
}

// ruoliOrdinati are the roles in upper case, each once, in order.
func ruoliOrdinati(scritti []string) []string {
	ruoli := make([]string, 0, len(scritti))
	for _, r := range scritti {
		if r = strings.ToUpper(strings.TrimSpace(r)); r != "" {
			ruoli = append(ruoli, r)
		}
	}
	slices.Sort(ruoli)
	return slices.Compact(ruoli)
}

// valida checks what an account says of itself, given the roles that its tenant made; that department and integrator exist is checked where
// it is written.
func (o Operatore) valida(propri []ruolo.Ruolo) error {
	var g voce.Guasti
	g.Se(!FormaValida(o.Username), "username", "da 2 a 64 lettere minuscole, cifre, . _ @ e -, la prima una lettera o una cifra")
	g.Se(o.Username == "nuovo", "username", "è una parola riservata")
	g.Se(o.Reparto == "", "reparto", "manca")
	g.Testo("nome", o.Nome, testoMassimo)
	g.Testo("cognome", o.Cognome, testoMassimo)
	if o.CodiceFiscale != "" {
		cf := codicefiscale.Valida(o.CodiceFiscale)
		g.Se(!cf.Valido, "codiceFiscale", cf.Motivo)
	}
	g.Se(len(o.Ruoli) == 0, "ruoli", "almeno uno")
	for _, r := range o.Ruoli {
		g.Se(!noto(r, propri), "ruoli", r+" non è un ruolo")
	}
	g.Se(slices.Contains(o.Ruoli, auth.RuoloPiattaforma) != (o.Tenant == ""), "tenant",
		"il ruolo PIATTAFORMA è senza tenant, ogni altro ne ha uno")
	g.Se(slices.Contains(o.Ruoli, auth.RuoloIntegratore) && o.Integratore == "", "integratore",
		"il ruolo INTEGRATORE appartiene a un sistema esterno")
	g.Se(o.Stato != Attivo && o.Stato != Bloccato, "stato", "ATTIVO oppure BLOCCATO")
	g.Se(o.Verifica != Locale && o.Verifica != LDAP, "verifica", "LOCALE oppure LDAP")
	g.Se(o.Provvisoria && o.Verifica == LDAP, "provvisoria", "la password di questa utenza è del server LDAP")
	return voce.Raccogli(g)
}
