package auth

import (
	"crypto/ed25519"
	"crypto/sha256"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/hashicorp/golang-lru/v2"
)

// maxProven are how many proven tokens are remembered: as many callers at once, about a kilobyte each.
const maxProven = 4096

// proven is a token whose signature was right: what it says, and the key that signed it.
type proven struct {
	claims Claims
	kid    string
	key    ed25519.PublicKey
}

// provenTokens remembers tokens by the hash of their bytes, so that the signature, nine tenths of the cost of a
// token, is proved once. Everything else about a token is judged at every use.
type provenTokens struct {
	all *lru.Cache[[sha256.Size]byte, proven]
}

func newProvenTokens() provenTokens {
	all, err := lru.New[[sha256.Size]byte, proven](maxProven)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return provenTokens{all: all}
}

// claimsOf gives what a token says after its signature was proved by a key that is published now.
func (v *Verifier) claimsOf(token string) (Claims, error) {
	digest := sha256.Sum256([]byte(token))
	if p, ok := v.proven.all.Get(digest); ok {
		if k, known := v.nota(p.kid); known && k.Equal(p.key) {
			return p.claims, nil
		}
		v.proven.all.Remove(digest)
	}
	p := proven{}
	_, err := jwt.ParseWithClaims(token, &p.claims, func(t *jwt.Token) (any, error) {
		var err error
		p.kid, p.key, err = v.chiave(t)
		return p.key, err
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithStrictDecoding(), jwt.WithoutClaimsValidation())
	if err != nil {
		return Claims{}, err
	}
	v.proven.all.Add(digest, p)
	return p.claims, nil
}

// valid judges what a token says, at this moment and for one of these modules.
func (v *Verifier) valid(c Claims, moduli []string) error {
	return jwt.NewValidator(jwt.WithIssuer(Issuer), jwt.WithAudience(moduli...), jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(v.adesso), jwt.WithLeeway(5*time.Second)).Validate(c)
}
