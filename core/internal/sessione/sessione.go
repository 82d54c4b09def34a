// Package sessione is the sessions of the web application, kept in the platform database so that they
// outlive a restart and belong to every replica. The cookie is a random secret; only its hash is kept.
package sessione

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// byteSegreto is how long the secret of a cookie is.
const byteSegreto = 32

// Chiave is the SHA-256 of a cookie: what the database has of it.
type Chiave [sha256.Size]byte

// Attributi are what a session remembers. After a logout Operatore is null.
type Attributi struct {
	Operatore          *string        `json:"operatore"`
	Autenticazione     Autenticazione `json:"autenticazione"`
	Connessione        string         `json:"connessione,omitempty"`        // tenant the operator works in
	RepartoInserimento string         `json:"repartoInserimento,omitempty"` // department that new fines are entered for
}

// Autenticazione is who the session speaks for.
type Autenticazione struct {
	Nome  string   `json:"nome"`
	Ruoli []string `json:"ruoli"`
}

// anonima is the authentication of a session that nobody uses any more.
func anonima() Autenticazione {
	return Autenticazione{Nome: "anonymousUser", Ruoli: []string{"ROLE_ANONYMOUS"}}
}

// Sessione is a snapshot: the attributes and the operator as they were when it was read. The operator
// is read with the session: one who is blocked or changes roles is so at his next request.
type Sessione struct {
	Chiave    Chiave
	Attributi Attributi
	Operatore Operatore
	Scade     time.Time
}

// Operatore is the account behind a session.
type Operatore struct {
	Username, Tenant, Reparto, Nome, Cognome string
	Ruoli                                    []string
}

// Identita is the operator as the permissions see it.
func (o Operatore) Identita() auth.Identita {
	return auth.Identita{Utente: o.Username, Tenant: o.Tenant, Ruoli: o.Ruoli, Reparto: o.Reparto}
}

// Puo reports whether the operator holds a permission.
func (s Sessione) Puo(p auth.Permesso) bool { return s.Operatore.Identita().Puo(p) }

// Servizio opens, finds and closes sessions.
type Servizio struct {
	store  Store
	durata time.Duration
	adesso func() time.Time
}

// Nuovo makes the service: a session lives durata from the operator's last request by the clock.
func Nuovo(s Store, durata time.Duration, adesso func() time.Time) *Servizio {
	return &Servizio{store: s, durata: durata, adesso: adesso}
}

// Apri starts a session for an operator who has just logged in and gives its cookie. The session of
// the cookie that came with the login, if any, is forgotten: a login never goes on with an old secret.
func (s *Servizio) Apri(ctx context.Context, o Operatore, vecchio string) (cookie string, err error) {
	segreto := make([]byte, byteSegreto)
	_, _ = rand.Read(segreto) // never fails since Go 1.24
	cookie = base64.RawURLEncoding.EncodeToString(segreto)
	chiave, _ := leggiCookie(cookie)
	precedente, _ := leggiCookie(vecchio)
	return cookie, s.store.Inserisci(ctx, nuova{
		chiave: chiave, precedente: precedente, adesso: s.adesso(), scadute: s.adesso().Add(-s.durata),
		attributi: Attributi{
			Operatore: &o.Username, Autenticazione: Autenticazione{Nome: o.Username, Ruoli: o.Ruoli},
			Connessione: o.Tenant, RepartoInserimento: o.Reparto,
		},
	})
}

// Trova gives the live session of a cookie and notes that its operator has done something; false
// when there is none, it has expired, or its operator is blocked.
func (s *Servizio) Trova(ctx context.Context, cookie string) (Sessione, bool, error) {
	chiave, ok := leggiCookie(cookie)
	if !ok {
		return Sessione{}, false, nil
	}
	adesso := s.adesso()
	letta, trovata, err := s.store.Tocca(ctx, chiave, adesso, adesso.Add(-s.durata))
	letta.Scade = letta.Scade.Add(s.durata)
	return letta, trovata, err
}

// Resta is how long the session of a cookie still lives if its operator does nothing; asking is no
// activity. False when there is none.
func (s *Servizio) Resta(ctx context.Context, cookie string) (time.Duration, bool, error) {
	chiave, ok := leggiCookie(cookie)
	if !ok {
		return 0, false, nil
	}
	attiva, trovata, err := s.store.Attiva(ctx, chiave)
	resta := attiva.Add(s.durata).Sub(s.adesso())
	return resta, trovata && resta > 0, err
}

// Aggiorna changes the attributes of the context's session. It is the only write: one short
// transaction with the row locked, so that two requests at once lose nothing.
func (s *Servizio) Aggiorna(ctx context.Context, f func(*Attributi)) error {
	attuale, ok := Da(ctx)
	if !ok {
		return problem.SenzaCredenziali()
	}
	return s.store.Aggiorna(ctx, attuale.Chiave, f)
}

// Esci ends the context's session in the three steps that are specified: the operator becomes null,
// the authentication an anonymous one, connection and inserting department are reset.
func (s *Servizio) Esci(ctx context.Context) error {
	return s.Aggiorna(ctx, func(a *Attributi) {
		a.Operatore = nil
		a.Autenticazione = anonima()
		a.Connessione, a.RepartoInserimento = "", ""
	})
}

// leggiCookie turns a cookie into its key; false for what we never gave out.
func leggiCookie(cookie string) (Chiave, bool) {
	segreto, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	if err != nil || len(segreto) != byteSegreto {
		return Chiave{}, false
	}
	return sha256.Sum256(segreto), true
}

type inContesto struct{}

// Con puts a session into the context.
func Con(ctx context.Context, s Sessione) context.Context {
	return context.WithValue(ctx, inContesto{}, s)
}

// Da gives the session of the context.
func Da(ctx context.Context) (Sessione, bool) {
	s, ok := ctx.Value(inContesto{}).(Sessione)
	return s, ok
}
