// Package sessione keeps who has logged in to the citizens' pages. The browser holds a random secret
// in a cookie; the platform database holds its hash and the token of core, sealed with a key that only
// the secret gives: who reads the table can neither come in nor read a token.
package sessione

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// byteSegreto is how long the secret of a cookie is.
const byteSegreto = 32

// The uses of a secret; none helps against another.
const (
	usoContenuto = "verbali.connessione.sessione.contenuto.1"
	usoModulo    = "verbali.connessione.sessione.modulo.1"
)

// Sessione is who is in: the token that core gave, and the name to greet them by. It lives as long as
// the token, which cannot be renewed without the password.
type Sessione struct {
	Token string    `json:"token"`
	Nome  string    `json:"nome"`
	Scade time.Time `json:"-"`
	// Portale and IDToken are of who came in by the provider of a portal: for the logout there.
	Portale string `json:"portale,omitempty"`
	IDToken string `json:"idToken,omitempty"`
	// Garante vouches for the session: when it says that its own is over, this one is.
	Garante Garante `json:"-"`
}

// Garante is a session at the provider of a portal. Soggetto or SID may be empty; with neither nobody vouches.
type Garante struct{ Portale, Emittente, Soggetto, SID string }

// impronte are the stored digests of a guarantor, compared with those of a notice: they reveal no person's name.
func (g Garante) impronte() [][]byte {
	tutte := [][]byte{}
	for cosa, valore := range map[string]string{"sub": g.Soggetto, "sid": g.SID} {
		if valore != "" {
			testo := strings.Join([]string{g.Portale, g.Emittente, cosa, valore}, "\n")
			tutte = append(tutte, chiaveDi([]byte(testo)))
		}
	}
	return tutte
}

// Pools opens the platform database.
type Pools interface {
	Platform(ctx context.Context) (*db.Database, error)
}

// Service opens, finds and closes sessions.
type Service struct {
	store  store
	adesso func() time.Time
}

// Nuovo makes the service; adesso is the clock.
func Nuovo(p Pools, adesso func() time.Time) *Service {
	return &Service{store: store{pools: p}, adesso: adesso}
}

// Apri starts a session that lives so long, forgets the one of the cookie that came with the login,
// and gives the new cookie.
func (s *Service) Apri(ctx context.Context, x Sessione, durata time.Duration, vecchio string) (cookie string, err error) {
	segreto := segretoNuovo()
	sigillo, err := sigilloDi(segreto)
	if err != nil {
		return "", err
	}
	chiaro, err := json.Marshal(x)
	if err != nil {
		return "", fmt.Errorf("sessione: %w", err)
	}
	chiave, adesso := chiaveDi(segreto), s.adesso()
	if precedente, ok := leggi(vecchio); ok {
		if err := s.store.elimina(ctx, chiaveDi(precedente)); err != nil {
			return "", err
		}
	}
	chiuso := sigillo.Seal(nil, nil, chiaro, chiave) //nolint:gosec // the nonce is the sealer's own, random
	return scrivi(segreto), s.store.inserisci(ctx, riga{chiave, chiuso, adesso.Add(durata), x.Garante.impronte()}, adesso)
}

// Trova gives the live session of a cookie; false when there is none.
func (s *Service) Trova(ctx context.Context, cookie string) (x Sessione, trovata bool, err error) {
	segreto, ok := leggi(cookie)
	if !ok {
		return x, false, nil
	}
	chiave := chiaveDi(segreto)
	r, trovata, err := s.store.cerca(ctx, chiave, s.adesso())
	if err != nil || !trovata {
		return x, false, err
	}
	sigillo, err := sigilloDi(segreto)
	if err != nil {
		return x, false, err
	}
	chiaro, err := sigillo.Open(nil, nil, r.contenuto, chiave)
	if err != nil {
		return x, false, fmt.Errorf("sessione: contenuto alterato: %w", err)
	}
	x.Scade = r.scade
	return x, true, json.Unmarshal(chiaro, &x)
}

// Chiudi ends the session of a cookie; every copy of the cookie becomes worthless.
func (s *Service) Chiudi(ctx context.Context, cookie string) error {
	segreto, ok := leggi(cookie)
	if !ok {
		return nil
	}
	return s.store.elimina(ctx, chiaveDi(segreto))
}

// ChiudiGarantite ends the sessions that a provider's log-out notice names: the session SID, or every session of Soggetto.
// False for a repeated notice, and for a notice that names neither.
func (s *Service) ChiudiGarantite(ctx context.Context, g Garante, avviso string) (prima bool, err error) {
	impronte := g.impronte()
	if len(impronte) == 0 || avviso == "" {
		return false, nil
	}
	nota := strings.Join([]string{g.Portale, g.Emittente, avviso}, "\n")
	return s.store.eliminaGarantite(ctx, impronte, hex.EncodeToString(chiaveDi([]byte(nota))))
}

// SegretoModulo makes the cookie of a form that is sent before there is a session.
func SegretoModulo() string { return scrivi(segretoNuovo()) }

// GettoneModulo is the token that a form sent with a cookie must carry; only a reader of our pages knows it. Empty for a cookie
// that is not ours.
func GettoneModulo(cookie string) string {
	segreto, ok := leggi(cookie)
	if !ok {
		return ""
	}
	m := hmac.New(sha256.New, segreto)
	m.Write([]byte(usoModulo))
	return scrivi(m.Sum(nil))
}

// ModuloNostro reports that a form was made for a citizen who has the cookie.
func ModuloNostro(cookie, token string) bool {
	atteso := GettoneModulo(cookie)
	return atteso != "" && hmac.Equal([]byte(atteso), []byte(token))
}

func segretoNuovo() []byte {
	segreto := make([]byte, byteSegreto)
	_, _ = rand.Read(segreto) // never fails since Go 1.24
	return segreto
}

func scrivi(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func leggi(cookie string) ([]byte, bool) {
	segreto, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	return segreto, err == nil && len(segreto) == byteSegreto
}

func chiaveDi(segreto []byte) []byte {
	somma := sha256.Sum256(segreto)
	return somma[:]
}

// sigilloDi is AES-256-GCM under a key of this session alone, with a nonce of its own making.
func sigilloDi(segreto []byte) (cipher.AEAD, error) {
	chiave, err := hkdf.Key(sha256.New, segreto, nil, usoContenuto, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("sessione: %w", err)
	}
	blocco, err := aes.NewCipher(chiave)
	if err != nil {
		return nil, fmt.Errorf("sessione: %w", err)
	}
	sigillo, err := cipher.NewGCMWithRandomNonce(blocco)
	if err != nil {
		return nil, fmt.Errorf("sessione: %w", err)
	}
	return sigillo, nil
}
