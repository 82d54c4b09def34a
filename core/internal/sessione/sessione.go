// Package sessione is the sessions of the web application, kept in the platform database so that they
// outlive a restart and belong to every replica. The cookie is a random secret; only its hash is kept.
// The secret changes at each login. It need not change when the roles of the operator do: the session
// does not hold them, each request reads them from his row.
package sessione

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
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
	RepartoInserimento string         `json:"repartoInserimento,omitempty"` // department that new fines are entered for; empty: the operator's own
	Ricerche           []Ricerca      `json:"ricerche,omitempty"`           // the latest, the newest last
	Garante            *garantito     `json:"garante,omitempty"`            // nil: he came in by password
}

// Ricerca is a plate that the operator looked for: the address of the list has its code alone.
type Ricerca struct {
	Codice string `json:"codice"`
	Targa  string `json:"targa"`
}

// ricercheAlPiu is how many searches a session remembers.
const ricercheAlPiu = 20

// Ricercata is the plate of a code; false for a code that this session does not remember.
func (s Sessione) Ricercata(codice string) (targa string, ricordata bool) {
	i := slices.IndexFunc(s.Attributi.Ricerche, func(r Ricerca) bool { return r.Codice == codice })
	if i < 0 {
		return "", false
	}
	return s.Attributi.Ricerche[i].Targa, true
}

// Ricorda keeps a plate in the context's session and gives the code that stands for it in an address.
func (s *Servizio) Ricorda(ctx context.Context, targa string) (codice string, err error) {
	err = s.Aggiorna(ctx, func(a *Attributi) {
		if i := slices.IndexFunc(a.Ricerche, func(r Ricerca) bool { return r.Targa == targa }); i >= 0 {
			codice = a.Ricerche[i].Codice
			return
		}
		codice = rand.Text()[:12]
		a.Ricerche = append(a.Ricerche, Ricerca{codice, targa})
		a.Ricerche = a.Ricerche[max(0, len(a.Ricerche)-ricercheAlPiu):]
	})
	return codice, err
}

// Autenticazione is who the session speaks for. ValidatoSso says that the provider of single sign-on
// vouched for him: only the callback of single sign-on sets it, when it opens the session.
type Autenticazione struct {
	Nome        string   `json:"nome"`
	Ruoli       []string `json:"ruoli"`
	ValidatoSso bool     `json:"validatoSso,omitempty"`
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
	Propri                                   []auth.Permission // of those of Ruoli that the command made itself
	// CambiaPassword: the password opens nothing but the page that changes it. It does not bind who came in without one.
	CambiaPassword bool
}

// Ammesso is an operator whom the realm has just let in, with the generation that his account had then:
// a password changed or a block meanwhile keep the session from opening.
type Ammesso struct {
	Username, Tenant string
	Ruoli            []string
	Generazione      int64
}

// Identita is the operator as the permissions see it.
func (o Operatore) Identita() auth.Identity {
	return auth.Identity{User: o.Username, Tenant: o.Tenant, Roles: o.Ruoli, Reparto: o.Reparto, Own: o.Propri}
}

// Puo reports whether the operator holds a permission.
func (s Sessione) Puo(p auth.Permission) bool { return s.Operatore.Identita().Can(p) }

// Comando is the tenant that the operator works in: his own, or the tenant that an administrator of the
// platform has chosen; empty when he has chosen none.
func (s Sessione) Comando() string {
	switch {
	case s.Operatore.Tenant != "":
		return s.Operatore.Tenant
	case s.Operatore.Identita().HasRole(auth.RuoloPiattaforma):
		return s.Attributi.Connessione
	}
	return ""
}

// RepartoInserimento is the department that new fines are entered for: the one chosen, else the one
// the operator is in now.
func (s Sessione) RepartoInserimento() string {
	if s.Attributi.RepartoInserimento == "" && s.Operatore.Tenant != "" {
		return s.Operatore.Reparto
	}
	return s.Attributi.RepartoInserimento
}

// Servizio opens, finds and closes sessions.
type Servizio struct {
	store  Store
	durata time.Duration
	adesso func() time.Time
}

// Nuovo makes the service: a session lives durata from the operator's last request by the clock, and massima from the login.
func Nuovo(s Store, durata time.Duration, adesso func() time.Time) *Servizio {
	return &Servizio{store: s, durata: durata, adesso: adesso}
}

// Apri starts a session for an operator who has just logged in and gives its cookie. The session of
// the cookie that came with the login, if any, is forgotten: a login never goes on with an old secret.
func (s *Servizio) Apri(ctx context.Context, o Ammesso, vecchio string) (cookie string, err error) {
	return s.apri(ctx, o, vecchio, nil)
}

