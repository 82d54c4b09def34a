package motorizzazione

import (
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// Esito sums up a network in one word.
type Esito string

// The words. A network that was never used has not been measured, and says so.
const (
	MaiUsata         Esito = "MAI_USATA"
	Raggiungibile    Esito = "RAGGIUNGIBILE"
	ConErrori        Esito = "CON_ERRORI"        // the last attempt failed, the breaker lets calls through
	NonRaggiungibile Esito = "NON_RAGGIUNGIBILE" // the breaker keeps calls away
)

// Stato is what was measured on the network by real calls since the start.
// Instants are those of the injected clock.
type Stato struct {
	Nome             string    `json:"nome"`
	Indirizzo        string    `json:"indirizzo"` // scheme, host and path, without credentials
	Esito            Esito     `json:"esito"`
	UltimoSuccesso   time.Time `json:"ultimoSuccesso,omitzero"`
	UltimoGuasto     time.Time `json:"ultimoGuasto,omitzero"`
	UltimoErrore     string    `json:"ultimoErrore,omitempty"` // of UltimoGuasto; no personal data
	Interruttore     string    `json:"interruttore"`           // CHIUSO, APERTO, SEMIAPERTO
	RiapreTraSecondi int64     `json:"riapreTraSecondi"`       // while APERTO, rounded up
	InCorso          int       `json:"inCorso"`
	Limite           int       `json:"limite"`    // attempts at once
	AlSecondo        int       `json:"alSecondo"` // attempts a second; 0: no limit
	Chiamate         uint64    `json:"chiamate"`
	Tentativi        uint64    `json:"tentativi"` // HTTP exchanges, retries included
	Guasti           uint64    `json:"guasti"`    // attempts without a usable answer
	Latenze          Latenze   `json:"latenze"`
}

// Stato measures nothing by itself: it reports what the calls met.
func (c *Client) Stato() Stato {
	m := c.misura
	m.mu.Lock()
	s := Stato{Nome: "motorizzazione", UltimoSuccesso: m.ultimoSuccesso, UltimoGuasto: m.ultimoGuasto,
		UltimoErrore: m.ultimoErrore, InCorso: m.inCorso, Limite: c.o.Concorrenza, AlSecondo: max(0, c.o.AlSecondo),
		Chiamate: m.chiamate, Tentativi: m.tentativi, Guasti: m.guasti, Latenze: riassumi(m.latenze)}
	m.mu.Unlock()
	pubblico := *c.base
	pubblico.User, pubblico.RawQuery, pubblico.Fragment = nil, "", ""
	s.Indirizzo = pubblico.String()
	var pausa time.Duration
	s.Interruttore, pausa = c.nomeInterruttore()
	s.RiapreTraSecondi = int64((pausa + time.Second - 1) / time.Second)
	s.Esito = s.giudica()
	return s
}

func (c *Client) nomeInterruttore() (string, time.Duration) {
	stato, pausa := c.interruttore.stato()
	switch stato {
	case circuitbreaker.OpenState:
		return "APERTO", pausa
	case circuitbreaker.HalfOpenState:
		return "SEMIAPERTO", 0
	default:
		return "CHIUSO", 0
	}
}

func (s Stato) giudica() Esito {
	switch {
	case s.Interruttore == "APERTO":
		return NonRaggiungibile
	case s.UltimoSuccesso.IsZero() && s.UltimoGuasto.IsZero():
		return MaiUsata
	case s.UltimoGuasto.After(s.UltimoSuccesso) || s.Interruttore == "SEMIAPERTO":
		return ConErrori
	default:
		return Raggiungibile
	}
}
