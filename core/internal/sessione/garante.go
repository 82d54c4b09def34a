package sessione

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Garante is the provider of single sign-on that vouched for an operator, and how it calls him and his session there. Comando
// is whose provider it is; empty: the platform's.
type Garante struct{ Comando, Emittente, Soggetto, SID, IDToken string }

// garantito is what a session keeps of it: the token of the provider, which says who the person is, is sealed with a key that
// the cookie alone gives.
type garantito struct {
	Comando string `json:"comando,omitempty"`
	IDToken []byte `json:"idToken,omitempty"`
}

// Garantita is a session that a provider ended.
type Garantita struct{ Username, Tenant string }

// ChiudiGarantite ends the sessions that a provider vouched for: that of g.SID where it is given, else all those of g.Soggetto.
func ChiudiGarantite(tx *db.Tx, g Garante) (chiuse []Garantita, err error) {
	err = tx.Raw(`WITH via AS (DELETE FROM sessione WHERE emittente = ? AND coalesce(attributi->'garante'->>'comando', '') = ?
			AND (? = '' OR soggetto = ?) AND (? = '' OR sid = ?) RETURNING username)
		SELECT DISTINCT o.username, coalesce(o.tenant, '') AS tenant FROM via JOIN operatore o ON o.username = via.username`,
		g.Emittente, g.Comando, g.Soggetto, g.Soggetto, g.SID, g.SID).Scan(&chiuse).Error
	return chiuse, err
}

// usoIDToken binds the key to this use.
const usoIDToken = "verbali core sessione idToken 1"

// sigilloDi is AES-256-GCM under a key of this cookie alone, with a nonce of its own making.
func sigilloDi(cookie string) (cipher.AEAD, error) {
	segreto, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	if err != nil || len(segreto) != byteSegreto {
		return nil, fmt.Errorf("sessione: cookie: %w", err)
	}
	chiave, err := hkdf.Key(sha256.New, segreto, nil, usoIDToken, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("sessione: %w", err)
	}
	blocco, err := aes.NewCipher(chiave)
	if err != nil {
		return nil, fmt.Errorf("sessione: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(blocco)
}

// garantitoDa seals what a session keeps; nil for a login by password.
func garantitoDa(g *Garante, cookie string) (*garantito, error) {
	if g == nil {
		return nil, nil //nolint:nilnil // nobody vouched
	}
	s, err := sigilloDi(cookie)
	if err != nil {
		return nil, err
	}
	return &garantito{Comando: g.Comando, IDToken: s.Seal(nil, nil, []byte(g.IDToken), nil)}, nil //nolint:gosec // the cipher makes a nonce of its own each time
}

// idToken opens the token of the provider with the cookie of the session; empty when there is none.
func (x Sessione) idToken(cookie string) string {
	g := x.Attributi.Garante
	if g == nil {
		return ""
	}
	s, err := sigilloDi(cookie)
	if err != nil {
		return ""
	}
	chiaro, err := s.Open(nil, nil, g.IDToken, nil)
	if err != nil {
		return ""
	}
	return string(chiaro)
}
