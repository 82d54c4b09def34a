// Package collegamento makes and reads the short-lived links to a document: who holds one needs no
// credentials, until it expires. A link says tenant, document and expiry, and an HMAC seals them.
package collegamento

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Durata is how long a link is good.
const Durata = 15 * time.Minute

// The faults of a link, for errors.Is.
var (
	// ErrAlterato: not made here, or changed since.
	ErrAlterato = errors.New("collegamento non valido")
	// ErrScaduto: made here, too long ago.
	ErrScaduto = errors.New("collegamento scaduto")
)

// massimo bounds a link, in characters.
const massimo = 512

// Meta is what a link leads to.
type Meta struct {
	Tenant    string
	Documento string
	Scade     time.Time // to the second
}

// Sigillo seals and opens links.
type Sigillo struct {
	chiave []byte
	adesso func() time.Time
}

// Nuovo derives the key of links from a secret of the service, so that neither use of the secret
// helps against the other; adesso is the clock.
func Nuovo(segreto []byte, adesso func() time.Time) (*Sigillo, error) {
	chiave, err := hkdf.Key(sha256.New, segreto, nil, "verbali.connessione.collegamento.1", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("collegamento: %w", err)
	}
	return &Sigillo{chiave: chiave, adesso: adesso}, nil
}

// Chiudi makes the text of a link to a document, good for Durata.
func (s *Sigillo) Chiudi(tenant, documento string) (token string, scade time.Time) {
	scade = s.adesso().Add(Durata).Truncate(time.Second)
	testo := tenant + "/" + documento + "/" + strconv.FormatInt(scade.Unix(), 10)
	return base64.RawURLEncoding.EncodeToString([]byte(testo)) + "." +
		base64.RawURLEncoding.EncodeToString(s.firma(testo)), scade
}

// Apri reads the text of a link. Errors: ErrAlterato, ErrScaduto.
func (s *Sigillo) Apri(token string) (Meta, error) {
	if len(token) > massimo {
		return Meta{}, ErrAlterato
	}
	corpo, firma, _ := strings.Cut(token, ".")
	testo, errCorpo := base64.RawURLEncoding.Strict().DecodeString(corpo)
	sigillo, errFirma := base64.RawURLEncoding.Strict().DecodeString(firma)
	if errCorpo != nil || errFirma != nil || !hmac.Equal(sigillo, s.firma(string(testo))) {
		return Meta{}, ErrAlterato
	}
	parti := strings.Split(string(testo), "/")
	if len(parti) != 3 {
		return Meta{}, ErrAlterato
	}
	secondi, err := strconv.ParseInt(parti[2], 10, 64)
	if err != nil {
		return Meta{}, ErrAlterato
	}
	m := Meta{Tenant: parti[0], Documento: parti[1], Scade: time.Unix(secondi, 0)}
	if !s.adesso().Before(m.Scade) {
		return Meta{}, ErrScaduto
	}
	return m, nil
}

func (s *Sigillo) firma(testo string) []byte {
	m := hmac.New(sha256.New, s.chiave)
	m.Write([]byte(testo))
	return m.Sum(nil)
}
