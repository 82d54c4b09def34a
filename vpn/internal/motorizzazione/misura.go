package motorizzazione

import (
	"slices"
	"sync"
	"time"
)

// campioni is how many latencies are kept.
const campioni = 256

// misura counts what happened on the network.
type misura struct {
	mu             sync.Mutex
	chiamate       uint64
	tentativi      uint64
	guasti         uint64
	inCorso        int
	ultimoSuccesso time.Time
	ultimoGuasto   time.Time
	ultimoErrore   string
	latenze        []time.Duration // ring
	prossima       int
}

func nuovaMisura() *misura { return &misura{latenze: make([]time.Duration, 0, campioni)} }

func (m *misura) chiamata() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.chiamate++
}

// inizia counts an attempt; the function returned ends it. An attempt given up
// by its caller is counted and not judged.
func (m *misura) inizia(quando time.Time) func(fine time.Time, e *Errore, abbandono bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tentativi++
	m.inCorso++
	return func(fine time.Time, e *Errore, abbandono bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.inCorso--
		if !abbandono {
			m.registra(fine, fine.Sub(quando), e)
		}
	}
}

func (m *misura) registra(fine time.Time, durata time.Duration, e *Errore) {
	if e != nil && (e.guasto || e.Tipo == ErrRispostaNonValida) { //nolint:errorlint // Tipo is never wrapped
		m.guasti++
		m.ultimoGuasto, m.ultimoErrore = fine, e.Error()
	} else {
		m.ultimoSuccesso = fine
	}
	if len(m.latenze) < campioni {
		m.latenze = append(m.latenze, durata)
		return
	}
	m.latenze[m.prossima] = durata
	m.prossima = (m.prossima + 1) % campioni
}

// Latenze are nearest-rank percentiles of the last 256 attempts, in milliseconds.
type Latenze struct {
	Campioni  int   `json:"campioni"`
	P50Ms     int64 `json:"p50Ms"`
	P95Ms     int64 `json:"p95Ms"`
	MassimaMs int64 `json:"massimaMs"`
}

func riassumi(durate []time.Duration) Latenze {
	n := len(durate)
	if n == 0 {
		return Latenze{}
	}
	ordinate := slices.Sorted(slices.Values(durate))
	rango := func(p int) int64 { return ordinate[(p*n+99)/100-1].Milliseconds() }
	return Latenze{Campioni: n, P50Ms: rango(50), P95Ms: rango(95), MassimaMs: ordinate[n-1].Milliseconds()}
}
