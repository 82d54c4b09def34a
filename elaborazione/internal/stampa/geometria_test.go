package stampa_test

import (
	"image"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
)

// An envelope with its window on the right shows the address and nothing else, however the sheet slides in it.
func TestFinestraDellaBusta(t *testing.T) {
	t.Parallel()
	for _, a := range []stampa.Atto{esempio(), lungo()} {
		nella := map[string]bool{}
		for _, w := range parole(t, rendi(t, a))[0] {
			vede := w.X1 > 90 && w.X0 < 200 && w.Y1 > 44 && w.Y0 < 90
			sempre := w.X0 >= 100 && w.X1 <= 190 && w.Y0 >= 55 && w.Y1 <= 79
			if vede && !sempre {
				t.Errorf("%q at %.1f,%.1f may be cut by the window", w.Testo, w.X0, w.Y0)
			}
			nella[w.Testo] = nella[w.Testo] || sempre
		}
		nome, _ := stampatore(t).Traslittera(a.Destinatario.Nome)
		for p := range strings.FieldsSeq(nome + " " + a.Destinatario.CAP) {
			if !nella[p] {
				t.Errorf("the window does not show %q", p)
			}
		}
		if nella[a.Destinatario.CodiceFiscale] {
			t.Error("the window shows the tax code")
		}
	}
}

func TestNienteSiSovrappone(t *testing.T) {
	t.Parallel()
	casi := map[string]stampa.Atto{
		"usual": esempio(), "long": lungo(), "one amount": soloRidotto(), "driver": trasgressore(),
		"large amounts": carissimo(), "coat of arms": conStemma(), "endless": smisurato(),
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

func TestQRLettoDallaPagina(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		atto   stampa.Atto
		codici []string
	}{
		{"both codes of two amounts", esempio(), []string{qr30, qr60}},
		{"the only code of one amount", soloRidotto(), []string{qrSolo}},
		{"the longest amount", carissimo(), []string{carissimo().Avvisi[0].QR, carissimo().Avvisi[1].QR}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			pdf := rendi(t, c.atto)
			foto := immagine(t, pdf, strconv.Itoa(len(parole(t, pdf))))
			for i, vuole := range c.codici {
				banda := fascia(foto, i, len(c.codici))
				ha, punti := leggiQR(t, banda)
				if ha != vuole {
					t.Errorf("code %d = %q, want %q", i+1, ha, vuole)
				}
				controllaLato(t, punti)
			}
		})
	}
}

// fascia cuts the i-th payment band out of a page.
func fascia(foto image.Image, i, quante int) image.Image {
	r := foto.Bounds()
	alta := r.Dy() * 58 / 297
	cima := r.Dy()*280/297 - alta*(quante-i)
	return foto.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(image.Rect(0, cima, r.Dx(), cima+alta))
}

func leggiQR(t *testing.T, foto image.Image) (string, []gozxing.ResultPoint) {
	t.Helper()
	mappa, err := gozxing.NewBinaryBitmapFromImage(foto)
	if err != nil {
		t.Fatal(err)
	}
	esito, err := qrcode.NewQRCodeReader().Decode(mappa, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		t.Fatalf("the code cannot be read: %v", err)
	}
	return esito.GetText(), esito.GetResultPoints()
}

// controllaLato: between the centres of two finder patterns lie 26 of the 33 modules of version 4, so 25 mm a side.
func controllaLato(t *testing.T, punti []gozxing.ResultPoint) {
	t.Helper()
	if len(punti) < 3 {
		t.Fatalf("%d finder patterns", len(punti))
	}
	distanza := math.Hypot(punti[0].GetX()-punti[1].GetX(), punti[0].GetY()-punti[1].GetY()) * 25.4 / 200
	if lato := distanza * 33 / 26; math.Abs(lato-25) > 0.4 {
		t.Errorf("the code is %.2f mm wide, want 25", lato)
	}
}

// What comes in must be read on paper, however long and wherever it flows.
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
		"the usual act with a coat of arms": {conStemma(), 2, 2},
		"an act with instalments":           {carissimo(), 2, 2},
		"ten violations":                    {lungo(), 3, 4},
		"texts without end":                 {smisurato(), 5, 12},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if n := len(parole(t, rendi(t, c.atto))); n < c.min || n > c.max {
				t.Errorf("%d pages, want %d to %d", n, c.min, c.max)
			}
		})
	}
}
