// Package accesso is the realm: the only verifier of passwords and the only signer of tokens.
package accesso

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// limiteCampo bounds, in bytes, what is hashed or looked for: longer input is wrong input.
const limiteCampo = 1024

// Tenant finds the tenants that are served.
type Tenant interface {
	Cerca(ctx context.Context, nome string) (tenant.Tenant, error)
}

// Realm verifies and signs. It implements auth.Realm.
type Realm struct {
	operatori operatore.Store
	store     Store
	tenant    Tenant
	firma     *Firma
	adesso    func() time.Time
	log       *slog.Logger
	posti     *semaphore.Weighted
	finta     string // a stored value that no password has: unknown names cost as much as known ones
}

// Nuovo makes the realm; adesso is the clock. At most twice as many hashes as processors run at once:
// each takes 19 MiB.
func Nuovo(p *db.Piscine, t Tenant, f *Firma, adesso func() time.Time, log *slog.Logger) (*Realm, error) {
	finta, err := operatore.Proteggi("")
	if err != nil {
		return nil, err
	}
	return &Realm{
		operatori: operatore.Store{Piscine: p}, store: Store{Piscine: p}, tenant: t, firma: f, adesso: adesso, log: log,
		posti: semaphore.NewWeighted(int64(2 * runtime.GOMAXPROCS(0))), finta: finta,
	}, nil
}

// errRifiutato is any of the reasons for which the answer is the same 401.
var errRifiutato = errors.New("accesso: rifiutato")

// Accedi verifies the credentials and gives a token. Whatever is wrong in user, password, department
// or portal, and a blocked account, is the same 401; a suspended tenant is 403 to who proved to be of
// it. Each attempt leaves a line in the register.
func (r *Realm) Accedi(ctx context.Context, d evento.DomandaAccesso) (evento.RispostaAccesso, error) {
	o, risposta, err := r.verifica(ctx, d)
	esito := esitoDi(err)
	registrato := r.store.Registra(ctx, o, d, esito)
	switch {
	case errors.Is(err, errRifiutato):
		r.annota(ctx, registrato)
		return evento.RispostaAccesso{}, problem.SenzaCredenziali()
	case err != nil:
		r.annota(ctx, registrato)
		return evento.RispostaAccesso{}, err
	case registrato != nil:
		return evento.RispostaAccesso{}, registrato
	}
	return risposta, nil
}

// annota logs a line of the register that could not be written: a refusal stays a refusal.
func (r *Realm) annota(ctx context.Context, err error) {
	if err != nil {
		r.log.ErrorContext(ctx, "accesso non registrato", "errore", err)
	}
}

// The outcomes written in the register.
const (
	esitoAmmesso   = "AMMESSO"
	esitoRifiutato = "RIFIUTATO"
	esitoSospeso   = "TENANT_SOSPESO"
	esitoErrore    = "NON_VERIFICATO"
)

func esitoDi(err error) string {
	switch {
	case err == nil:
		return esitoAmmesso
	case errors.Is(err, errRifiutato):
		return esitoRifiutato
	case problem.E(err, tenant.InSospeso().Codice):
		return esitoSospeso
	}
	return esitoErrore
}

func (r *Realm) verifica(ctx context.Context, d evento.DomandaAccesso) (*operatore.Operatore, evento.RispostaAccesso, error) {
	o, err := r.cerca(ctx, d)
	if err != nil {
		return nil, evento.RispostaAccesso{}, err
	}
	giusta, err := r.password(ctx, d, o)
	if err != nil {
		return o, evento.RispostaAccesso{}, err
	}
	destinatari, err := r.destinatari(ctx, d, o)
	if err != nil && !errors.Is(err, errRifiutato) {
		return o, evento.RispostaAccesso{}, err
	}
	if o == nil || !giusta || err != nil || o.Stato != operatore.Attivo || !repartoGiusto(d, o) {
		return o, evento.RispostaAccesso{}, errRifiutato
	}
	if o.Tenant != "" {
		if _, err := r.tenant.Cerca(ctx, o.Tenant); err != nil {
			return o, evento.RispostaAccesso{}, err
		}
	}
	risposta, err := r.rispondi(d, o, destinatari)
	return o, risposta, err
}

// cerca gives the account, nil when there is none.
func (r *Realm) cerca(ctx context.Context, d evento.DomandaAccesso) (*operatore.Operatore, error) {
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

// password computes H, always, and compares it with what is stored. One argon2id is computed whatever
// is stored: an unknown name and a legacy row cost what the others do.
func (r *Realm) password(ctx context.Context, d evento.DomandaAccesso, o *operatore.Operatore) (bool, error) {
	sale, impronta := d.Reparto, r.finta
	if o != nil {
		sale, impronta = o.RepartoSale, o.Impronta
	}
	if len(d.Password) > limiteCampo || len(sale) > limiteCampo {
		sale, d.Password = "", ""
		impronta = r.finta
	}
	h := auth.Impronta(d.Password, sale)
	if err := r.posti.Acquire(ctx, 1); err != nil {
		return false, problem.NonDisponibile("REALM_OCCUPATO", "Troppi accessi in corso: riprovare.").Con(err)
	}
	defer r.posti.Release(1)
	if !operatore.Antica(impronta) {
		return operatore.Corrisponde(h, impronta)
	}
	if _, err := operatore.Corrisponde(h, r.finta); err != nil {
		return false, err
	}
	return operatore.Corrisponde(h, impronta)
}

// repartoGiusto compares the department given with the present one; through a portal it must be
// given, else (BASIC, the web form) the row says it.
func repartoGiusto(d evento.DomandaAccesso, o *operatore.Operatore) bool {
	if d.Portale == "" && d.Reparto == "" {
		return true
	}
	return d.Reparto == o.Reparto
}

// destinatari gives the audience of the token: the asking module without a portal, every module
// through an operators' portal, connessione through a citizens'. The portal must be of the account's
// tenant.
func (r *Realm) destinatari(ctx context.Context, d evento.DomandaAccesso, o *operatore.Operatore) ([]string, error) {
	if d.Portale == "" {
		return modulo(d.Modulo)
	}
	if len(d.Portale) > limiteCampo {
		return nil, errRifiutato
	}
	p, trovato, err := r.store.Portale(ctx, d.Portale)
	switch {
	case err != nil:
		return nil, err
	case !trovato || o == nil || p.Tenant != o.Tenant:
		return nil, errRifiutato
	case p.Cittadini:
		return []string{moduloCittadini}, nil
	}
	return moduli(), nil
}

func (r *Realm) rispondi(d evento.DomandaAccesso, o *operatore.Operatore, destinatari []string) (evento.RispostaAccesso, error) {
	token, err := r.firma.Token(r.adesso(), auth.Identita{
		Utente: o.Username, Tenant: o.Tenant, Ruoli: o.Ruoli, Reparto: o.Reparto, Portale: d.Portale,
	}, destinatari)
	if err != nil {
		return evento.RispostaAccesso{}, fmt.Errorf("accesso: %w", err)
	}
	return evento.RispostaAccesso{
		Token: token, ScadeTraSecondi: int(DurataToken.Seconds()), Tenant: o.Tenant,
		Operatore: evento.Operatore{Username: o.Username, Nome: o.Nome, Cognome: o.Cognome, Reparto: o.Reparto, Ruoli: o.Ruoli},
	}, nil
}
