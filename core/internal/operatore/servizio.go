package operatore

import (
	"context"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Servizio holds the use cases on accounts.
type Servizio struct{ Store Store }

// Nuovo builds the service on the platform database, by the clock given.
func Nuovo(p *db.Pools, adesso func() time.Time) *Servizio {
	return &Servizio{Store: Store{Pools: p, Adesso: adesso}}
}

// Conto names an account of a tenant (empty: the platform's). A change with a Versione that is no
// longer that of the row is refused; 0 takes the row as it is.
type Conto struct {
	Tenant, Username string
	Versione         int
}

// Filtro is what the list is asked for; empty Stato and Reparto are any.
type Filtro struct {
	voce.Filtro
	Stato, Reparto string
}

// Crea adds an account, LOCALE unless said otherwise. At the command line the same account again with
// the same password is harmless. Through the other doors it is so for LDAP accounts alone: to compare
// passwords there would let an administrator guess those of others. Other data are refused with the
// fields that differ.
func (s *Servizio) Crea(ctx context.Context, o Operatore, password string) (voce.Esito, error) {
	o = o.normalizza()
	o.Stato = Attivo
	if o.Verifica == "" {
		o.Verifica = Locale
	}
	if o.Verifica == Locale {
		o.Provvisoria = o.provvisoria(ctx, o.Provvisoria)
	}
	propri, err := ruolo.Di(ctx, s.Store.Pools, o.Tenant)
	if err != nil {
		return "", err
	}
	if err := amministra(ctx, o, propri); err != nil {
		return "", err
	}
	if err := o.valida(propri); err != nil {
		return "", err
	}
	politica, err := s.Politica(ctx, o.Tenant)
	if err != nil {
		return "", err
	}
	o, err = o.primaPassword(politica, password)
	if err != nil {
		return "", err
	}
	presente, nuovo, err := s.Store.Inserisci(ctx, o)
	if err != nil || nuovo {
		return voce.Creata, err
	}
	return voce.GiaPresente, stessa(ctx, o, presente, password)
}

// provvisoria reports whether the account's user must change a password given now: another account gave it, or the caller asks
// for a change. A program's password never is, because a program has no page to change it on.
func (o Operatore) provvisoria(ctx context.Context, chiesta bool) bool {
	chi, altri := auth.From(ctx)
	return !o.programma() && (chiesta || altri && chi.User != o.Username)
}

// primaPassword sets the stored password of a new account: none when LDAP checks it.
func (o Operatore) primaPassword(p credenziale.Politica, password string) (Operatore, error) {
	o.RepartoSale = o.Reparto
	if o.Verifica == LDAP {
		if password != "" {
			return o, problem.CampoNonValido("password", "non si indica: la verifica il server LDAP")
		}
		return o, nil
	}
	if err := p.Ammessa(Normalizza(o.Username), password); err != nil {
		return o, err
	}
	return o.nuovaPassword(password)
}

// Politica is the password policy of a tenant's accounts today, in Rome.
func (s *Servizio) Politica(ctx context.Context, tenant string) (credenziale.Politica, error) {
	return s.Store.Politica(ctx, tenant)
}

// nuovaPassword salts with the present department: the stored value and its salt change together.
func (o Operatore) nuovaPassword(password string) (Operatore, error) {
	impronta, err := credenziale.Proteggi(auth.Fingerprint(password, o.Reparto))
	o.Impronta, o.RepartoSale = impronta, o.Reparto
	return o, err
}

// stessa is nil when the existing account with the username equals the new one. Of another tenant's account it says only that
// the name is taken.
func stessa(ctx context.Context, o, presente Operatore, password string) error {
	if presente.Tenant != o.Tenant {
		return usernameUsato(o.Username)
	}
	if err := voce.Diversa("L'operatore", o.Username, o.campi(), presente.campi()); err != nil || o.Verifica == LDAP {
		return err
	}
	if _, chiede := auth.From(ctx); chiede {
		return usernameUsato(o.Username)
	}
	uguale, err := credenziale.Corrisponde(auth.Fingerprint(password, presente.RepartoSale), presente.Impronta)
	if err != nil || uguale {
		return err
	}
	return voce.Diversa("L'operatore", o.Username, []voce.Campo{{Nome: "password", Valore: "altra"}}, nil)
}

func usernameUsato(username string) error {
	e := problem.Conflitto(codiceUsato, "Il nome utente "+username+" è già usato: sceglierne un altro.")
	e.Campi = []problem.Campo{{Campo: "username", Messaggio: "è già usato"}}
	return e
}

// Modifica changes names, tax code, roles, integrator, password checker, department and state of an account; name and password
// stay, and so does the department that salted the password. An account that passes to LDAP loses its password.
func (s *Servizio) Modifica(ctx context.Context, nuovo Operatore) (Operatore, error) {
	if nuovo.Versione <= 0 {
		return nuovo, problem.CampoNonValido("versione", "manca: è quella letta con i dati")
	}
	c := Conto{Tenant: nuovo.Tenant, Username: nuovo.Username, Versione: nuovo.Versione}
	return s.cambia(ctx, c, func(o *Operatore) {
		o.Nome, o.Cognome, o.CodiceFiscale = nuovo.Nome, nuovo.Cognome, nuovo.CodiceFiscale
		o.Ruoli, o.Integratore, o.Verifica = nuovo.Ruoli, nuovo.Integratore, nuovo.Verifica
		o.Reparto, o.Stato = nuovo.Reparto, nuovo.Stato
		if o.Verifica == LDAP {
			o.Impronta, o.Provvisoria = "", false
		}
	})
}

// Sposta moves an account to another department. The department that salted the password stays; login compares with the present
// one.
func (s *Servizio) Sposta(ctx context.Context, c Conto, reparto string) (Operatore, error) {
	return s.cambia(ctx, c, func(o *Operatore) { o.Reparto = reparto })
}

// Assegna gives an account these roles in place of those it has.
func (s *Servizio) Assegna(ctx context.Context, c Conto, ruoli []string) (Operatore, error) {
	return s.cambia(ctx, c, func(o *Operatore) { o.Ruoli = ruoli })
}

// Blocca keeps an account out from now on, in every service: its sessions end, its tokens are no
// longer good. It does not look at the rest of the row, nor at the version: it must succeed.
func (s *Servizio) Blocca(ctx context.Context, c Conto) (Operatore, error) {
	c.Versione = 0
	propri, err := ruolo.Di(ctx, s.Store.Pools, c.Tenant)
	if err != nil {
		return Operatore{}, err
	}
	return s.Store.Cambia(ctx, c, func(prima Operatore) (Operatore, error) {
		dopo := prima
		dopo.Stato = Bloccato
		return dopo, permesso(ctx, prima, dopo, propri)
	})
}

// Sblocca lets a blocked account in again, with a new login.
func (s *Servizio) Sblocca(ctx context.Context, c Conto) (Operatore, error) {
	return s.cambia(ctx, c, func(o *Operatore) { o.Stato = Attivo })
}

// CambiaPassword gives an account a new password on behalf of an administrator. It is to be changed by who uses it: always when
// another account gives it, when asked for at the command line, never for a program. Its sessions end and older tokens are no
// longer good. Whether it is the one of before is not said: an
// administrator would guess those of others.
func (s *Servizio) CambiaPassword(ctx context.Context, c Conto, password string, provvisoria bool) (Operatore, error) {
	propri, err := ruolo.Di(ctx, s.Store.Pools, c.Tenant)
	if err != nil {
		return Operatore{}, err
	}
	return s.password(ctx, c, password, func(prima Operatore) (Operatore, error) {
		prima.Provvisoria = prima.provvisoria(ctx, provvisoria)
		return prima, amministra(ctx, prima, propri)
	})
}

// CambiaPropria gives the caller's own account a new password. That the old one was right has been
// verified by the realm, on the version given or a later one: who changed the account meanwhile wins.
func (s *Servizio) CambiaPropria(ctx context.Context, c Conto, password string) (Operatore, error) {
	if c.Versione <= 0 {
		return Operatore{}, problem.CampoNonValido("versione", "manca: è quella di prima della verifica")
	}
	return s.password(ctx, c, password, func(prima Operatore) (Operatore, error) {
		uguale, err := credenziale.Corrisponde(auth.Fingerprint(password, prima.RepartoSale), prima.Impronta)
		if err == nil && uguale {
			err = problem.CampoNonValido("password", "è la stessa di prima")
		}
		prima.Provvisoria = false
		return prima, err
	})
}

func (s *Servizio) password(ctx context.Context, c Conto, password string, ammetti func(Operatore) (Operatore, error)) (Operatore, error) {
	politica, err := s.Politica(ctx, c.Tenant)
	if err != nil {
		return Operatore{}, err
	}
	if err := politica.Ammessa(Normalizza(c.Username), password); err != nil {
		return Operatore{}, err
	}
	return s.Store.Cambia(ctx, c, func(prima Operatore) (Operatore, error) {
		prima, err := ammetti(prima)
		if err != nil {
			return prima, err
		}
		if prima.Verifica == LDAP {
			return prima, problem.Conflitto("VERIFICA_LDAP", "La password di questa utenza è del server LDAP del comando: si cambia là.")
		}
		return prima.nuovaPassword(password)
	})
}

// cambia is every change that leaves behind a row which must be right as a whole.
func (s *Servizio) cambia(ctx context.Context, c Conto, f func(*Operatore)) (Operatore, error) {
	propri, err := ruolo.Di(ctx, s.Store.Pools, c.Tenant)
	if err != nil {
		return Operatore{}, err
	}
	return s.Store.Cambia(ctx, c, func(prima Operatore) (Operatore, error) {
		dopo := prima
		dopo.Ruoli = slices.Clone(prima.Ruoli)
		f(&dopo)
		dopo = dopo.normalizza()
		if err := permesso(ctx, prima, dopo, propri); err != nil {
			return dopo, err
		}
		return dopo, dopo.valida(propri)
	})
}

// permesso is nil when the caller may turn an account from what it was into what it will be. An
// administrator of the platform lets out and in any account of the tenant that he has chosen.
func permesso(ctx context.Context, prima, dopo Operatore, propri []ruolo.Ruolo) error {
	if diPiattaforma(ctx) && soloAccesso(prima, dopo) {
		return suSeStesso(ctx, prima, dopo)
	}
	if err := amministra(ctx, prima, propri); err != nil {
		return err
	}
	if err := amministra(ctx, dopo, propri); err != nil {
		return err
	}
	return suSeStesso(ctx, prima, dopo)
}

// Trova gives an account of a tenant; another's is not there.
func (s *Servizio) Trova(ctx context.Context, tenant, username string) (Operatore, error) {
	normale := Normalizza(username)
	if !FormaValida(normale) {
		return Operatore{}, problem.NonTrovato("operatore", username)
	}
	o, trovato, err := s.Store.Trova(ctx, normale)
	if err == nil && (!trovato || o.Tenant != tenant) {
		return Operatore{}, problem.NonTrovato("operatore", username)
	}
	return o, err
}

// Elenca gives a page of the accounts of a tenant, by username.
func (s *Servizio) Elenca(ctx context.Context, tenant string, f Filtro) (voce.Pagina[Operatore], error) {
	letti, err := s.Store.Elenca(ctx, tenant, f)
	return voce.Impagina(letti, f.Filtro, func(o Operatore) string { return o.Username }), err
}
