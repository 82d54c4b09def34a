// Package accesso is the realm: the only verifier of passwords and the only signer of tokens.
package accesso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
	"github.com/piattaforma-verbali/verbali/core/internal/freno"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// limiteCampo bounds, in bytes, a field that is hashed or looked up: a longer one is wrong.
const limiteCampo = 1024

// Tenant finds the tenants that are served.
type Tenant interface {
	Find(ctx context.Context, nome string) (tenant.Tenant, error)
}

// Direttori checks the password of an account that a directory keeps, by that of its command, and says which
// roles its groups give (nil: they change nothing). ldap.ErrNessuno is a command that has no directory.
type Direttori interface {
	Verifica(ctx context.Context, o operatore.Operatore, password string) (giusta bool, dati *operatore.DaiGruppi, err error)
	// DaSso is what the groups that a provider told of the person of an account give.
	DaSso(ctx context.Context, o operatore.Operatore, gruppi []string) (*operatore.DaiGruppi, error)
	// Garante reports whether the operators of a tenant come in by the provider of this command (empty: the platform's).
	Garante(ctx context.Context, tenant, comando string) (bool, error)
}

// Parti are what the realm is made of.
type Parti struct {
	Pools     *db.Pools
	Tenant    Tenant
	Chiavi    *chiave.Portachiavi
	Direttori Direttori
	Adesso    func() time.Time
	Log       *slog.Logger
	// PerIndirizzo is how many failures of an address, over all accounts, cost no wait; zero is 30.
	PerIndirizzo int
}

// perIndirizzo is the measure of an office where many come in by one address.
const perIndirizzo = 30

// Realm verifies and signs. It implements auth.Realm.
type Realm struct {
	Parti
	operatori   operatore.Store
	utenze      *operatore.Servizio
	store       Store
	freno       *freno.Freno
	turni       *freno.Turni
	finta       string // a stored value that no password has: unknown names cost as much as known ones
	corrisponde func(h, impronta string) (bool, error)
}

// Nuovo makes the realm. As many hashes as processors run at once, each of 19 MiB, and addresses take turns: who sends
// many attempts makes the others wait for one of them.
func Nuovo(p Parti) *Realm {
	return &Realm{
		Parti: p, operatori: operatore.Store{Pools: p.Pools, Adesso: p.Adesso}, utenze: operatore.Nuovo(p.Pools, p.Adesso), store: Store{Pools: p.Pools},
		freno: freno.Nuovo(p.Pools, cmp.Or(p.PerIndirizzo, perIndirizzo), p.Adesso), turni: freno.NuoviTurni(runtime.GOMAXPROCS(0)),
		finta: credenziale.Finta(), corrisponde: credenziale.Corrisponde,
	}
}

// errRifiutato is any of the reasons for which the answer is the same 401.
var errRifiutato = errors.New("accesso: rifiutato")

// Login verifies the credentials and gives a token. A wrong user, password, department or portal and a blocked account get the
// same 401 for the same work; a suspended tenant is 403, told only to an operator who proved to belong to it. Repeated failures
// get 429 with a waiting time, the same for a name that does not exist. Each attempt leaves a line in the register; of the
// attempts answered 429 the register keeps one after each failure, and of an address that goes on failing one at each doubling,
// with their number.
//
// An account of the command's directory costs a bind instead of a hash. The time of the answer, and LDAP_NON_DISPONIBILE while
// the directory is away, tell it from the others and so reveal that the name exists; a command without a directory reveals
// nothing. Until the caller has proved who he is, Login reads and writes the same for every name, and only in the platform
// database: it opens the command's own server, which may be slow or away, only for an admitted operator.
func (r *Realm) Login(ctx context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error) {
	p := prova{domanda: d}
	risposta, err := r.verifica(ctx, &p)
	return r.concludi(ctx, p, risposta, err)
}

// prova is what the line of an attempt says beside its outcome; operatore is nil when there is none.
type prova struct {
	domanda   event.DomandaAccesso
	operatore *operatore.Operatore
	motivo    string
	taciuta   bool // the lines of the address say it already
}

// Validato is whom a provider of single sign-on has recognised. Comando is whose provider it is; empty: the platform's. Gruppi
// nil: it says nothing of groups.
type Validato struct {
	Utente, Comando string
	Gruppi          []string
}

// AccediSso gives a token to an operator whom the single sign-on provider of his command has recognised: no
// password is asked for, all the rest is as in Login, the account's row first. A provider vouches for the operators of the
// commands that use it, and no others. It is for core's own callback alone: no message and no request leads here.
func (r *Realm) AccediSso(ctx context.Context, chi Validato, indirizzo string) (event.RispostaAccesso, error) {
	d := event.DomandaAccesso{Utente: chi.Utente, Indirizzo: indirizzo, Modulo: moduloWeb}
	if len(operatore.Normalizza(chi.Utente)) != len(chi.Utente) {
		d.Utente = "" // blanks are trimmed from what a person types: at a provider they may make another's name
	}
	o, err := r.cerca(ctx, d)
	var risposta event.RispostaAccesso
	var provata identita
	if err == nil && o != nil {
		provata, err = r.garantita(ctx, *o, chi)
	}
	if err == nil {
		risposta, err = r.ammetti(ctx, d, o, provata)
	}
	return r.concludi(ctx, prova{domanda: d, operatore: o, motivo: motivoSso}, risposta, err)
}

