package simbolo_test

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"
	"github.com/makiuchi-d/gozxing/oned"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
)

// slip is a text of a postal slip, as pagopa.ComponiDataMatrix writes it.
func slip() string {
	return "codfase=NBPA;183122611200004711641200001234567810000000294038961P101234567897RSSMRA80A01H501U" +
		pieno("MARIO ROSSI", 40) + pieno("VERBALE V 2026 4711 DEL 20 11 2026 TARGA AB123CD", 110) + pieno("", 12) + "A"
}

func pieno(testo string, n int) string { return testo + strings.Repeat(" ", n-len(testo)) }

// foto draws a symbol as a clean image, moduli white around.
func foto(larga, alta, modulo, moduli int, nero func(x, y int) bool) image.Image {
	g := image.NewGray(image.Rect(0, 0, (larga+2*moduli)*modulo, (alta+2*moduli)*modulo))
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			mx, my := x/modulo-moduli, y/modulo-moduli
			if mx >= 0 && my >= 0 && mx < larga && my < alta && nero(mx, my) {
				continue
			}
			g.SetGray(x, y, color.Gray{Y: 255})
		}
	}
	return g
}

func leggi(t rapid.TB, lettore gozxing.Reader, f image.Image) string {
	t.Helper()
	mappa, err := gozxing.NewBinaryBitmapFromImage(f)
	if err != nil {
		t.Fatal(err)
	}
	esito, err := lettore.Decode(mappa, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
	if err != nil {
		t.Fatalf("the symbol cannot be read: %v", err)
	}
	return esito.GetText()
}

func TestIlDataMatrixSiRilegge(t *testing.T) {
	t.Parallel()
	d := simbolo.NuovoDataMatrix()
	rilegge := func(t rapid.TB, testo string) {
		g, err := d.Codifica(testo)
		if err != nil {
			t.Fatal(err)
		}
		if ha := leggi(t, datamatrix.NewDataMatrixReader(), foto(g.Lato, g.Lato, 3, 2, g.Nero)); ha != testo {
			t.Errorf("read %q, want %q", ha, testo)
		}
	}
	rilegge(t, slip())
	rapid.Check(t, func(t *rapid.T) { rilegge(t, rapid.StringMatching(`[ -~]{1,140}[0-9]{0,280}`).Draw(t, "text")) })
}

func TestDataMatrixRifiuta(t *testing.T) {
	t.Parallel()
	d := simbolo.NuovoDataMatrix()
	if _, err := d.Codifica(strings.Repeat("9", 560)); err != nil {
		t.Errorf("560 digits fit: %v", err)
	}
	for regola, testo := range map[string]string{"too many digits": strings.Repeat("9", 561), "too many letters": strings.Repeat("A", 281), "not ASCII": "però"} {
		if _, err := d.Codifica(testo); err == nil {
			t.Errorf("%s: no error", regola)
		}
	}
}

func TestLeBarreSiRileggono(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cifre := rapid.StringMatching(`[0-9]{12}`).Draw(t, "digits")
		elementi, err := simbolo.Interleaved25(cifre)
		if err != nil {
			t.Fatal(err)
		}
		var riga []bool // two modules a narrow element, five a wide one: ratio 2.5
		for i, largo := range elementi {
			for range map[bool]int{false: 2, true: 5}[largo] {
				riga = append(riga, i%2 == 0)
			}
		}
		f := foto(len(riga), 60, 2, 20, func(x, _ int) bool { return riga[x] })
		if ha := leggi(t, oned.NewITFReader(), f); ha != cifre {
			t.Errorf("read %q, want %q", ha, cifre)
		}
	})
}

func TestLeBarreRifiutano(t *testing.T) {
	t.Parallel()
	for _, cifre := range []string{"", "123", "12345678901A", "1234 5"} {
		if e, err := simbolo.Interleaved25(cifre); err == nil {
			t.Errorf("%q gives %d elements", cifre, len(e))
		}
	}
}

func BenchmarkDataMatrix(b *testing.B) {
	d, testo := simbolo.NuovoDataMatrix(), slip()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Codifica(testo); err != nil {
			b.Fatal(err)
		}
	}
}