// ApriValidata is Apri for an operator whom the provider of single sign-on vouched for. Only its
// callback may call it.
func (s *Servizio) ApriValidata(ctx context.Context, o Ammesso, vecchio string, g Garante) (cookie string, err error) {
	return s.apri(ctx, o, vecchio, &g)
}

func (s *Servizio) apri(ctx context.Context, o Ammesso, vecchio string, g *Garante) (cookie string, err error) {
	segreto := make([]byte, byteSegreto)
	_, _ = rand.Read(segreto) // never fails since Go 1.24
	cookie = base64.RawURLEncoding.EncodeToString(segreto)
	chiave, _ := leggiCookie(cookie)
	precedente, _ := leggiCookie(vecchio)
	garante, err := garantitoDa(g, cookie)
	if err != nil {
		return "", err
	}
	return cookie, s.store.Inserisci(ctx, nuova{
		garante: g, chiave: chiave, precedente: precedente, adesso: s.adesso(), scadute: s.limite(), generazione: o.Generazione,
		attributi: Attributi{
			Operatore: &o.Username, Autenticazione: Autenticazione{Nome: o.Username, Ruoli: o.Ruoli, ValidatoSso: g != nil},
			Connessione: o.Tenant, Garante: garante,
		},
	})
}

// massima is how long a session lives at most, however busy: who goes on logs in anew (OWASP ASVS 4.0.3, 3.3.2).
const massima = 12 * time.Hour

// vita of the sessions now.
func (s *Servizio) vita() vita { return vita{limite: s.limite(), oltre: massima - s.durata} }

// limite is the instant before which the last activity of an expired session was.
func (s *Servizio) limite() time.Time { return s.adesso().Add(-s.durata) }

// preavvisoMassimo is how long before its end an open page begins to say so.
const preavvisoMassimo = 5 * time.Minute

// Preavviso is how long before the end of a session its pages warn.
func (s *Servizio) Preavviso() time.Duration { return min(preavvisoMassimo, s.durata/2) }

// Trova gives the live session of a cookie and notes that its operator has done something; false
// when there is none, it has expired, or its operator is blocked.
func (s *Servizio) Trova(ctx context.Context, cookie string) (Sessione, bool, error) {
	chiave, ok := leggiCookie(cookie)
	if !ok {
		return Sessione{}, false, nil
	}
	letta, trovata, err := s.store.Tocca(ctx, chiave, s.adesso(), s.vita())
	letta.Scade = letta.Scade.Add(s.durata)
	return letta, trovata, err
}

// Guarda is Trova for what a page does by itself: a snapshot, no activity of the operator.
func (s *Servizio) Guarda(ctx context.Context, cookie string) (Sessione, bool, error) {
	chiave, ok := leggiCookie(cookie)
	if !ok {
		return Sessione{}, false, nil
	}
	lette, err := s.leggi(ctx, []chi{{chiave: chiave}})
	if err != nil || lette[chiave].fine != "" {
		return Sessione{}, false, err
	}
	return lette[chiave].Sessione, true, nil
}

// leggi takes snapshots of many sessions at once.
func (s *Servizio) leggi(ctx context.Context, quali []chi) (map[Chiave]lettura, error) {
	lette, err := s.store.Leggi(ctx, quali, s.vita())
	for chiave, l := range lette {
		l.Scade = l.Scade.Add(s.durata)
		lette[chiave] = l
	}
	return lette, err
}

// Aggiorna changes the attributes of the context's session. It is the only write: one short
// transaction with the row locked, so that two requests at once lose nothing. It can take the word of
// single sign-on away, never give it.
func (s *Servizio) Aggiorna(ctx context.Context, f func(*Attributi)) error {
	attuale, ok := Da(ctx)
	if !ok {
		return problem.SenzaCredenziali()
	}
	return s.store.Aggiorna(ctx, attuale.Chiave, func(a *Attributi) {
		validato := a.Autenticazione.ValidatoSso
		f(a)
		a.Autenticazione.ValidatoSso = a.Autenticazione.ValidatoSso && validato
	})
}

// Esci ends the context's session in the three steps that are specified: the operator becomes null,
// the authentication an anonymous one, connection and inserting department are reset.
func (s *Servizio) Esci(ctx context.Context) error {
	return s.Aggiorna(ctx, func(a *Attributi) {
		a.Operatore = nil
		a.Autenticazione = anonima()
		a.Connessione, a.RepartoInserimento, a.Ricerche, a.Garante = "", "", nil, nil
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
