package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/singleflight"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	frescaPer  = 60 * time.Second // an exchange is used again without asking (design, section 6)
	usabilePer = 15 * time.Minute // while core is unreachable
	riposo     = 10 * time.Second // before asking again a core that did not answer, with a usable exchange at hand
	vociAlPiu  = 10_000
)

// Realm is the verifier of passwords: core, asked over the bus.
type Realm interface {
	Login(ctx context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error)
}

// Basic exchanges HTTP BASIC credentials for a token at the edge and keeps the exchange by a keyed
// hash of the credentials, so that no password stays in memory.
type Basic struct {
	realm        Realm
	verificatore *Verifier
	modulo       string
	adesso       func() time.Time
	sale         []byte
	volo         singleflight.Group

	mu    sync.Mutex
	epoca int // grows when everything is forgotten: an answer asked for before is not kept
	voci  map[impronta]exchange
}

// impronta is the keyed hash of a user and a password.
type impronta [sha256.Size]byte

type exchange struct {
	identita Identity
	quando   time.Time // of the exchange
	riprova  time.Time // when core may be asked again
}

// NewBasic makes the exchange of one module; adesso is the clock.
func NewBasic(realm Realm, v *Verifier, modulo string, adesso func() time.Time) *Basic {
	sale := make([]byte, sha256.Size)
	_, _ = rand.Read(sale) // never fails since Go 1.24
	return &Basic{realm: realm, verificatore: v, modulo: modulo, adesso: adesso, sale: sale,
		voci: map[impronta]exchange{}}
}

// At makes the exchange ask another realm: core asks itself, not the bus. Call it before the first
// exchange.
func (b *Basic) At(realm Realm) { b.realm = realm }

// Exchange gives the identity of the credentials after "Basic ". Wrong ones are the same 401 as a
// wrong token; a realm away is 503 unless the exchange is younger than 15 minutes; so is the directory of an account, whatever its age.
func (b *Basic) Exchange(ctx context.Context, credenziali, indirizzo string) (Identity, error) {
	utente, password, ok := dividi(credenziali)
	if !ok {
		return Identity{}, problem.SenzaCredenziali()
	}
	return b.scambia(ctx, utente, password, indirizzo)
}

// ExchangeUser is Exchange for a user and a password that come another way than BASIC: the same
// exchange, the same answers.
func (b *Basic) ExchangeUser(ctx context.Context, utente, password, indirizzo string) (Identity, error) {
	if !credibile(utente, password) {
		return Identity{}, problem.SenzaCredenziali()
	}
	return b.scambia(ctx, utente, password, indirizzo)
}

func (b *Basic) scambia(ctx context.Context, utente, password, indirizzo string) (Identity, error) {
	k := b.chiave(utente, password)
	voce, nota, epoca := b.cerca(k)
	if nota && b.adesso().Before(voce.riprova) {
		return b.verificatore.attuale(voce.identita), nil
	}
	// A request may wait for the question of another one, but not for one asked before everything was
	// forgotten.
	esito, err, _ := b.volo.Do(strconv.Itoa(epoca)+string(k[:]), func() (any, error) {
		return b.chiedi(ctx, utente, password, indirizzo)
	})
	adesso := b.adesso()
	switch p := problem.As(err); {
	case err == nil:
		i, _ := esito.(Identity)
		b.tieni(k, epoca, exchange{identita: i, quando: adesso, riprova: adesso.Add(frescaPer)})
		return i, nil
	case nota && irraggiungibile(p) && adesso.Sub(voce.quando) < usabilePer && b.buona(voce):
		voce.riprova = minimo(adesso.Add(riposo), voce.quando.Add(usabilePer))
		b.tieni(k, epoca, voce)
		return b.verificatore.attuale(voce.identita), nil
	}
	b.togli(k)
	return Identity{}, err
}

// irraggiungibile reports whether nobody has judged the account: core does not answer the bus, or its database does not answer
// core. A directory that is away is no such thing: core is there, and says that it lets nobody of that account in.
func irraggiungibile(p *problem.Error) bool {
	return p != nil && (p.Codice == "MODULO_NON_DISPONIBILE" || p.Codice == "BANCA_DATI_NON_DISPONIBILE")
}

func minimo(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func (b *Basic) chiedi(ctx context.Context, utente, password, indirizzo string) (Identity, error) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer fine()
	r, err := b.realm.Login(ctx, event.DomandaAccesso{
		Utente: utente, Password: password, Indirizzo: indirizzo, Modulo: b.modulo,
	})
	if err != nil {
		return Identity{}, err
	}
	return b.verificatore.Verify(r.Token)
}

// dividi reads user and password.
func dividi(credenziali string) (utente, password string, ok bool) {
	chiaro, err := base64.StdEncoding.DecodeString(credenziali)
	if err != nil {
		return "", "", false
	}
	utente, password, ok = strings.Cut(string(chiaro), ":")
	return utente, password, ok && credibile(utente, password)
}

// credibile: a NUL in the name, an empty name, or bytes that are not UTF-8 (they would reach core as
// something else) are never a credential.
func credibile(utente, password string) bool {
	return utente != "" && !strings.ContainsRune(utente, 0) && utf8.ValidString(utente) && utf8.ValidString(password)
}

func (b *Basic) chiave(utente, password string) (k impronta) {
	m := hmac.New(sha256.New, b.sale)
	m.Write([]byte(strings.ToLower(utente) + "\x00" + password))
	m.Sum(k[:0])
	return k
}

// cerca finds an exchange that is still good. An exchange of an account blocked or changed since counts as unknown, so that
// core is asked, even if core's fact did not reach this process.
func (b *Basic) cerca(k impronta) (voce exchange, nota bool, epoca int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	voce, nota = b.voci[k]
	return voce, nota && b.buona(voce), b.epoca
}

func (b *Basic) buona(voce exchange) bool {
	return b.verificatore.revoche.ammette(voce.identita) == nil
}

func (b *Basic) tieni(k impronta, epoca int, voce exchange) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if epoca != b.epoca {
		return
	}
	if len(b.voci) >= vociAlPiu {
		clear(b.voci)
	}
	b.voci[k] = voce
}

func (b *Basic) togli(k impronta) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.voci, k)
}

// Clear forgets every exchange, also those being asked for: an operator has changed.
func (b *Basic) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.epoca++
	clear(b.voci)
}

// Review makes every exchange be asked for again at its next use, and keeps it for the time that core
// is unreachable: something may have changed while this process heard nothing.
func (b *Basic) Review() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.epoca++
	for k, voce := range b.voci {
		voce.riprova = time.Time{}
		b.voci[k] = voce
	}
}
