// Package modi is what the provider of an e-service checks of a call before it looks at its content: the voucher of PDND
// and, where the service asks for them, the tokens of ModI, as GovWay's profile does. Piattaforma is the other side, for
// tests: it gives vouchers and signs calls.
package modi

import (
	"crypto"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Chiavi finds a public key by its kid; false when it is unknown.
type Chiavi func(kid string) (crypto.PublicKey, bool)

// Verificatore checks calls. It is safe for concurrent use and remembers the jti of every token of ModI.
type Verificatore struct {
	Adesso   func() time.Time
	Pdnd     Chiavi // that sign vouchers
	Fruitore Chiavi // that sign the tokens of ModI

	mu    sync.Mutex
	visti map[string]bool
}

// Rifiuto is why a call is refused, with the title that the gateway gives it. Perche is for the provider's log alone.
type Rifiuto struct {
	Stato          int
	Titolo, Perche string
}

func nonConforme(perche string) *Rifiuto {
	return &Rifiuto{http.StatusBadRequest, "InteroperabilityInvalidRequest", perche}
}

// Voucher is what a voucher says.
type Voucher struct {
	jwt.RegisteredClaims
	Finalita string  `json:"purposeId"`
	Client   string  `json:"client_id"`
	Digest   *Digest `json:"digest"`
}

// Digest binds a voucher to an evidence.
type Digest struct {
	Alg   string `json:"alg"`
	Value string `json:"value"`
}

// The headers of ModI, as net/http writes them.
const (
	intestazioneFirma   = "Agid-Jwt-Signature"
	intestazioneTraccia = "Agid-Jwt-Trackingevidence"
)

const (
	tolleranza = 5 * time.Second // of an iat in the future
	vecchiaia  = 5 * time.Minute // of an iat
)

// Voucher checks the voucher of a call: type, signature, times, audience.
func (v *Verificatore) Voucher(r *http.Request, destinatario string) (Voucher, *Rifiuto) {
	var letto Voucher
	no := func(titolo, perche string) (Voucher, *Rifiuto) {
		return letto, &Rifiuto{http.StatusUnauthorized, titolo, perche}
	}
	grezzo, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return no("TokenAuthenticationRequired", "manca il voucher")
	}
	token, err := jwt.NewParser(jwt.WithValidMethods([]string{"RS256"}), jwt.WithoutClaimsValidation()).
		ParseWithClaims(grezzo, &letto, chiave(v.Pdnd))
	adesso := v.Adesso()
	switch {
	case err != nil:
		return no("TokenAuthenticationFailed", err.Error())
	case token.Header["typ"] != "at+jwt":
		return no("TokenAuthenticationFailed", "typ")
	case letto.ExpiresAt == nil || !adesso.Before(letto.ExpiresAt.Time):
		return no("TokenExpired", "scaduto")
	case letto.NotBefore != nil && adesso.Before(letto.NotBefore.Time):
		return no("TokenNotBefore", "non ancora valido")
	case !slices.Contains(letto.Audience, destinatario):
		return no("TokenAuthenticationFailed", "aud")
	case letto.Finalita == "" || letto.Client == "":
		return no("TokenRequiredClaimsNotFound", "purposeId o client_id")
	}
	return letto, nil
}

func chiave(trova Chiavi) jwt.Keyfunc {
	return func(t *jwt.Token) (any, error) {
		kid, _ := t.Header["kid"].(string)
		k, ok := trova(kid)
		if !ok {
			return nil, jwt.ErrTokenUnverifiable
		}
		return k, nil
	}
}

// firma are the claims read of Agid-JWT-Signature and of Agid-JWT-TrackingEvidence.
type firma struct {
	jwt.RegisteredClaims
	Firmate    []map[string]string `json:"signed_headers"`
	Finalita   string              `json:"purposeId"`
	Utente     string              `json:"userID"`
	Postazione string              `json:"userLocation"`
	Livello    string              `json:"LoA"`
}

