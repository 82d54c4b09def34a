package accesso

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/auth"
)

// DurataToken is how long a token is good.
const DurataToken = 31 * time.Minute

// Firma is the private key of the platform, which only core has.
type Firma struct {
	privata ed25519.PrivateKey
	kid     string
}

// LeggiFirma reads an Ed25519 private key as PKCS #8 in PEM.
func LeggiFirma(testo []byte) (*Firma, error) {
	blocco, _ := pem.Decode(testo)
	if blocco == nil || blocco.Type != "PRIVATE KEY" {
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
	return &Firma{privata: privata, kid: impronta(privata)}, nil
}

// impronta names the key after itself: the thumbprint of RFC 7638, as RFC 8037 has it for OKP keys.
func impronta(privata ed25519.PrivateKey) string {
	x := auth.ChiaveDi("", pubblica(privata)).X
	somma := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + x + `"}`))
	return base64.RawURLEncoding.EncodeToString(somma[:])
}

func pubblica(privata ed25519.PrivateKey) ed25519.PublicKey {
	return ed25519.PublicKey(privata[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
}

// Insieme is the public key set, as JSON.
func (f *Firma) Insieme() ([]byte, error) {
	insieme, err := json.Marshal(auth.Insieme{Keys: []auth.Chiave{auth.ChiaveDi(f.kid, pubblica(f.privata))}})
	if err != nil {
		return nil, fmt.Errorf("accesso: insieme di chiavi: %w", err)
	}
	return insieme, nil
}

// Token signs the identity for these modules.
func (f *Firma) Token(adesso time.Time, i auth.Identita, destinatari []string) (string, error) {
	id, err := uuid.NewRandom()
	if err != nil {
		return "", fmt.Errorf("identificativo del token: %w", err)
	}
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, auth.Claims{
		RegisteredClaims: jwt.RegisteredClaims{
			ID: id.String(), Issuer: auth.Emittente, Subject: i.Utente, Audience: destinatari,
			IssuedAt: jwt.NewNumericDate(adesso), ExpiresAt: jwt.NewNumericDate(adesso.Add(DurataToken)),
		},
		Tenant: i.Tenant, Ruoli: i.Ruoli, Reparto: i.Reparto, Portale: i.Portale,
	})
	t.Header["kid"] = f.kid
	firmato, err := t.SignedString(f.privata)
	if err != nil {
		return "", fmt.Errorf("firma del token: %w", err)
	}
	return firmato, nil
}
