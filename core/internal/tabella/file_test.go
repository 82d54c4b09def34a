package tabella

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// A text that passes can be held by the database; one that does not is refused in words.
func FuzzControlla(f *testing.F) {
	for _, seme := range []string{"", "\ufeff", "codice;nome\n1;Via\n", "a\x00b", "citt\xe0", "\ufeffcodice;validoDa\r\n", "x\x1b[31m",
		strings.Join(colonneFile(Strade), ";")} {
		f.Add(seme)
	}
	f.Fuzz(func(t *testing.T, testo string) {
		err := controlla(Violazioni, []byte(testo))
		switch {
		case err == nil && (!utf8.ValidString(testo) || strings.ContainsRune(testo, 0) || strings.TrimSpace(testo) == ""):
			t.Errorf("%q passes", testo)
		case err != nil && problem.As(err) == nil:
			t.Errorf("%q: %v", testo, err)
		}
		archivio([]byte(testo))
	})
}

func TestCelleInParole(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		campo  foglio.Campo
		dice   string
	}{
		{"cents are euros", foglio.Campo{Nome: "minCent", Prima: "4200", Dopo: "4300"}, "Minimo: da 42,00 € a 43,00 €"},
		{"days are Italian", foglio.Campo{Nome: "validoA", Dopo: "2027-12-31"}, "Vale fino al: 31/12/2027"},
		{"a text stands in quotation marks", foglio.Campo{Nome: "nome", Prima: "Via Po", Dopo: "Via Pò"}, "Nome: da «Via Po» a «Via Pò»"},
		{"a cell that becomes empty", foglio.Campo{Nome: "localita", Prima: "Centro"}, "Località: tolto «Centro»"},
		{"a mark in words", foglio.Campo{Nome: "verifica", Prima: "DA_VERIFICARE", Dopo: "VERIFICATA"}, "Verifica: da «da verificare» a «verificata»"},
		{"a column without a label keeps its name", foglio.Campo{Nome: "nuova", Dopo: "1"}, "nuova: 1"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if ha := Cambiamento(c.campo); ha != c.dice {
				t.Errorf("%q, want %q", ha, c.dice)
			}
		})
	}
}
