package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

const (
	frescaPer  = 60 * time.Second // an exchange is used again without asking (design, section 6)
	usabilePer = 15 * time.Minute // while core is unreachable
	vociAlPiu  = 10_000
)

// Realm is the verifier of passwords: core, asked over the bus.
type Realm interface {
	Accedi(ctx context.Context, d evento.DomandaAccesso) (evento.RispostaAccesso, error)
}

// Basic exchanges HTTP BASIC credentials for a token at the edge and keeps the exchange by a keyed
// hash of the credentials, so that no password stays in memory.
type Basic struct {
	realm        Realm
	verificatore *Verificatore
	modulo       string
	adesso       func() time.Time
	sale         []byte
	volo         singleflight.Group

	mu   sync.Mutex
	voci map[[sha256.Size]byte]scambio
}

type scambio struct {
	identita Identita
	quando   time.Time
}

// NuovoBasic makes the exchange of one module; adesso is the clock.
func NuovoBasic(realm Realm, v *Verificatore, modulo string, adesso func() time.Time) *Basic {
	sale := make([]byte, sha256.Size)
	_, _ = rand.Read(sale) // never fails since Go 1.24
	return &Basic{realm: realm, verificatore: v, modulo: modulo, adesso: adesso, sale: sale,
		voci: map[[sha256.Size]byte]scambio{}}
}

// Scambia gives the identity of the credentials after "Basic ". Wrong ones are the same 401 as a
// wrong token; a realm away is 503 unless the exchange is younger than 15 minutes.
func (b *Basic) Scambia(ctx context.Context, credenziali, indirizzo string) (Identita, error) {
	utente, password, ok := dividi(credenziali)
	if !ok {
		return Identita{}, problem.SenzaCredenziali()
	}
	k := b.chiave(utente, password)
	voce, nota := b.cerca(k)
	if nota && b.adesso().Sub(voce.quando) < frescaPer {
		return voce.identita, nil
	}
	esito, err, _ := b.volo.Do(string(k[:]), func() (any, error) { return b.chiedi(ctx, utente, password, indirizzo) })
	switch {
	case err == nil:
		i, _ := esito.(Identita)
		b.tieni(k, i)
		return i, nil
	case nota && problem.E(err, "MODULO_NON_DISPONIBILE") && b.adesso().Sub(voce.quando) < usabilePer:
		return voce.identita, nil
	}
	b.togli(k)
	return Identita{}, err
}

func (b *Basic) chiedi(ctx context.Context, utente, password, indirizzo string) (Identita, error) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer fine()
	r, err := b.realm.Accedi(ctx, evento.DomandaAccesso{
		Utente: utente, Password: password, Indirizzo: indirizzo, Modulo: b.modulo,
	})
	if err != nil {
		return Identita{}, err //nolint:wrapcheck // it is a problem of the realm
	}
	return b.verificatore.Verifica(r.Token)
}

// dividi reads user and password; a NUL or an empty name is never a credential.
func dividi(credenziali string) (utente, password string, ok bool) {
	chiaro, err := base64.StdEncoding.DecodeString(credenziali)
	if err != nil {
		return "", "", false
	}
	utente, password, ok = strings.Cut(string(chiaro), ":")
	return utente, password, ok && utente != "" && !strings.ContainsRune(utente, 0)
}

func (b *Basic) chiave(utente, password string) (k [sha256.Size]byte) {
	m := hmac.New(sha256.New, b.sale)
	m.Write([]byte(strings.ToLower(utente) + "\x00" + password))
	m.Sum(k[:0])
	return k
}

func (b *Basic) cerca(k [sha256.Size]byte) (scambio, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	v, ok := b.voci[k]
	return v, ok
}

func (b *Basic) tieni(k [sha256.Size]byte, i Identita) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.voci) >= vociAlPiu {
		clear(b.voci)
	}
	b.voci[k] = scambio{identita: i, quando: b.adesso()}
}

func (b *Basic) togli(k [sha256.Size]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.voci, k)
}

// Svuota forgets every exchange: an operator has changed.
func (b *Basic) Svuota() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.voci)
}