// Integro checks the digest of a body and its signature (INTEGRITY_REST_02).
func (v *Verificatore) Integro(r *http.Request, corpo []byte, destinatario string) *Rifiuto {
	digest := r.Header.Values("Digest")
	somma := sha256.Sum256(corpo)
	if len(digest) != 1 || digest[0] != "SHA-256="+base64.StdEncoding.EncodeToString(somma[:]) {
		return nonConforme("Digest")
	}
	f, no := v.token(r, intestazioneFirma, destinatario)
	if no != nil {
		return no
	}
	var firmato bool
	for _, una := range f.Firmate {
		if len(una) != 1 {
			return nonConforme("signed_headers: più membri")
		}
		for nome, valore := range una {
			if !stesso(nome, valore, r.Header.Get(nome)) {
				return nonConforme("signed_headers: " + nome)
			}
			firmato = firmato || nome == "digest"
		}
	}
	if !firmato {
		return nonConforme("signed_headers senza digest")
	}
	return nil
}

// stesso compares the signed header with the header sent: a content type by its meaning, anything else to the letter.
func stesso(nome, firmato, mandato string) bool {
	if nome != "content-type" {
		return firmato == mandato
	}
	a, _, errA := mime.ParseMediaType(firmato)
	b, _, errB := mime.ParseMediaType(mandato)
	return errA == nil && errB == nil && a == b
}

// Tracciato checks the evidence of who asks, and that the voucher was made for it (AUDIT_REST_02).
func (v *Verificatore) Tracciato(r *http.Request, voucher Voucher, destinatario string) *Rifiuto {
	f, no := v.token(r, intestazioneTraccia, destinatario)
	if no != nil {
		return no
	}
	somma := sha256.Sum256([]byte(r.Header.Get(intestazioneTraccia)))
	switch {
	case f.Finalita == "" || f.Finalita != voucher.Finalita:
		return nonConforme("purposeId")
	case voucher.Digest == nil || voucher.Digest.Alg != "SHA256" || !strings.EqualFold(voucher.Digest.Value, hex.EncodeToString(somma[:])):
		return nonConforme("digest del voucher")
	case f.Utente == "" || f.Postazione == "" || f.Livello == "":
		return &Rifiuto{Titolo: TracciaVuota, Perche: "userID, userLocation o LoA vuoti"}
	}
	return nil
}

// TracciaVuota is the title of an evidence with empty facts, which the provider itself refuses and not its gateway.
const TracciaVuota = "TracciaVuota"

// token checks what every token of ModI has: key, signature, times, audience, a jti that nobody has seen.
func (v *Verificatore) token(r *http.Request, nome, destinatario string) (firma, *Rifiuto) {
	var f firma
	token, err := jwt.NewParser(jwt.WithValidMethods([]string{"RS256"}), jwt.WithoutClaimsValidation()).
		ParseWithClaims(r.Header.Get(nome), &f, chiave(v.Fruitore))
	adesso := v.Adesso()
	switch {
	case err != nil:
		return f, nonConforme(nome + ": " + err.Error())
	case token.Header["typ"] != "JWT":
		return f, nonConforme(nome + ": typ")
	case f.IssuedAt == nil || f.IssuedAt.After(adesso.Add(tolleranza)) || f.IssuedAt.Before(adesso.Add(-vecchiaia)):
		return f, nonConforme(nome + ": iat")
	case f.ExpiresAt == nil || !adesso.Before(f.ExpiresAt.Time):
		return f, nonConforme(nome + ": exp")
	case !slices.Contains(f.Audience, destinatario):
		return f, nonConforme(nome + ": aud")
	case !v.nuovo(f.ID):
		return f, nonConforme(nome + ": jti")
	}
	return f, nil
}

// nuovo reports that a jti is there and has not been seen.
func (v *Verificatore) nuovo(jti string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.visti == nil {
		v.visti = map[string]bool{}
	}
	if jti == "" || v.visti[jti] {
		return false
	}
	v.visti[jti] = true
	return true
}
