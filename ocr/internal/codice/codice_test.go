package codice_test

import (
	"math/rand/v2"
	"testing"

	"github.com/piattaforma-verbali/verbali/ocr/internal/codice"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/ottica"
	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

func facce(t *testing.T) ottica.Facce {
	t.Helper()
	f, err := ottica.FacceProprie()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func atto(t *testing.T, r *rand.Rand) string {
	t.Helper()
	undici := []byte("78")
	for range 9 {
		undici = append(undici, byte('0'+r.IntN(10)))
	}
	c, ok := raccomandata.ComponiNazionale(string(undici))
	if !ok {
		t.Fatal(string(undici))
	}
	return c
}

// Codes are read whichever way the paper lies, and nothing is read that is not there.
func TestCodesOfTwelveDigits(t *testing.T) {
	t.Parallel()
	f := facce(t)
	for d := ottica.Facile; d <= ottica.Difficile; d++ {
		letti, tutti := 0, 0
		for i := range uint64(4) {
			r := rand.New(rand.NewPCG(202, i))
			a := atto(t, r)
			s := f.RicevutaDi(r, a, i%2 == 0, d)
			giri := []int{0, 2, 0, 1}[i]
			if s.CodiceAtto != "" {
				tutti++
			}
			tutti++
			for _, x := range codice.Dodici(s.Tela.Piano().Gira(giri)) {
				switch x.Testo {
				case s.Codice, s.CodiceAtto:
					letti++
					if want := (4 - giri) & 3; x.Verso != want {
						t.Errorf("%s %d: turned by %d, says %d", d, i, giri, x.Verso)
					}
				default:
					t.Errorf("%s %d: invents %s", d, i, x.Testo)
				}
			}
		}
		t.Logf("%s: %d of %d", d, letti, tutti)
		if letti < tutti-int(d) {
			t.Errorf("%s: %d of %d", d, letti, tutti)
		}
	}
}

func TestNothingIsReadOfNothing(t *testing.T) {
	t.Parallel()
	f := facce(t)
	for i := range uint64(3) {
		p := f.Targa(rand.New(rand.NewPCG(202, i)), "scritte", ottica.Facile).Tela.Piano()
		if x := codice.Dodici(p); len(x) > 0 {
			t.Errorf("%d: %v", i, x)
		}
		if testo, _ := codice.Matrice(p); testo != "" {
			t.Errorf("%d: %q", i, testo)
		}
		if testo := codice.Barre128(p); testo != "" {
			t.Errorf("%d: %q", i, testo)
		}
	}
	for _, m := range [][2]int{{0, 0}, {1, 1}, {3, 2000}} {
		p := grigio.Nuovo(m[0], m[1])
		codice.Dodici(p)
		codice.Matrice(p)
		codice.Barre128(p)
	}
}

func TestTheMatrixOfASlip(t *testing.T) {
	t.Parallel()
	f := facce(t)
	letti := 0
	for d := ottica.Facile; d <= ottica.Difficile; d++ {
		for i := range uint64(2) {
			s, err := f.BollettinoDi(rand.New(rand.NewPCG(202, i)), pagopa.DataMatrix{NumeroAvviso: "312261120000471164", ContoCorrente: "12345678",
				ImportoCent: 2940, CodiceFiscaleEnte: "01234567897", NomeDebitore: "MARIO ROSSI", Causale: "VERBALE V 2026 4711"}, d)
			if err != nil {
				t.Fatal(err)
			}
			testo, _ := codice.Matrice(s.Tela.Piano())
			if letto, err := pagopa.LeggiDataMatrix(testo); err == nil && letto.NumeroAvviso == s.Dati.NumeroAvviso && letto.ImportoCent == 2940 {
				letti++
			} else {
				t.Logf("%s %d: %.30q %v", d, i, testo, err)
			}
		}
	}
	if letti < 5 {
		t.Errorf("%d of 6", letti)
	}
}
