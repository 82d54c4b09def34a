package scadenzario

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// The outcomes of a round.
const (
	riuscito   = "RIUSCITO"
	conErrori  = "CON_ERRORI"
	interrotto = "INTERROTTO"
)

// misure counts what the rounds do, over all tenants.
type misure struct {
	iniziata atomic.Bool // a round has been made or begun
	ultimo   *prometheus.GaugeVec
	durata   prometheus.Gauge
	verbali  *prometheus.CounterVec
}

func nuoveMisure(r prometheus.Registerer) *misure {
	m := &misure{
		ultimo: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "termini_ultimo_giro_secondi",
			Help: "Ora (Unix) in cui è finito l'ultimo giro dei termini, per esito."}, []string{"esito"}),
		durata: prometheus.NewGauge(prometheus.GaugeOpts{Name: "termini_durata_giro_secondi",
			Help: "Durata dell'ultimo giro dei termini su tutti i comandi."}),
		verbali: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "termini_verbali_totale",
			Help: "Verbali con un termine decorso: mossi, rifiutati da una regola, occupati da altri, senza avviso perché i numeri sono finiti."},
			[]string{"esito"}),
	}
	r.MustRegister(m.ultimo, m.durata, m.verbali)
	for _, esito := range []string{"MOSSO", "RIFIUTATO", "OCCUPATO", "SENZA_AVVISO"} {
		m.verbali.WithLabelValues(esito)
	}
	return m
}

func (m *misure) conta(e Esito) {
	m.verbali.WithLabelValues("MOSSO").Add(float64(e.Mossi))
	m.verbali.WithLabelValues("RIFIUTATO").Add(float64(e.Rifiutati))
	m.verbali.WithLabelValues("OCCUPATO").Add(float64(e.Occupati))
	m.verbali.WithLabelValues("SENZA_AVVISO").Add(float64(e.SenzaAvviso))
}

func (m *misure) fine(esito string, adesso time.Time, durata time.Duration) {
	m.ultimo.WithLabelValues(esito).Set(float64(adesso.Unix()))
	m.durata.Set(durata.Seconds())
}
