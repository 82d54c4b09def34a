// Package operatore is the accounts of the platform: who may enter, with which roles, in which
// tenant and department, and how a password is kept.
package operatore

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of an account.
const (
	Attivo   = "ATTIVO"
	Bloccato = "BLOCCATO"
)

// Who checks the password of an account.
const (
	Locale = "LOCALE"
	LDAP   = "LDAP"
)

// Operatore is an account. RepartoSale is the department whose code salted the password: it never
// follows a move. Tenant is empty for administrators of the platform.
type Operatore struct {
	Username      string
	Tenant        string
	Reparto       string
	RepartoSale   string
	Impronta      string
	Nome          string
	Cognome       string
	CodiceFiscale string
	Ruoli         []string
	Integratore   string // name of the integrator that the account belongs to; empty: none
	Stato         string

	Verifica           string // who checks the password: Locale or LDAP
	Generazione        int64  // older tokens of the account are no longer good
	Versione           int    // grows at each change of the row
	IntegratoreCessato bool   // the integrator is no longer served, nor are its accounts
}

// campi are the data that the same account must have again; the password is compared apart.
func (o Operatore) campi() []voce.Campo {
	return []voce.Campo{
		{Nome: "tenant", Valore: o.Tenant}, {Nome: "reparto", Valore: o.Reparto},
		{Nome: "ruoli", Valore: strings.Join(o.Ruoli, ",")}, {Nome: "nome", Valore: o.Nome}, {Nome: "cognome", Valore: o.Cognome},
		{Nome: "codice-fiscale", Valore: o.CodiceFiscale}, {Nome: "integratore", Valore: o.Integratore},
	}
}

// Normalizza gives the form in which usernames are kept and compared: lower case.
func Normalizza(username string) string { return strings.ToLower(strings.TrimSpace(username)) }

// formaUsername is the shape of a username, as the table checks it.
var formaUsername = regexp.MustCompile(`^[a-z0-9][a-z0-9._@-]{1,63}$`)

// FormaValida reports whether a name could be a username.
func FormaValida(username string) bool { return formaUsername.MatchString(username) }

// normalizza brings to one form what may be written in several.
func (o Operatore) normalizza() Operatore {
	o.Username = Normalizza(o.Username)
	o.CodiceFiscale = codicefiscale.Normalizza(o.CodiceFiscale)
	ruoli := make([]string, 0, len(o.Ruoli))
	for _, r := range o.Ruoli {
		if r = strings.ToUpper(strings.TrimSpace(r)); r != "" {
			ruoli = append(ruoli, r)
		}
	}
	slices.Sort(ruoli)
	o.Ruoli = slices.Compact(ruoli)
	return o
}

func (o Operatore) valida() error {
	var g []problem.Campo
	male := func(campo, messaggio string) { g = append(g, problem.Campo{Campo: campo, Messaggio: messaggio}) }
	if !FormaValida(o.Username) {
		male("username", "da 2 a 64 lettere minuscole, cifre, . _ @ e -, la prima una lettera o una cifra")
	}
	if o.Reparto == "" {
		male("reparto", "manca")
	}
	if cf := codicefiscale.Valida(o.CodiceFiscale); o.CodiceFiscale != "" && !cf.Valido {
		male("codice-fiscale", cf.Motivo)
	}
	if len(o.Ruoli) == 0 {
		male("ruoli", "almeno uno")
	}
	for _, r := range o.Ruoli {
		if _, noto := auth.Matrice()[r]; !noto {
			male("ruoli", r+" non è un ruolo")
		}
	}
	if slices.Contains(o.Ruoli, auth.RuoloPiattaforma) != (o.Tenant == "") {
		male("tenant", "il ruolo PIATTAFORMA è senza tenant, ogni altro ne ha uno")
	}
	if slices.Contains(o.Ruoli, auth.RuoloIntegratore) && o.Integratore == "" {
		male("integratore", "il ruolo INTEGRATORE appartiene a un sistema esterno")
	}
	return voce.Raccogli(g)
}

// Servizio holds the use cases on accounts.
type Servizio struct{ Store Store }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Piscine) *Servizio { return &Servizio{Store: Store{Piscine: p}} }

// Crea adds an account. The same account again with the same password is harmless; anything else is
// refused with the fields that differ.
func (s *Servizio) Crea(ctx context.Context, o Operatore, password string) (voce.Esito, error) {
	o = o.normalizza()
	if err := o.valida(); err != nil {
		return "", err
	}
	if err := PasswordAmmessa(password); err != nil {
		return "", err
	}
	impronta, err := Proteggi(auth.Impronta(password, o.Reparto))
	if err != nil {
		return "", err
	}
	o.RepartoSale, o.Impronta, o.Stato = o.Reparto, impronta, Attivo
	presente, nuovo, err := s.Store.Inserisci(ctx, o)
	if err != nil || nuovo {
		return voce.Creata, err
	}
	stessa, err := Corrisponde(auth.Impronta(password, presente.RepartoSale), presente.Impronta)
	if err != nil {
		return "", err
	}
	chiesti, presenti := o.campi(), presente.campi()
	if !stessa {
		chiesti = append(chiesti, voce.Campo{Nome: "password", Valore: "altra"})
	}
	return voce.GiaPresente, voce.Diversa("L'operatore", o.Username, chiesti, presenti)
}
