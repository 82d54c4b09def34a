package tabella

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// misure is how long the table in use still has confirmed amounts.
type misure struct {
	copia  *Copy
	adesso func() time.Time
	giorni *prometheus.Desc
}

// Measures gives the metric tabella_violazioni_giorni: the days that are left of the amounts which the table in use has
// confirmed, negative once they are over; none where no row says a last day.
func (c *Copy) Measures(adesso func() time.Time) prometheus.Collector {
	return misure{c, adesso, prometheus.NewDesc("tabella_violazioni_giorni",
		"Giorni che mancano all'ultimo giorno con importi confermati nella tabella delle violazioni; negativi quando è passato.", nil, nil)}
}

// Describe names the metric.
func (m misure) Describe(d chan<- *prometheus.Desc) { d <- m.giorni }

// Collect gives it as it is today.
func (m misure) Collect(c chan<- prometheus.Metric) {
	oggi := calendario.Da(m.adesso())
	if t := m.copia.Violazioni(); t != nil {
		if fine, nota := t.Fine(oggi); nota {
			c <- prometheus.MustNewConstMetric(m.giorni, prometheus.GaugeValue, float64(fine.DiffDays(oggi)))
		}
	}
}
