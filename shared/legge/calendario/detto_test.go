package calendario_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// TestDetto: the eighth and the eleventh take the elision; the first, eighteenth, and the months do not.
func TestDetto(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ giorno, articolo, vuole string }{
		{"2027-01-11", "al", "all'11/01/2027"}, {"2026-11-08", "del", "dell'08/11/2026"}, {"2026-11-11", "il", "l'11/11/2026"},
		{"2026-11-08", "dal", "dall'08/11/2026"}, {"2026-11-18", "il", "il 18/11/2026"}, {"2026-08-12", "al", "al 12/08/2026"},
		{"2026-12-08", "Il", "L'08/12/2026"}, {"2026-12-25", "Il", "Il 25/12/2026"}, {"2026-12-11", "sul", "sull'11/12/2026"},
		{"2026-11-01", "del", "del 01/11/2026"},
	} {
		g, err := calendario.Parse(c.giorno)
		if ha := g.Detto(c.articolo); err != nil || ha != c.vuole {
			t.Errorf("%q, want %q (%v)", ha, c.vuole, err)
		}
	}
	if ha := (calendario.Giorno{}).Detto("il"); ha != "" {
		t.Error(ha)
	}
}
