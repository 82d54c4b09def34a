// Package propria is an operator's own account as he sees it: where he is logged in, its latest changes and their
// authors. No mail is asked for: the first page tells the changes.
package propria

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

const (
	// mostrati is how long the page of one's own account shows changes, annunciati how long the first page tells it.
	mostrati   = 90 * 24 * time.Hour
	annunciati = 7 * 24 * time.Hour
	// alPiu is how many changes are shown.
	alPiu = 50
)

// Fatto is a change of an account: what, when, by whom.
type Fatto struct {
	Quando   time.Time
	Cosa     string // in words
	Chi      string // username, or "riga di comando"
	DaSe     bool
	Notevole bool // of what one logs in with: somebody else who does it has the account
}

// parola is an act on an account in words.
type parola struct {
	testo    string
	notevole bool
}

// parole are the acts that a person is told of; reading is not among them.
func parole() map[string]parola {
	return map[string]parola{
		"PASSWORD_CAMBIATA": {"password cambiata", true}, "VERIFICA_CAMBIATA": {"cambiato chi verifica la password", true},
		"RUOLI_CAMBIATI": {"ruoli cambiati", true}, "SPOSTATO": {"reparto cambiato", false}, "BLOCCATO": {"utenza bloccata", true},
		"SBLOCCATO": {"utenza sbloccata", true}, "INTEGRATORE_CAMBIATO": {"sistema esterno cambiato", true},
		"CAMBIATO": {"dati anagrafici cambiati", false}, "CREATO": {"utenza creata", false}, "SESSIONI_CHIUSE": {"altre sessioni chiuse", false},
		"NON_PIU_NEL_DIRETTORIO": {"non più riconosciuta dal server LDAP", true},
	}
}

// Servizio reads what concerns one's own account.
type Servizio struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// Fatti are the changes of the operator's account that his page shows, the latest first.
func (s Servizio) Fatti(ctx context.Context, o sessione.Operatore) ([]Fatto, error) {
	return s.leggi(ctx, o, s.Adesso().Add(-mostrati))
}

// DaAnnunciare are the changes of the last days of what he logs in with, his own too: who had his password would make them
// in his name.
func (s Servizio) DaAnnunciare(ctx context.Context, o sessione.Operatore) (quali []Fatto, err error) {
	tutti, err := s.leggi(ctx, o, s.Adesso().Add(-annunciati))
	for _, f := range tutti {
		if f.Notevole {
			quali = append(quali, f)
		}
	}
	return quali, err
}

func (s Servizio) leggi(ctx context.Context, o sessione.Operatore, dal time.Time) (fatti []Fatto, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	note := parole()
	var azioni []string
	for azione := range note {
		azioni = append(azioni, azione)
	}
	righe, err := database.Pool.Query(ctx, `SELECT quando, azione, attore FROM registro
		WHERE oggetto_tipo = 'operatore' AND oggetto = $1 AND quando > $2 AND azione = ANY ($3) ORDER BY posizione DESC LIMIT $4`,
		o.Tenant+"/"+o.Username, dal, azioni, alPiu)
	if err != nil {
		return nil, db.Wrap("fatti dell'utenza", err)
	}
	defer righe.Close()
	for righe.Next() {
		var f Fatto
		var azione string
		if err := righe.Scan(&f.Quando, &azione, &f.Chi); err != nil {
			return nil, db.Wrap("fatti dell'utenza", err)
		}
		f.Cosa, f.Notevole, f.DaSe = note[azione].testo, note[azione].notevole, f.Chi == o.Username
		fatti = append(fatti, f)
	}
	return fatti, db.Wrap("fatti dell'utenza", righe.Err())
}
