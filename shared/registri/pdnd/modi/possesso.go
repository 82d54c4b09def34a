package modi

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// Possession proves that who shows a voucher is who asked for it (DPoP, RFC 9449), with a key of its own.
type Possession struct {
	key        *ecdsa.PrivateKey
	thumbprint string
	public     any
}

// NewPossession makes a key, of P-256 as PDND recommends. It needs to live no longer than the vouchers that are bound to it.
func NewPossession() (*Possession, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("modi: chiave DPoP: %w", err)
	}
	p := &Possession{key: key}
	if p.public, err = jwk(key.Public()); err != nil {
		return nil, err
	}
	p.thumbprint, err = Thumbprint(key.Public())
	return p, err
}

// Thumbprint is what a voucher bound to this key says in cnf.jkt.
func (p *Possession) Thumbprint() string { return p.thumbprint }

// Proof is good for one request: method and address, without query and fragment. voucher is empty for the request of the
// voucher itself. The receiver accepts it for about a minute, and once.
func (p *Possession) Proof(method, address, voucher string, now time.Time) (string, error) {
	claims := jwt.MapClaims{"htm": method, "htu": address, "iat": now.Unix(), "jti": uuid.NewString()}
	if voucher != "" {
		claims["ath"] = AccessTokenHash(voucher)
	}
	token := jwt.Token{Method: jwt.SigningMethodES256, Claims: claims, Header: map[string]any{"typ": "dpop+jwt", "alg": "ES256", "jwk": p.public}}
	text, err := token.SignedString(p.key)
	if err != nil {
		return "", fmt.Errorf("modi: prova di possesso: %w", err)
	}
	return text, nil
}

// AccessTokenHash is the claim ath (RFC 9449, 4.2).
func AccessTokenHash(voucher string) string {
	sum := sha256.Sum256([]byte(voucher))
	return encode(sum[:])
}
