package calcolo

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestSommeComeLeScrivonoLePersone(t *testing.T) {
	t.Parallel()
	for testo, attesa := range map[string]importo.Cent{
		"87": 8700, "87,5": 8750, "87,50": 8750, "87.50": 8750, "87.5": 8750, "0,01": 1, "1.234": 123400, "1.234,56": 123456,
		"1.234.567,8": 123456780, "€ 12": 1200, "12,00 €": 1200, "0": 0, "007": 700, "1234567": 123456700,
	} {
		t.Run(testo, func(t *testing.T) {
			t.Parallel()
			if cent, ok := leggiEuro(testo); !ok || cent != attesa {
				t.Errorf("%d, %v, want %d", cent, ok, attesa)
			}
		})
	}
	for _, testo := range []string{"", "€", "-5", "+5", "1,234", "1,", ",5", "1.23.456", "12.3456",
		"1234.567", ".567", "1e3", "12 000", "٣", "1,2,3", "12345678901234", "abc"} {
		t.Run("refused: "+testo, func(t *testing.T) {
			t.Parallel()
			if cent, ok := leggiEuro(testo); ok {
				t.Errorf("taken for %d cents", cent)
			}
		})
	}
}

func TestUnaSommaScrittaDallaPiattaformaSiRilegge(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := importo.Cent(rapid.Int64Range(0, 999_999_999_999_999).Draw(t, "cent"))
		for _, testo := range []string{c.Euro(), c.Cifre()} {
			if letti, ok := leggiEuro(testo); !ok || letti != c {
				t.Fatalf("%q read as %d, %v", testo, letti, ok)
			}
		}
	})
}

func TestVelocitaConUnDecimale(t *testing.T) {
	t.Parallel()
	for testo, attesi := range map[string]int{"148": 1480, "148,5": 1485, "148.5": 1485, "0": 0, "063": 630} {
		if n, ok := leggiDecimi(testo); !ok || n != attesi {
			t.Errorf("%q: %d, %v", testo, n, ok)
		}
	}
	for _, testo := range []string{"", ",5", "148,", "148,55", "1.48,5", "-148", "148 km/h", "9999999999999999"} {
		if n, ok := leggiDecimi(testo); ok {
			t.Errorf("%q taken for %d", testo, n)
		}
	}
}

// Nothing that is typed panics, and a number read is never less than zero.
func FuzzNumeri(f *testing.F) {
	for _, testo := range []string{"87,50", "1.234,56", "€ 12", "148,5", "9999999999999", "", ",", ".", "٣", "\x00", "1.2.3"} {
		f.Add(testo)
	}
	f.Fuzz(func(t *testing.T, testo string) {
		if c, ok := leggiEuro(testo); ok && c < 0 {
			t.Errorf("%q: %d", testo, c)
		}
		if n, ok := leggiDecimi(testo); ok && (n < 0 || n%10 != 0 && len(testo) < 3) {
			t.Errorf("%q: %d", testo, n)
		}
		if n, ok := leggiCifre(testo); ok && n > 0 && len(strconv.Itoa(n)) > len(testo) {
			t.Errorf("%q: %d", testo, n)
		}
	})
}
