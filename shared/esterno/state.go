package esterno

import (
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// Verdicts on a system in one word. A system never asked has not been measured, and its verdict says so.
const (
	NeverUsed   = "MAI_USATA"
	Reachable   = "RAGGIUNGIBILE"
	WithErrors  = "CON_ERRORI"        // the last attempt failed, the breaker lets calls through
	Unreachable = "NON_RAGGIUNGIBILE" // the breaker keeps calls away
	NotSet      = "NON_CONFIGURATA"   // nobody has said where it is; no Client says it of itself
)

// The breaker as people read it.
const (
	closed   = "CHIUSO"
	opened   = "APERTO"
	halfOpen = "SEMIAPERTO"
)

// State is what real calls of this process met on the way to a system since the start, as
// GET /collegamenti shows it. Instants are those of Options.Now.
type State struct {
	Name            string    `json:"nome"`
	Address         string    `json:"indirizzo"` // scheme, host and path, without credentials
	Verdict         string    `json:"esito"`
	LastSuccess     time.Time `json:"ultimoSuccesso,omitzero"`
	LastFault       time.Time `json:"ultimoGuasto,omitzero"`
	LastError       string    `json:"ultimoErrore,omitempty"` // of LastFault; no personal data
	Unanswered      bool      `json:"-"`                      // LastError is not the system's word: it tells who is at the address instead
	Breaker         string    `json:"interruttore"`           // CHIUSO, APERTO, SEMIAPERTO
	ReopensInSecond int64     `json:"riapreTraSecondi"`       // while APERTO, rounded up
	Running         int       `json:"inCorso"`
	Limit           int       `json:"limite"`    // attempts at once
	PerSecond       int       `json:"alSecondo"` // attempts a second; 0: no limit
	Calls           uint64    `json:"chiamate"`
	Attempts        uint64    `json:"tentativi"` // HTTP exchanges, repeated ones included
	Faults          uint64    `json:"guasti"`    // attempts without a usable answer
	Latencies       Latencies `json:"latenze"`
}

// State measures nothing by itself: it reports what the calls met.
func (c *Client) State() State {
	m := c.measure
	m.mu.Lock()
	s := State{Name: c.o.Name, LastSuccess: m.lastSuccess, LastFault: m.lastFault, LastError: m.lastError, Unanswered: m.unanswered,
		Running: m.running, Limit: c.o.Limits.Together, PerSecond: max(0, c.o.Limits.PerSecond),
		Calls: m.calls, Attempts: m.attempts, Faults: m.faults, Latencies: summarise(m.latencies)}
	m.mu.Unlock()
	public := *c.base
	public.User, public.RawQuery, public.Fragment = nil, "", ""
	s.Address = public.String()
	state, pause := c.breaker.state()
	s.Breaker = []string{circuitbreaker.ClosedState: closed, circuitbreaker.OpenState: opened, circuitbreaker.HalfOpenState: halfOpen}[state]
	s.ReopensInSecond = int64((pause + time.Second - 1) / time.Second)
	s.Verdict = s.judge()
	return s
}

func (s State) judge() string {
	switch {
	case s.Breaker == opened:
		return Unreachable
	case s.LastSuccess.IsZero() && s.LastFault.IsZero():
		return NeverUsed
	case s.LastFault.After(s.LastSuccess) || s.Breaker == halfOpen:
		return WithErrors
	default:
		return Reachable
	}
}
