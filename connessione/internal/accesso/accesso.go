// Package accesso is the login of the portal: it asks core, which alone knows passwords and signs
// tokens, and answers in the form that integrators know.
package accesso

import (
	"context"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	modulo = "connessione"
	// entro is the time of core's answer: a password is slow to verify on purpose.
	entro = 10 * time.Second
	// lunghezza bounds a field: a longer one is no credential.
	lunghezza = 256
)

// Realm is core, asked over the bus.
type Realm interface {
	Login(ctx context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error)
	Portale(ctx context.Context, d event.DomandaPortale) (event.RispostaPortale, error)
}

// Credenziali are the four fields of the login; all are needed.
type Credenziali struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Reparto  string `json:"reparto"`
	Portale  string `json:"portale"`
}

// Esito is the answer of a good login.
type Esito struct {
	Token           string          `json:"token"`
	Tipo            string          `json:"tipo"`
	ScadeTraSecondi int             `json:"scadeTraSecondi"`
	Operatore       event.Operatore `json:"operatore"`
	Tenant          string          `json:"tenant"`
}

// Service logs in.
type Service struct{ realm Realm }

// Nuovo makes the service.
func Nuovo(r Realm) *Service { return &Service{realm: r} }

// Accedi exchanges the credentials for a token. Wrong in any of the four is the same 401; a missing
// one is a 400 that names it; a caller who tries too often gets core's 429; core away is 503.
func (s *Service) Accedi(ctx context.Context, c Credenziali, indirizzo string) (Esito, error) {
	if err := verifica(c.quattro()); err != nil {
		return Esito{}, err
	}
	return s.chiedi(ctx, c, indirizzo)
}

// AccediDaPagina is Accedi for the citizens' pages: who reads a page knows neither the code of a
// department nor that of a portal, and core takes both from the account. The token is for this module.
func (s *Service) AccediDaPagina(ctx context.Context, username, password, indirizzo string) (Esito, error) {
	c := Credenziali{Username: username, Password: password}
	if err := verifica(c.quattro()[:2]); err != nil {
		return Esito{}, err
	}
	return s.chiedi(ctx, c, indirizzo)
}

func (s *Service) chiedi(ctx context.Context, c Credenziali, indirizzo string) (Esito, error) {
	ctx, fine := context.WithTimeout(ctx, entro)
	defer fine()
	r, err := s.realm.Login(ctx, event.DomandaAccesso{Utente: c.Username, Password: c.Password,
		Reparto: c.Reparto, Portale: c.Portale, Indirizzo: indirizzo, Modulo: modulo})
	if err != nil {
		return Esito{}, rifiuto(err)
	}
	if r.Operatore.Ruoli == nil {
		r.Operatore.Ruoli = []string{}
	}
	return Esito{Token: r.Token, Tipo: "Bearer", ScadeTraSecondi: r.ScadeTraSecondi, Operatore: r.Operatore, Tenant: r.Tenant}, nil
}

// entroUnico is the time of a step of an access by a provider of identities, which core waits for.
const entroUnico = 25 * time.Second

// Unico takes a step of an access by the provider of a portal. Core judges what the provider said: its refusals are those that a
// page shows.
func (s *Service) Unico(ctx context.Context, d event.DomandaPortale) (event.RispostaPortale, error) {
	ctx, fine := context.WithTimeout(ctx, entroUnico)
	defer fine()
	return s.realm.Portale(ctx, d)
}

type campo struct{ nome, valore string }

// quattro are the fields in the order of the contract.
func (c Credenziali) quattro() []campo {
	return []campo{{"username", c.Username}, {"password", c.Password}, {"reparto", c.Reparto}, {"portale", c.Portale}}
}

func verifica(dati []campo) error {
	var campi []problem.Campo
	for _, x := range dati {
		switch {
		case x.valore == "" || x.nome != "password" && strings.TrimSpace(x.valore) == "":
			campi = append(campi, problem.Campo{Campo: x.nome, Messaggio: "è obbligatorio"})
		case len(x.valore) > lunghezza:
			campi = append(campi, problem.Campo{Campo: x.nome, Messaggio: "è troppo lungo"})
		}
	}
	if len(campi) > 0 {
		return problem.NonValido(campi...)
	}
	return nil
}

// attesaMinima is said to a caller who must wait when core does not say how long.
const attesaMinima = 5 * time.Second

// daCambiare is told to who has proved a password that opens nothing before it is changed.
const daCambiare = "PASSWORD_DA_CAMBIARE"

// senzaRuoli is told to who has proved to be himself and has no role left.
const senzaRuoli = "UTENZA_SENZA_RUOLI"

// rifiuto keeps what the caller may be told: too many attempts, core away, a suspended tenant, a password to be changed, no role left. Any
// other refusal of the credentials is the one 401, whichever of the four was wrong.
func rifiuto(err error) error {
	p := problem.As(err)
	if p == nil {
		return err
	}
	switch {
	case p.Kind == problem.TooManyRequests && p.RetryAfter == 0:
		return problem.Troppe(attesaMinima).With(err)
	case p.Kind == problem.TooManyRequests, p.Kind == problem.Internal, p.Kind == problem.Unavailable,
		p.Codice == tenant.SuspendedError().Codice, p.Codice == daCambiare, p.Codice == senzaRuoli:
		return err
	}
	return problem.SenzaCredenziali().With(err)
}
