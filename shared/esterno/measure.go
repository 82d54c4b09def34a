package esterno

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/prometheus/client_golang/prometheus"
)

// samples is how many latencies are kept.
const samples = 256

// measure counts what happened on the way to a system, for State and for Prometheus.
type measure struct {
	mu          sync.Mutex
	calls       uint64
	attempts    uint64
	faults      uint64
	running     int
	lastSuccess time.Time
	lastFault   time.Time
	lastError   string
	unanswered  bool            // lastError is of the network, or of somebody on the way
	latencies   []time.Duration // ring
	next        int

	duration *prometheus.HistogramVec
	stopped  *prometheus.CounterVec
	gauges   []prometheus.Collector
}

func newMeasure(system string, breaker func() (circuitbreaker.State, time.Duration)) *measure {
	of := prometheus.Labels{"sistema": system}
	m := &measure{latencies: make([]time.Duration, 0, samples),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "esterno_tentativo_secondi", ConstLabels: of,
			Help:    "Durata dei tentativi verso un sistema esterno, per esito: RISPOSTA, GUASTO, ABBANDONO.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}}, []string{"esito"}),
		stopped: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "esterno_non_partite_totale", ConstLabels: of,
			Help: "Domande fermate prima di partire, per motivo: INTERRUTTORE_APERTO, SATURO, QUOTA, ALTRO."}, []string{"motivo"}),
	}
	m.gauges = []prometheus.Collector{
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "esterno_interruttore", ConstLabels: of,
			Help: "Interruttore verso un sistema esterno: 0 chiuso, 1 semiaperto, 2 aperto."}, func() float64 {
			state, _ := breaker()
			return map[circuitbreaker.State]float64{circuitbreaker.HalfOpenState: 1, circuitbreaker.OpenState: 2}[state]
		}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "esterno_in_corso", ConstLabels: of,
			Help: "Tentativi in corso verso un sistema esterno."}, func() float64 {
			m.mu.Lock()
			defer m.mu.Unlock()
			return float64(m.running)
		}),
	}
	return m
}

// Describe is prometheus.Collector's.
func (c *Client) Describe(ch chan<- *prometheus.Desc) {
	for _, part := range c.measure.collectors() {
		part.Describe(ch)
	}
}

// Collect is prometheus.Collector's.
func (c *Client) Collect(ch chan<- prometheus.Metric) {
	for _, part := range c.measure.collectors() {
		part.Collect(ch)
	}
}

func (m *measure) collectors() []prometheus.Collector {
	return append([]prometheus.Collector{m.duration, m.stopped}, m.gauges...)
}

func (m *measure) call() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
}

// stop counts an attempt that did not leave.
func (m *measure) stop(e *Error) {
	reason := "ALTRO"
	switch {
	case errors.Is(e, ErrOpen):
		reason = "INTERRUTTORE_APERTO"
	case errors.Is(e, ErrSaturated):
		reason = "SATURO"
	case errors.Is(e, ErrQuota):
		reason = "QUOTA"
	}
	m.stopped.WithLabelValues(reason).Inc()
}

// begin counts an attempt; the function returned ends it. An attempt given up by its caller is counted
// and not judged.
func (m *measure) begin(when time.Time) func(end time.Time, e *Error, given bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.attempts++
	m.running++
	return func(end time.Time, e *Error, given bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.running--
		took, word := end.Sub(when), "ABBANDONO"
		if !given {
			word = m.record(end, took, e)
		}
		m.duration.WithLabelValues(word).Observe(took.Seconds())
	}
}

// record judges an attempt, and gives the word for it.
func (m *measure) record(end time.Time, took time.Duration, e *Error) (word string) {
	if e != nil && (e.fault || errors.Is(e, ErrInvalidAnswer)) {
		word = "GUASTO"
		m.faults++
		m.lastFault, m.lastError, m.unanswered = end, e.Error(), e.fault && e.Code == ""
	} else {
		word = "RISPOSTA"
		m.lastSuccess = end
	}
	if len(m.latencies) < samples {
		m.latencies = append(m.latencies, took)
		return word
	}
	m.latencies[m.next] = took
	m.next = (m.next + 1) % samples
	return word
}

// Latencies are nearest-rank percentiles of the last 256 attempts, in milliseconds.
type Latencies struct {
	Samples int   `json:"campioni"`
	P50Ms   int64 `json:"p50Ms"`
	P95Ms   int64 `json:"p95Ms"`
	MaxMs   int64 `json:"massimaMs"`
}

func summarise(durations []time.Duration) Latencies {
	n := len(durations)
	if n == 0 {
		return Latencies{}
	}
	sorted := slices.Sorted(slices.Values(durations))
	rank := func(p int) int64 { return sorted[(p*n+99)/100-1].Milliseconds() }
	return Latencies{Samples: n, P50Ms: rank(50), P95Ms: rank(95), MaxMs: sorted[n-1].Milliseconds()}
}
