// Package chiave is the keys that tokens are signed with: the private one in its file, read again when
// it changes, and the public ones, which stay published as long as a token of theirs may live.
package chiave

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// tipoPEM is the heading of a PKCS #8 private key.
const tipoPEM = "PRIVATE KEY"

// Chiave is a private key, which only core has.
type Chiave struct {
	privata ed25519.PrivateKey
	kid     string
}

// Nuova makes a key.
func Nuova() (*Chiave, error) {
	_, privata, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("chiave: %w", err)
	}
	return di(privata), nil
}

// Leggi reads an Ed25519 private key as PKCS #8 in PEM. The fault is a sentence in Italian.
func Leggi(testo []byte) (*Chiave, error) {
	blocco, _ := pem.Decode(testo)
	if blocco == nil || blocco.Type != tipoPEM {
		return nil, errors.New("non è una chiave privata PKCS #8 in PEM")
	}
	chiave, err := x509.ParsePKCS8PrivateKey(blocco.Bytes)
	if err != nil {
		return nil, fmt.Errorf("non è una chiave privata PKCS #8: %w", err)
	}
	privata, ed := chiave.(ed25519.PrivateKey)
	if !ed {
		return nil, fmt.Errorf("è una chiave %T: serve Ed25519", chiave)
	}
	return di(privata), nil
}

func di(privata ed25519.PrivateKey) *Chiave {
	pubblica := ed25519.PublicKey(privata[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
	return &Chiave{privata: privata, kid: impronta(pubblica)}
}

// PEM writes the private key as Leggi reads it.
func (c *Chiave) PEM() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(c.privata)
	if err != nil {
		return nil, fmt.Errorf("chiave: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: tipoPEM, Bytes: der}), nil
}

// KID names the key.
func (c *Chiave) KID() string { return c.kid }

func (c *Chiave) pubblica() ed25519.PublicKey {
	return ed25519.PublicKey(c.privata[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
}

// impronta names a key after itself: the thumbprint of RFC 7638, as RFC 8037 has it for OKP keys.
func impronta(pubblica ed25519.PublicKey) string {
	x := auth.KeyOf("", pubblica).X
	somma := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + x + `"}`))
	return base64.RawURLEncoding.EncodeToString(somma[:])
}

// Firma signs the claims.
func (c *Chiave) Firma(pretese jwt.Claims) (string, error) {
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, pretese)
	t.Header["kid"] = c.kid
	firmato, err := t.SignedString(c.privata)
	if err != nil {
		return "", fmt.Errorf("chiave: firma del token: %w", err)
	}
	return firmato, nil
}