// garantita is what a provider proves of an account.
func (r *Realm) garantita(ctx context.Context, o operatore.Operatore, chi Validato) (identita, error) {
	suo, err := r.Direttori.Garante(ctx, o.Tenant, chi.Comando)
	if err != nil || !suo {
		return identita{}, err
	}
	i := identita{provata: true}
	if chi.Gruppi != nil && o.Tenant != "" {
		i.dati, err = r.Direttori.DaSso(ctx, o, chi.Gruppi)
	}
	return i, err
}

// concludi writes the line of the attempt and turns what happened into what the caller may know. Nobody
// is admitted without a line.
func (r *Realm) concludi(ctx context.Context, p prova, risposta event.RispostaAccesso, err error) (event.RispostaAccesso, error) {
	var registrato error
	if !errors.Is(err, freno.ErrGiaNoto) && !p.taciuta {
		registrato = r.store.Registra(ctx, p, esitoDi(err))
	}
	switch {
	case errors.Is(err, errRifiutato):
		r.annota(ctx, registrato)
		return event.RispostaAccesso{}, problem.SenzaCredenziali()
	case err != nil:
		r.annota(ctx, registrato)
		return event.RispostaAccesso{}, err
	case registrato != nil:
		return event.RispostaAccesso{}, registrato
	}
	return risposta, nil
}

// annota logs a line of the register that could not be written: a refusal stays a refusal.
func (r *Realm) annota(ctx context.Context, err error) {
	if err != nil {
		r.Log.ErrorContext(ctx, "accesso non registrato", "errore", err)
	}
}

// verifica judges the credentials within the measure of the brake; p learns the account, and what its line says.
func (r *Realm) verifica(ctx context.Context, p *prova) (risposta event.RispostaAccesso, err error) {
	d := p.domanda
	if p.operatore, err = r.cerca(ctx, d); err != nil {
		return risposta, err
	}
	domanda, err := r.domanda(ctx, d, p.operatore)
	if err != nil {
		return risposta, err
	}
	turno, err := r.freno.Prenota(ctx, domanda)
	if err != nil {
		return risposta, err
	}
	if risposta, err = r.giudica(ctx, d, p.operatore, turno); err == nil {
		err = r.daCambiare(ctx, d, p.operatore)
	}
	switch {
	case errors.Is(err, errRifiutato):
		p.dice(turno)
		if err := turno.Rifiutato(ctx); err != nil {
			r.Log.ErrorContext(ctx, "tentativo non rinnovato", "errore", err)
		}
	case err == nil, sospeso(err), provvisoria(err), problem.Is(err, senzaRuoli().Codice):
		if err := turno.Ammesso(ctx); err != nil {
			r.Log.ErrorContext(ctx, "tentativi non azzerati", "errore", err)
		}
	case problem.Is(err, ldap.NonDisponibile(nil).Codice):
		r.lontano(ctx, p, turno, err)
	default: // nobody judged the password
		turno.Reso(ctx)
	}
	return risposta, err
}

// dice says what the line of an attempt that a turn let through says, or that it leaves none.
func (p *prova) dice(t *freno.Turno) {
	if !t.DaScrivere() {
		p.taciuta = true
	} else if n := t.Oltre(); n > 0 {
		p.motivo = fmt.Sprintf("%d tentativi falliti da questo indirizzo", n)
	}
}

// lontano ends the turn of an attempt that a directory did not answer. The reason, which the caller is not told, is logged as
// often as the register has a line.
func (r *Realm) lontano(ctx context.Context, p *prova, t *freno.Turno, causa error) {
	if err := t.NonGiudicato(ctx); err != nil {
		r.Log.ErrorContext(ctx, "tentativo non reso", "errore", err)
	}
	if p.dice(t); !p.taciuta {
		r.Log.ErrorContext(ctx, "LDAP non disponibile", "tenant", p.operatore.Tenant, "errore", causa)
	}
}

// daCambiare is PASSWORD_DA_CAMBIARE for a right password that is provisional or has expired: it opens core's own pages
// alone, where it is changed, and no REST, not even core's; a provisional one whose term is over opens nothing.
// The password of a program, which has no page, does not expire.
func (r *Realm) daCambiare(ctx context.Context, d event.DomandaAccesso, o *operatore.Operatore) error {
	if o.Verifica == operatore.LDAP {
		return nil
	}
	if !o.Provvisoria {
		if slices.Contains(o.Ruoli, auth.RuoloIntegratore) {
			return nil
		}
		politica, err := r.operatori.Politica(ctx, o.Tenant)
		if err != nil {
			return err
		}
		if !politica.Scaduta(o.PasswordDal, r.Adesso()) {
			return nil
		}
		if err := r.operatori.Scade(ctx, o.Username); err != nil {
			return err
		}
	}
	if o.ProvvisoriaFino != nil && !r.Adesso().Before(*o.ProvvisoriaFino) {
		return sessione.ProvvisoriaScaduta()
	}
	if d.Pagina {
		return nil
	}
	return sessione.DaCambiare()
}

