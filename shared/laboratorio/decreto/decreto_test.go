package decreto_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/decreto"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// ultimo is the last day of which the table that the program brings has confirmed amounts.
func ultimo(t *testing.T) calendario.Giorno {
	t.Helper()
	fine, finisce := sanzione.Iniziale().Fine(calendario.MustParse("2026-11-30"))
	if !finisce {
		t.Fatal("the table has no end")
	}
	return fine
}

func TestWithinTheTableNothingIsInvented(t *testing.T) {
	t.Parallel()
	prima := sanzione.Iniziale()
	for _, giorno := range []calendario.Giorno{calendario.MustParse("2026-01-01"), ultimo(t)} {
		dopo, err := decreto.Fino(prima, giorno)
		if err != nil || dopo != prima {
			t.Errorf("on %s: another table, %v", giorno, err)
		}
	}
}

func TestAfterTheHorizonEveryDayHasAmounts(t *testing.T) {
	t.Parallel()
	fine := ultimo(t)
	prima := sanzione.Iniziale()
	giorni := []calendario.Giorno{fine.AddDays(1)}
	for _, g := range []string{"2027-01-02", "2027-03-28", "2028-02-29", "2028-12-31", "2029-01-01", "2030-06-15", "2041-01-01"} {
		giorni = append(giorni, calendario.MustParse(g))
	}
	for _, giorno := range giorni {
		dopo, err := decreto.Fino(prima, giorno)
		if err != nil {
			t.Fatal(err)
		}
		if nuova, finisce := dopo.Fine(giorno); finisce && nuova.Before(giorno) {
			t.Errorf("on %s the table has ended on %s", giorno, nuova)
		}
		for _, vecchia := range prima.Intervalli() {
			if vecchia.Riga.Orizzonte != fine || vecchia.Riga.Penale || vecchia.Riga.Ritirata() || !vecchia.Al.IsZero() {
				continue
			}
			nuova, vale := dopo.Cerca(vecchia.Riga.Codice, giorno)
			if !vale || nuova.MinCent != vecchia.Riga.MinCent || nuova.MaxCent != vecchia.Riga.MaxCent || nuova.Orizzonte.Before(giorno) {
				t.Errorf("%s on %s: %+v", vecchia.Riga.Codice, giorno, nuova)
			}
			if nuova.ValidoDa.After(fine) && nuova.Fonte != decreto.Fonte {
				t.Errorf("%s on %s: the source does not say that it is invented: %q", nuova.Codice, giorno, nuova.Fonte)
			}
			if ieri, _ := dopo.Cerca(vecchia.Riga.Codice, fine); ieri.Fonte != vecchia.Riga.Fonte || ieri.MinCent != vecchia.Riga.MinCent {
				t.Errorf("%s: a day before the horizon has changed: %+v", ieri.Codice, ieri)
			}
		}
	}
}
