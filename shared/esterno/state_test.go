package esterno

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

func TestStateNeverUsed(t *testing.T) {
	t.Parallel()
	c := mustNew(t, Options{Name: "prova", BaseURL: "https://utente:segreto@sistema.example/prova?chiave=segreta"})
	s := c.State()
	want := State{Name: "prova", Address: "https://sistema.example/prova", Verdict: NeverUsed, Breaker: "CHIUSO", Limit: 8}
	if d := cmp.Diff(want, s); d != "" {
		t.Error(d)
	}
	text, err := json.Marshal(s)
	if err != nil || strings.Contains(string(text), "0001-01-01") || strings.Contains(string(text), "segret") {
		t.Errorf("%s %v", text, err)
	}
}

func TestStateMeasuresWhatHappened(t *testing.T) {
	t.Parallel()
	n := newNet(t)
	_ = n.ask(t, "A1")
	first := n.clock.Adesso()
	n.clock.Avanza(time.Minute)
	_ = n.ask(t, "F500")
	s := n.State()
	if s.Verdict != WithErrors || s.Calls != 2 || s.Attempts != 4 || s.Faults != 3 || s.Running != 0 {
		t.Errorf("%+v", s)
	}
	if !s.LastSuccess.Equal(first) || !s.LastFault.Equal(first.Add(time.Minute)) || !strings.Contains(s.LastError, "HTTP 500") {
		t.Errorf("%+v", s)
	}
	n.clock.Avanza(time.Minute)
	_ = n.ask(t, "IGNOTA")
	if s := n.State(); s.Verdict != Reachable || s.Faults != 3 {
		t.Errorf("an unknown key is a good answer of the system: %+v", s)
	}
	n.clock.Avanza(time.Minute)
	_ = n.ask(t, "F530")
	if s := n.State(); s.Verdict != WithErrors || s.Faults != 4 {
		t.Errorf("nonsense is a failure of the system: %+v", s)
	}
}

func TestLatencies(t *testing.T) {
	t.Parallel()
	if d := cmp.Diff(Latencies{}, summarise(nil)); d != "" {
		t.Error(d)
	}
	m := newMeasure("prova", newBreaker(Options{}.complete()).state)
	begin := stopped().Adesso()
	for i := range samples + 100 {
		m.begin(begin)(begin.Add(time.Duration(i+1)*time.Millisecond), nil, false)
	}
	// Kept are the last 256: 101 to 356 ms.
	if d := cmp.Diff(Latencies{Samples: 256, P50Ms: 228, P95Ms: 344, MaxMs: 356}, summarise(m.latencies)); d != "" {
		t.Error(d)
	}
}

// Two systems of one service stand side by side in its metrics.
func TestMetrics(t *testing.T) {
	t.Parallel()
	n, other := newNet(t, withBreaker), newNet(t, func(o *Options) { o.Name = "altra" })
	registry := prometheus.NewRegistry()
	registry.MustRegister(n.Client, other.Client)
	_ = n.ask(t, "A1")
	n.system.Comanda(simulatore.Controllo{Modo: "errore"})
	for range 4 {
		_ = n.ask(t, "A1")
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			words := []string{f.GetName()}
			for _, l := range m.GetLabel() {
				words = append(words, l.GetValue())
			}
			name := strings.Join(words, " ")
			seen[name] = m.GetGauge().GetValue() + m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	want := map[string]float64{"esterno_tentativo_secondi RISPOSTA prova": 1, "esterno_tentativo_secondi GUASTO prova": 3,
		"esterno_non_partite_totale INTERRUTTORE_APERTO prova": 1, "esterno_interruttore prova": 2, "esterno_interruttore altra": 0,
		"esterno_in_corso prova": 0, "esterno_in_corso altra": 0}
	if d := cmp.Diff(want, seen); d != "" {
		t.Error(d)
	}
}
