// Package modi makes the tokens of PDND and of the security patterns of ModI: client assertion, signature of a body, evidence
// of who asks, proof of possession. It is pure: no network, no clock; the source of each rule stands beside it.
package modi

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"

	"github.com/golang-jwt/jwt/v5"
)

// bitsLeast is the smallest RSA key that PDND takes.
const bitsLeast = 2048

// Key signs for a client of PDND. Signer is an RSA key in memory, or whatever holds one: a device, a service.
type Key struct {
	Signer crypto.Signer
	Kid    string // as PDND names it: Thumbprint of the public key
}

// ParseKey reads an RSA private key in PEM, PKCS #8 or PKCS #1. The error never holds anything of it.
func ParseKey(text []byte) (Key, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return Key{}, errors.New("non è una chiave in PEM")
	}
	var parsed any
	var err error
	switch block.Type {
	case "PRIVATE KEY":
		parsed, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		parsed, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	default:
		return Key{}, errors.New("non è una chiave privata in chiaro, ma " + block.Type)
	}
	if err != nil {
		return Key{}, errors.New("la chiave è illeggibile")
	}
	signer, ok := parsed.(crypto.Signer)
	if !ok {
		return Key{}, errors.New("non è una chiave che firma")
	}
	return NewKey(signer)
}

// NewKey names a key as PDND does; it must be RSA of at least 2048 bits.
func NewKey(signer crypto.Signer) (Key, error) {
	public, ok := signer.Public().(*rsa.PublicKey)
	if !ok {
		return Key{}, errors.New("PDND vuole una chiave RSA")
	}
	if public.N.BitLen() < bitsLeast {
		return Key{}, fmt.Errorf("PDND vuole una chiave di almeno %d bit", bitsLeast)
	}
	kid, err := Thumbprint(public)
	return Key{Signer: signer, Kid: kid}, err
}

// jwk is a public key: the members of one kind, in the order of RFC 7638, 3.2 and no others.
func jwk(public crypto.PublicKey) (any, error) {
	switch k := public.(type) {
	case *rsa.PublicKey:
		return struct {
			E   string `json:"e"`
			Kty string `json:"kty"`
			N   string `json:"n"`
		}{encode(big.NewInt(int64(k.E)).Bytes()), "RSA", encode(k.N.Bytes())}, nil
	case *ecdsa.PublicKey:
		point, err := k.Bytes() // 4, then both coordinates
		if err != nil {
			return nil, fmt.Errorf("modi: %w", err)
		}
		half := (len(point) - 1) / 2
		return struct {
			Crv string `json:"crv"`
			Kty string `json:"kty"`
			X   string `json:"x"`
			Y   string `json:"y"`
		}{k.Curve.Params().Name, "EC", encode(point[1 : 1+half]), encode(point[1+half:])}, nil
	}
	return nil, fmt.Errorf("modi: una chiave %T non ha JWK", public)
}

// Thumbprint is the name of a public key (RFC 7638 with SHA-256): 43 characters of base64url.
func Thumbprint(public crypto.PublicKey) (string, error) {
	k, err := jwk(public)
	if err != nil {
		return "", err
	}
	canonical, err := json.Marshal(k)
	if err != nil {
		return "", fmt.Errorf("modi: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return encode(sum[:]), nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// sign makes a compact JWS with the header that PDND allows: alg, kid, typ and nothing else.
func (k Key) sign(claims jwt.MapClaims) (string, error) {
	token := jwt.Token{Method: rs256{}, Claims: claims, Header: map[string]any{"alg": "RS256", "kid": k.Kid, "typ": "JWT"}}
	text, err := token.SignedString(k.Signer)
	if err != nil {
		return "", fmt.Errorf("modi: firma con %s: %w", k.Kid, err)
	}
	return text, nil
}

// rs256 is jwt.SigningMethodRS256 with a key that need not be in memory.
type rs256 struct{}

// Alg is RS256.
func (rs256) Alg() string { return jwt.SigningMethodRS256.Alg() }

// Sign asks the crypto.Signer for a signature RSASSA-PKCS1-v1_5 of the SHA-256.
func (rs256) Sign(text string, key any) ([]byte, error) {
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, jwt.ErrInvalidKeyType
	}
	sum := sha256.Sum256([]byte(text))
	return signer.Sign(rand.Reader, sum[:], crypto.SHA256)
}

// Verify is the library's.
func (rs256) Verify(text string, sig []byte, key any) error {
	return jwt.SigningMethodRS256.Verify(text, sig, key)
}
