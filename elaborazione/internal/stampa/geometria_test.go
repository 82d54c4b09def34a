package stampa_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
)

// An envelope with its window on the right shows the address and nothing else, however the sheet slides in it.
func TestFinestraDellaBusta(t *testing.T) {
	t.Parallel()
	for _, a := range []stampa.Atto{esempio(), lungo(), conBarre(esempio()), conBarre(lungo()), estero(), indirizzoSenzaFine()} {
		nella := map[string]bool{}
		for _, w := range parole(t, rendi(t, a))[0] {
			vede := w.X1 > 90 && w.Y1 > 34 && w.Y0 < 90
			sempre := w.X0 >= 110 && w.X1 <= 190 && w.Y0 >= 45 && w.Y1 <= 79
			if vede && !sempre {
				t.Errorf("%q at %.1f,%.1f may be cut by the window", w.Testo, w.X0, w.Y0)
			}
			nella[w.Testo] = nella[w.Testo] || sempre
		}
		nome, _ := stampatore(t).Traslittera(a.Destinatario.Nome)
		for p := range strings.FieldsSeq(nome + " " + a.Destinatario.CAP + " " + a.Destinatario.Stato + " Mittente: " + a.Comando.Indirizzo) {
			if !nella[p] {
				t.Errorf("the window does not show %q", p)
			}
		}
		if nella[a.Destinatario.CodiceFiscale] {
			t.Error("the window shows the tax code")
		}
	}
}

// Where the words of window, table, notice, slips and form lie.
func TestGeometria(t *testing.T) {
	t.Parallel()
	for file, a := range map[string]stampa.Atto{"geometria.txt": esempio(), "geometria_conto_postale.txt": conBarre(conConto(esempio()))} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			for i, pagina := range parole(t, rendi(t, a)) {
				fmt.Fprintf(&b, "=== pagina %d: da sinistra, dall'alto, fino a, mm\n", i+1)
				for _, w := range pagina {
					fmt.Fprintf(&b, "%5.1f %5.1f %5.1f %s\n", w.X0, w.Y0, w.X1, w.Testo)
				}
			}
			confronta(t, file, b.String())
		})
	}
}

func TestNienteSiSovrappone(t *testing.T) {
	t.Parallel()
	casi := map[string]stampa.Atto{
		"usual": esempio(), "two violations": misto(), "long": lungo(), "one amount": soloRidotto(), "driver": trasgressore(),
		"large amounts": carissimo(), "coat of arms": conStemma(), "endless": smisurato(), "abroad": estero(),
		"slips": conBarre(conConto(esempio())), "long with slips": conBarre(conConto(lungo())), "one slip": conConto(soloRidotto()),
	}
	for nome, a := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			for i, pagina := range parole(t, rendi(t, a)) {
				controllaPagina(t, i+1, pagina)
			}
		})
	}
}

func controllaPagina(t *testing.T, numero int, pagina []parola) {
	t.Helper()
	for i, a := range pagina {
		if a.X0 < 14.5 || a.X1 > 195.6 || a.Y0 < 8 || a.Y1 > 291 {
			t.Errorf("page %d: %q leaves the margins at %.1f-%.1f,%.1f", numero, a.Testo, a.X0, a.X1, a.Y0)
		}
		for _, b := range pagina[i+1:] {
			if parte := comune(a, b); parte > 0.3 {
				t.Errorf("page %d: %q and %q overlap by %.0f%%", numero, a.Testo, b.Testo, parte*100)
			}
		}
	}
}

// comune is the part of the smaller box that the other one covers.
func comune(a, b parola) float64 {
	w := math.Min(a.X1, b.X1) - math.Max(a.X0, b.X0)
	h := math.Min(a.Y1, b.Y1) - math.Max(a.Y0, b.Y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / math.Min((a.X1-a.X0)*(a.Y1-a.Y0), (b.X1-b.X0)*(b.Y1-b.Y0))
}

// Every text of an act can be read on paper, however long and wherever it flows.
func TestNienteVaPerduto(t *testing.T) {
	t.Parallel()
	for nome, a := range map[string]stampa.Atto{"long": lungo(), "endless": smisurato(), "usual": esempio()} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			pdf := rendi(t, a)
			letto := strings.ReplaceAll(scorrevole(t, pdf), " ", "")
			for _, scritto := range testiDi(a) {
				controllaLetto(t, letto, scritto)
			}
		})
	}
}

func controllaLetto(t *testing.T, letto, scritto string) {
	t.Helper()
	atteso, ignoti := stampatore(t).Traslittera(scritto)
	if len(ignoti) > 0 {
		t.Errorf("%q has unknown characters %q", scritto, ignoti)
	}
	for p := range strings.FieldsSeq(atteso) {
		if !strings.Contains(letto, p) {
			t.Errorf("%q of %.60q is not on paper", p, scritto)
		}
	}
}

func TestQuantePagine(t *testing.T) {
	t.Parallel()
	casi := map[string]struct {
		atto stampa.Atto
		min  int
		max  int
	}{
		"the usual act with a coat of arms": {conStemma(), 4, 4},
		"an act with instalments":           {carissimo(), 4, 4},
		"nobody to name":                    {trasgressore(), 2, 2},
		"ten violations":                    {lungo(), 4, 4},
		"ten violations with slips":         {conConto(lungo()), 6, 6},
		"texts without end":                 {smisurato(), 6, 12},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if n := len(parole(t, rendi(t, c.atto))); n < c.min || n > c.max || n%2 != 0 {
				t.Errorf("%d pages, want %d to %d and even", n, c.min, c.max)
			}
		})
	}
}

// The text after the amounts flows over two pages: the first is not left half empty.
func TestColonneSuDuePagine(t *testing.T) {
	t.Parallel()
	pagine := parole(t, rendi(t, misto()))
	ultima := 0.0
	for _, w := range pagine[0] {
		if w.Y1 < 284 { // above the footer
			ultima = max(ultima, w.Y1)
		}
	}
	if ultima < 240 {
		t.Errorf("the first page ends at %.0f mm", ultima)
	}
	if n := len(pagineCon(t, rendi(t, misto()), "RICORSO")); n != 1 {
		t.Errorf("the appeals are on %d pages", n)
	}
	for _, w := range pagine[1] {
		if w.Testo == "Comandante" && !slices.ContainsFunc(pagine[1], func(x parola) bool { return x.Testo == "PERSONALI" }) {
			t.Error("the signature stands alone on its page")
		}
	}
}
