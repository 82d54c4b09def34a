package orfani

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type misure struct {
	file   *prometheus.CounterVec
	ultimo prometheus.Gauge
}

func nuoveMisure(r prometheus.Registerer) *misure {
	m := &misure{
		file:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "documenti_orfani_totale", Help: "Files of the store without a row, by what was done with them."}, []string{"esito"}),
		ultimo: prometheus.NewGauge(prometheus.GaugeOpts{Name: "documenti_orfani_ultimo_giro_secondi", Help: "When the last sweep of all tenants ended, Unix time."}),
	}
	r.MustRegister(m.file, m.ultimo)
	return m
}

func (m *misure) conta(e Esito) {
	for esito, n := range map[string]int{
		"ACCANTONATO": e.Accantonati, "RIPRISTINATO": e.Ripristinati, "ELIMINATO": e.Eliminati, "CORROTTO": e.Corrotti, "PROVVISORIO": e.Provvisori,
	} {
		m.file.WithLabelValues(esito).Add(float64(n))
	}
}

func (m *misure) fine(quando time.Time) { m.ultimo.Set(float64(quando.Unix())) }