// domanda is what the brake is asked. The hash of the attempt has a key that only core has, and lives an hour; with the stored value
// in it a password that was wrong is looked at again as soon as it is another.
func (r *Realm) domanda(ctx context.Context, d event.DomandaAccesso, o *operatore.Operatore) (freno.Domanda, error) {
	f := freno.Domanda{Utente: operatore.Normalizza(d.Utente), Indirizzo: d.Indirizzo}
	stato := ""
	if o != nil && o.Verifica != operatore.LDAP {
		stato = fmt.Sprintf("%s %s %s", o.Impronta, o.Reparto, o.Stato)
	}
	f.Prova = r.Chiavi.Impronta("freno", d.Password, d.Reparto, d.Portale, d.Modulo, stato)
	if d.Portale == "" || len(d.Portale) > limiteCampo {
		return f, nil
	}
	p, trovato, err := r.store.Portale(ctx, d.Portale)
	f.Cittadini = trovato && p.Cittadini
	return f, err
}

func (r *Realm) giudica(ctx context.Context, d event.DomandaAccesso, o *operatore.Operatore, t *freno.Turno) (event.RispostaAccesso, error) {
	if !t.DaGuardare {
		return event.RispostaAccesso{}, errRifiutato
	}
	giusta, dati, err := r.password(ctx, d, o)
	if err != nil {
		return event.RispostaAccesso{}, err
	}
	if o != nil && t.OltreOperatori() && !slices.Equal(o.Ruoli, []string{auth.RuoloCittadino}) {
		giusta = false
	}
	return r.ammetti(ctx, d, o, identita{provata: giusta, dati: dati})
}

// identita is the proof of a person: his account, and the roles that his groups give (nil: the groups say nothing).
type identita struct {
	provata bool
	dati    *operatore.DaiGruppi
}

// ammetti gives the token after a good proof unless the portal, the account, its integrator or its department forbids it. Only
// an operator with everything else in order learns that the tenant is suspended. The account then takes the roles of its
// groups; an account left without roles gets an error that says so.
func (r *Realm) ammetti(ctx context.Context, d event.DomandaAccesso, o *operatore.Operatore, chi identita) (event.RispostaAccesso, error) {
	destinatari, err := r.destinatari(ctx, d, o)
	if err != nil {
		return event.RispostaAccesso{}, err
	}
	if o == nil || !chi.provata || o.Stato != operatore.Attivo || o.IntegratoreCessato || !repartoGiusto(d, o) {
		return event.RispostaAccesso{}, errRifiutato
	}
	if o.Tenant != "" {
		if _, err := r.Tenant.Find(ctx, o.Tenant); err != nil {
			return event.RispostaAccesso{}, err
		}
	}
	if chi.dati != nil {
		aggiornata, err := r.utenze.Gruppi(voce.Con(ctx, d.Indirizzo), *o, *chi.dati)
		if err != nil {
			return event.RispostaAccesso{}, err
		}
		if aggiornata.Verifica != o.Verifica || aggiornata.Stato != operatore.Attivo { // changed since it was read
			return event.RispostaAccesso{}, errRifiutato
		}
		*o = aggiornata
	}
	if len(o.Ruoli) == 0 {
		return event.RispostaAccesso{}, senzaRuoli()
	}
	return r.rispondi(d, o, destinatari)
}

// senzaRuoli is told to who proved to be himself, and has no role left: his groups give him none.
func senzaRuoli() *problem.Error {
	return problem.Vietato("UTENZA_SENZA_RUOLI", "L'utenza non ha alcun ruolo: i gruppi della persona non ne danno. Rivolgersi all'amministratore del comando.")
}

// cerca gives the account, nil when there is none.
func (r *Realm) cerca(ctx context.Context, d event.DomandaAccesso) (*operatore.Operatore, error) {
	username := operatore.Normalizza(d.Utente)
	if !operatore.FormaValida(username) {
		username = "" // looked for all the same: the work does not depend on the name
	}
	o, trovato, err := r.operatori.Trova(ctx, username)
	if err != nil || !trovato {
		return nil, err
	}
	return &o, nil
}

// repartoGiusto compares the department given with the present one; through a portal it must be
// given, else (BASIC, the web form) the row says it.
func repartoGiusto(d event.DomandaAccesso, o *operatore.Operatore) bool {
	if d.Portale == "" && d.Reparto == "" {
		return true
	}
	return d.Reparto == o.Reparto
}
