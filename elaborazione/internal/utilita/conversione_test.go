package utilita

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestUnImportoInCifreSiRilegge(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cent := importo.Cent(rapid.Int64Range(0, 99_999_999_999_999_999).Draw(t, "cent"))
		for _, scritto := range []string{cent.Cifre(), cent.Euro(), "€ " + cent.Cifre()} {
			if letto, ok := leggiImporto(scritto); !ok || letto != cent {
				t.Fatalf("%s: %d %t", scritto, letto, ok)
			}
		}
	})
}

// FuzzLeggiImporto: a text that is read is not below zero, and says the same once it is written again.
func FuzzLeggiImporto(f *testing.F) {
	for _, seme := range []string{"1.234,56", "12,5", "€ 1", "1 euro", "1.23", "1234.56", ",50", "-1", "1,234", "٣,00", "1.000.000.000.000.000.000"} {
		f.Add(seme)
	}
	f.Fuzz(func(t *testing.T, s string) {
		cent, ok := leggiImporto(s)
		if !ok {
			return
		}
		if di, ancora := leggiImporto(cent.Cifre()); cent < 0 || !ancora || di != cent {
			t.Errorf("%q: %d, then %d", s, cent, di)
		}
	})
}
