package sso

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/oauth2"
)

// durataProva is how long a person may take at the provider.
const durataProva = 10 * time.Minute

// prova is what a browser that begins must bring back: it travels in its cookie, sealed, so that any
// replica can read it and nobody else.
type prova struct {
	Stato    string    `json:"stato"`
	Nonce    string    `json:"nonce"`
	Verifica string    `json:"verifica"` // of PKCE
	Torna    string    `json:"torna"`
	Scade    time.Time `json:"scade"`
}

func nuovaProva(torna string, adesso time.Time) prova {
	return prova{Stato: rand.Text(), Nonce: rand.Text(), Verifica: oauth2.GenerateVerifier(), Torna: torna, Scade: adesso.Add(durataProva)}
}

// sigillo encrypts and authenticates proofs with a key that every replica has: it comes from the
// client's secret. Each text is bound to the provider that it was made for: the text of one command opens
// nothing that was begun with another's.
type sigillo struct {
	gcm cipher.AEAD
	per []byte
}

// scopo binds the key, and each sealed text, to this use.
const scopo = "verbali accesso unico 1"

func nuovoSigillo(segreto, per string) (*sigillo, error) {
	chiave, err := hkdf.Key(sha256.New, []byte(segreto), nil, scopo, 32)
	if err != nil {
		return nil, fmt.Errorf("sso: chiave: %w", err)
	}
	blocco, err := aes.NewCipher(chiave)
	if err != nil {
		return nil, fmt.Errorf("sso: chiave: %w", err)
	}
	gcm, err := cipher.NewGCMWithRandomNonce(blocco)
	if err != nil {
		return nil, fmt.Errorf("sso: chiave: %w", err)
	}
	return &sigillo{gcm: gcm, per: []byte(scopo + "\n" + per)}, nil
}

func (s *sigillo) chiudi(p prova) (string, error) {
	testo, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("sso: prova: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.gcm.Seal(nil, nil, testo, s.per)), nil //nolint:gosec // the cipher makes a nonce of its own each time
}

// apri reads a proof; false for what we never gave out, or too long ago.
func (s *sigillo) apri(cookie string, adesso time.Time) (p prova, buona bool) {
	chiuso, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	if err != nil {
		return p, false
	}
	testo, err := s.gcm.Open(nil, nil, chiuso, s.per)
	if err != nil || json.Unmarshal(testo, &p) != nil {
		return prova{}, false
	}
	return p, adesso.Before(p.Scade)
}
