package sessione

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Fine is why a session has ended; empty while it lasts.
type Fine string

// The ends of a session.
const (
	Scaduta  Fine = "SCADUTA"  // nobody has done anything for too long
	Uscita   Fine = "USCITA"   // the operator logged out, here or in another tab
	Bloccata Fine = "BLOCCATA" // the account is no longer let in
	Chiusa   Fine = "CHIUSA"   // the password changed, or the browser logged in again
)

// Messaggio is the end in words.
func (f Fine) Messaggio() string {
	switch f {
	case Scaduta:
		return "La sessione è scaduta."
	case Uscita:
		return "L'operatore è uscito."
	case Bloccata:
		return "L'utenza non è più abilitata."
	case Chiusa:
	}
	return "La sessione è stata chiusa."
}

// Istantanea is a session as its pages see it.
type Istantanea struct {
	Operatore          event.Operatore `json:"operatore"`
	Tenant             string          `json:"tenant"`      // of the operator; empty for an administrator of the platform
	Connessione        string          `json:"connessione"` // tenant he works in; empty: none chosen
	RepartoInserimento string          `json:"repartoInserimento"`
	ScadeTraSecondi    int             `json:"scadeTraSecondi"`
}

// Istantanea gives what the pages see of a session now.
func (s *Servizio) Istantanea(x Sessione) Istantanea {
	o := x.Operatore
	return Istantanea{
		Operatore: event.Operatore{Username: o.Username, Nome: o.Nome, Cognome: o.Cognome, Reparto: o.Reparto, Ruoli: o.Ruoli},
		Tenant:    o.Tenant, Connessione: x.Comando(), RepartoInserimento: x.RepartoInserimento(),
		ScadeTraSecondi: s.secondi(x),
	}
}

// secondi that a session has left, never less than none.
func (s *Servizio) secondi(x Sessione) int {
	return max(0, int(x.Scade.Sub(s.adesso())/time.Second))
}

// Avviso is a message for every open page.
type Avviso struct {
	Codice string `json:"codice"`
	Testo  string `json:"testo"`
}

// avvisi of a session, none for most.
func (s *Servizio) avvisi(ctx context.Context, x Sessione, t Tenant) []Avviso {
	tutti := []Avviso{}
	if comando := x.Comando(); comando != "" {
		if _, err := t.Find(ctx, comando); problem.Is(err, tenant.SuspendedError().Codice) {
			tutti = append(tutti, Avviso{Codice: "TENANT_SOSPESO", Testo: "Il comando è sospeso."})
		}
	}
	if x.Scade.Sub(s.adesso()) <= s.Preavviso() {
		tutti = append(tutti, Avviso{Codice: "SCADENZA_VICINA", Testo: "La sessione sta per scadere."})
	}
	return tutti
}
