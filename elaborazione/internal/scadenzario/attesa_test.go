package scadenzario

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func TestIlGiroVieneDopoMezzanotteARoma(t *testing.T) {
	t.Parallel()
	roma := calendario.Roma()
	casi := map[string]struct {
		adesso time.Time
		attesa time.Duration
	}{
		"di giorno ogni dieci minuti":                 {time.Date(2026, 5, 4, 9, 0, 0, 0, roma), giroOgni},
		"prima di mezzanotte si aspetta mezzanotte":   {time.Date(2026, 5, 4, 23, 57, 0, 0, roma), 3 * time.Minute},
		"la mezzanotte è quella di Roma":              {time.Date(2026, 5, 4, 21, 58, 0, 0, time.UTC), 2 * time.Minute},
		"d'inverno è un'ora dopo":                     {time.Date(2026, 12, 4, 22, 58, 0, 0, time.UTC), 2 * time.Minute},
		"a mezzanotte il giorno è cominciato":         {time.Date(2026, 5, 5, 0, 0, 0, 0, roma), giroOgni},
		"la notte in cui l'ora cambia non ne risente": {time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC), giroOgni},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			if a := finoAl(c.adesso); a != c.attesa {
				t.Errorf("%v, atteso %v", a, c.attesa)
			}
		})
	}
}
