package portale

import "github.com/prometheus/client_golang/prometheus"

// The doors at which a key may be guessed.
const (
	portaAnonima = "ANONIMA"
	portaUtenza  = "UTENZA"
)

// Misure counts the wrong keys of who must have the paper in hand: many are somebody who guesses.
type Misure struct{ tentativi *prometheus.CounterVec }

// NuoveMisure registers `portale_tentativi_totale{porta,esito}`: porta ANONIMA or UTENZA; esito NON_TROVATO for a wrong key
// that was answered, RALLENTATO for a key refused unread because its address, account or plate had been wrong too often.
func NuoveMisure(r prometheus.Registerer) *Misure {
	m := &Misure{prometheus.NewCounterVec(prometheus.CounterOpts{Name: "portale_tentativi_totale",
		Help: "Chiavi sbagliate al portale, e richieste rimandate perché ne erano già venute troppe."}, []string{"porta", "esito"})}
	r.MustRegister(m.tentativi)
	for _, porta := range []string{portaAnonima, portaUtenza} {
		m.tentativi.WithLabelValues(porta, esitoNonTrovato)
		m.tentativi.WithLabelValues(porta, esitoRallentato)
	}
	return m
}

func (m *Misure) tentativo(porta, esito string) { m.tentativi.WithLabelValues(porta, esito).Inc() }
