package testkit

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// KidProva is the name of the key of a Realm.
const KidProva = "prova"

// PasswordGiusta is the one password that a Realm accepts.
const PasswordGiusta = "giusta"

// GenerazioneProva is that of an account just made, in the environments of the tests and in core.
const GenerazioneProva = 1

// Realm plays core in the tests of the other services: it signs tokens with a key of its own, gives
// the key set, and answers who enters.
type Realm struct {
	Privata ed25519.PrivateKey
	Kid     string // name of the key: KidProva unless a test rotates

	mu       sync.Mutex
	bloccati map[string]bool
}

// NuovoRealm makes a realm with a new key.
func NuovoRealm(tb testing.TB) *Realm {
	tb.Helper()
	_, privata, err := ed25519.GenerateKey(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return &Realm{Privata: privata, Kid: KidProva, bloccati: map[string]bool{}}
}

// Blocca makes the realm refuse an account from now on.
func (r *Realm) Blocca(utente string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bloccati[utente] = true
}

func (r *Realm) bloccato(utente string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bloccati[utente]
}

// Pubblica is the key that verifies.
func (r *Realm) Pubblica() ed25519.PublicKey {
	pubblica, _ := r.Privata.Public().(ed25519.PublicKey)
	return pubblica
}

// Insieme is the key set as core publishes it.
func (r *Realm) Insieme(tb testing.TB) []byte {
	tb.Helper()
	insieme, err := json.Marshal(auth.KeySet{Keys: []auth.Key{auth.KeyOf(r.Kid, r.Pubblica())}})
	if err != nil {
		tb.Fatal(err)
	}
	return insieme
}

// Claims are those of a good token: for one module, an account of a tenant and its roles.
func Claims(modulo, utente, tenant string, ruoli ...string) auth.Claims {
	return auth.Claims{Tenant: tenant, Roles: ruoli, Reparto: "PL01", Generation: GenerazioneProva, RegisteredClaims: jwt.RegisteredClaims{
		Issuer: auth.Issuer, Subject: utente, Audience: jwt.ClaimStrings{modulo},
		IssuedAt: jwt.NewNumericDate(tempo.Adesso()), ExpiresAt: jwt.NewNumericDate(tempo.Adesso().Add(31 * time.Minute)),
	}}
}

// Token signs what core would have signed, and what it would not.
func (r *Realm) Token(tb testing.TB, c auth.Claims) string {
	tb.Helper()
	firmato, err := r.firma(c)
	if err != nil {
		tb.Fatal(err)
	}
	return firmato
}

func (r *Realm) firma(c auth.Claims) (string, error) {
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
	t.Header["kid"] = r.Kid
	return t.SignedString(r.Privata)
}

// Accedi answers chiedi.core.accesso: <role>.<tenant> with PasswordGiusta has that role in that tenant,
// and a token for the asking module.
func (r *Realm) Accedi(_ context.Context, domanda []byte) (any, error) {
	var d event.DomandaAccesso
	if err := json.Unmarshal(domanda, &d); err != nil {
		return nil, err
	}
	if d.Password != PasswordGiusta || r.bloccato(d.Utente) {
		return nil, problem.SenzaCredenziali()
	}
	ruolo, tenant, _ := strings.Cut(d.Utente, ".")
	token, err := r.firma(Claims(d.Modulo, d.Utente, tenant, strings.ToUpper(ruolo)))
	return event.RispostaAccesso{Token: token, Tenant: tenant}, err
}

// Rispondi makes the realm answer on the bus, in core's place, from when it returns.
func (r *Realm) Rispondi(tb testing.TB, core *bus.Bus) {
	tb.Helper()
	if err := errors.Join(core.Reply("accesso", 5*time.Second, r.Accedi), core.Conn.Flush()); err != nil {
		tb.Fatal(err)
	}
}
