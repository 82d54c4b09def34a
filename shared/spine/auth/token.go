package auth

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// rileggiOgni is how often an unknown key may cause a reading of the key set.
const rileggiOgni = 3 * time.Second

// Claims of a token. Times are Unix seconds, as RFC 7519 has them.
type Claims struct {
	jwt.RegisteredClaims
	Tenant     string   `json:"tenant,omitempty"`
	Roles      []string `json:"ruoli"`
	Reparto    string   `json:"reparto,omitempty"`
	Portale    string   `json:"portale,omitempty"`
	Generation int64    `json:"gen,omitempty"` // of the account when it was signed
}

// GenerationOf reads the generation in a token without verifying it: for core, which has just signed it.
func GenerationOf(token string) (int64, error) {
	var c Claims
	if _, _, err := jwt.NewParser().ParseUnverified(token, &c); err != nil {
		return 0, fmt.Errorf("auth: token illeggibile: %w", err)
	}
	return c.Generation, nil
}

// Key is one public key of core in the form of RFC 8037 (OKP, Ed25519).
type Key struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	Kid string `json:"kid"`
	X   string `json:"x"`
	Alg string `json:"alg"`
	Use string `json:"use"`
}

// KeySet is the key set that core publishes.
type KeySet struct {
	Keys []Key `json:"keys"`
}

// KeyOf writes a public key.
func KeyOf(kid string, pub ed25519.PublicKey) Key {
	return Key{Kty: "OKP", Crv: "Ed25519", Kid: kid, Alg: "EdDSA", Use: "sig",
		X: base64.RawURLEncoding.EncodeToString(pub)}
}

// Verifier checks tokens without core, with the key set and the withdrawals it was last given.
type Verifier struct {
	modulo  string
	adesso  func() time.Time
	revoche Revocations
	ruoli   Roles
	proven  provenTokens

	mu     sync.RWMutex
	chiavi map[string]ed25519.PublicKey

	turno     sync.Mutex // of one reading for an unknown key; a caller who waits for it finds the key read
	rileggi   func() error
	rilettura time.Time // when the last one ended
}

// NewVerifier checks tokens meant for one module; adesso is the clock.
func NewVerifier(modulo string, adesso func() time.Time) *Verifier {
	return &Verifier{modulo: modulo, adesso: adesso, proven: newProvenTokens()}
}

// Revocations are the accounts whose tokens this verifier refuses although they are signed and not expired.
func (v *Verifier) Revocations() *Revocations { return &v.revoche }

// Roles are those that the commands made themselves, as this verifier gives them to identities.
func (v *Verifier) Roles() *Roles { return &v.ruoli }

// OnUnknownKey gives what reads the key set again and hands it to Imposta, within a time of its
// own: a token of a key published a moment ago calls it. It is called at most once every rileggiOgni,
// whatever tokens strangers invent.
func (v *Verifier) OnUnknownKey(rileggi func() error) {
	v.turno.Lock()
	defer v.turno.Unlock()
	v.rileggi = rileggi
}

// Set replaces the key set; an unreadable or empty set leaves the old one.
func (v *Verifier) Set(insieme []byte) error {
	var dati KeySet
	if err := json.Unmarshal(insieme, &dati); err != nil {
		return fmt.Errorf("auth: insieme di chiavi: %w", err)
	}
	chiavi := make(map[string]ed25519.PublicKey, len(dati.Keys))
	for _, k := range dati.Keys {
		x, err := base64.RawURLEncoding.DecodeString(k.X)
		if err != nil || len(x) != ed25519.PublicKeySize || k.Kty != "OKP" || k.Crv != "Ed25519" || k.Kid == "" {
			return fmt.Errorf("auth: chiave %q non Ed25519", k.Kid)
		}
		chiavi[k.Kid] = x
	}
	if len(chiavi) == 0 {
		return errors.New("auth: insieme di chiavi vuoto")
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.chiavi = chiavi
	return nil
}

// Ready reports whether a key set is known.
func (v *Verifier) Ready() bool {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return len(v.chiavi) > 0
}

// Verify gives the identity of a token that core signed, not expired, for this module, of an account
// that has not been blocked or changed since; anything else is the same 401. A process that follows the
// withdrawals and has not read them yet answers 503 to a good token.
func (v *Verifier) Verify(token string) (Identity, error) {
	return v.VerifyFor(token, v.modulo)
}

// VerifyFor is Verify for a token meant for one of these modules: a question over the bus carries the
// token that the asking module was shown by its caller.
func (v *Verifier) VerifyFor(token string, moduli ...string) (Identity, error) {
	if len(moduli) == 0 { // the parser would ask for none
		return Identity{}, problem.SenzaCredenziali()
	}
	c, err := v.claimsOf(token)
	if err == nil {
		err = v.valid(c, moduli)
	}
	if err != nil || c.Subject == "" {
		return Identity{}, problem.SenzaCredenziali().With(err)
	}
	i := Identity{User: c.Subject, Tenant: c.Tenant, Roles: c.Roles, Reparto: c.Reparto,
		Portale: c.Portale, Generation: c.Generation, Token: token}
	if err := v.revoche.ammette(i); err != nil {
		return Identity{}, err
	}
	return v.attuale(i), nil
}

// attuale is an identity with what its roles may now.
func (v *Verifier) attuale(i Identity) Identity {
	i.Own = v.ruoli.Of(i.Tenant, i.Roles)
	return i
}

// chiave finds the key that a token says it was signed with, reading the set again for one not in it.
func (v *Verifier) chiave(t *jwt.Token) (kid string, k ed25519.PublicKey, err error) {
	kid, _ = t.Header["kid"].(string)
	if k, ok := v.nota(kid); ok {
		return kid, k, nil
	}
	if k, ok := v.cerca(kid); ok {
		return kid, k, nil
	}
	return kid, nil, fmt.Errorf("auth: chiave %q sconosciuta", kid)
}

func (v *Verifier) nota(kid string) (ed25519.PublicKey, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	k, ok := v.chiavi[kid]
	return k, ok
}

// cerca reads the key set unless that has just been done. A reading that fails counts too: what
// cannot be read now is not asked for at each token.
func (v *Verifier) cerca(kid string) (ed25519.PublicKey, bool) {
	v.turno.Lock()
	defer v.turno.Unlock()
	if k, ok := v.nota(kid); ok { // read while this one waited
		return k, true
	}
	if kid == "" || v.rileggi == nil || v.adesso().Before(v.rilettura.Add(rileggiOgni)) {
		return nil, false
	}
	err := v.rileggi()
	v.rilettura = v.adesso()
	if err != nil {
		return nil, false
	}
	return v.nota(kid)
}
