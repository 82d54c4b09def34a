package importo_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestSommaScritta(t *testing.T) {
	t.Parallel()
	for testo, attesa := range map[string]importo.Cent{
		"87": 8700, "87,5": 8750, "87,50": 8750, "0,05": 5, "1.234,56": 123456, "1234,56": 123456, "1.234": 123400, "1.000.000": 100000000,
		"999999999999999,99": 99999999999999999,
	} {
		if c, ok := importo.Leggi(testo); !ok || c != attesa {
			t.Errorf("%q: %d, %v", testo, c, ok)
		}
	}
	for _, testo := range []string{
		"", ",", ",50", "87,", "87,505", "87.50", "1.23", "12.34,5", "1..234", ".234", "1234.567", "-1", "1,-5", "€ 1", " 1", "1e3", "１", "9999999999999999,99",
	} {
		if c, ok := importo.Leggi(testo); ok {
			t.Errorf("%q is %d", testo, c)
		}
	}
}

func TestSommaScrittaERiletta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := importo.Cent(rapid.Int64Range(0, 99_999_999_999_999_999).Draw(t, "cent"))
		if letta, ok := importo.Leggi(c.Cifre()); !ok || letta != c {
			t.Fatalf("%q: %d, %v", c.Cifre(), letta, ok)
		}
	})
}
