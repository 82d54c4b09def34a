package pdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

// disegno is a picture half of which is a veil.
func disegno(t testing.TB) *pdf.Immagine {
	t.Helper()
	scudo := image.NewNRGBA(image.Rect(0, 0, 30, 40))
	for y := range 40 {
		for x := range 30 {
			scudo.SetNRGBA(x, y, color.NRGBA{R: uint8(6 * x), G: uint8(6 * y), B: 90, A: uint8(255 - 255*(x/15))})
		}
	}
	i, err := pdf.NuovaImmagine(scudo)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// tutto draws one of everything.
func tutto(d *pdf.Documento, i *pdf.Immagine) {
	blu := pdf.Colore{R: 23, G: 50, B: 77}
	d.Fascia(15, 15, 60, 10, pdf.Colore{R: 240, G: 240, B: 240})
	d.Scrivi(20, 20, pdf.Testo{Carattere: tondo, Corpo: 12.5, Colore: blu}, "Città (è) \\ 12 € – Đorđe Łukasz née Ștefănescu")
	d.Scrivi(20, 40, pdf.Testo{Carattere: fisso, Corpo: 10}, "3122 6112 é")
	d.Linea(15, 50, 195, blu, 0.7)
	d.Tratteggio(1.2)
	d.Linea(15, 52, 195, blu, 0.2)
	d.Tratteggio(0)
	d.Riquadro(15, 60, 4, blu, 0.25)
	d.Barre(20, 70, 14, []float64{0.3, 0.75, 0.3, 0.3, 0.75})
	d.Maschera(60, 70, 25, simboloDiProva())
	d.Mostra(i, 100, 70, 18, 24)
}

// Outside readers find nothing wrong with a file, and read in it what was written.
func TestOutsideReadersAgree(t *testing.T) {
	t.Parallel()
	d := caratteri(t).Apri()
	d.Pagina()
	tutto(d, disegno(t))
	d.Pagina()
	d.Pagina()
	d.Vai(2)
	d.Scrivi(20, 20, pdf.Testo{Corpo: 8}, "seconda")
	file := d.Chiudi(dati())
	controlla(t, file)
	if ha, vuole := testo(t, file), []string{"Città_(è)_\\_12_€_–_Đorđe_Łukasz_née_Ștefănescu", "3122_6112_é", "seconda"}; !slices.Equal(ha, vuole) {
		t.Errorf("%q, want %q", ha, vuole)
	}
	informa := programma(t, file, "pdfinfo", "-enc", "UTF-8", "-isodates", "file.pdf")
	for _, voluto := range []string{"Prova (1) \\ è 😀\n", "Alfa\n", "2026-11-20T09:30:00Z\n", "Pages:           3\n", "A4)"} {
		if !strings.Contains(informa, voluto) {
			t.Errorf("pdfinfo does not say %q:\n%s", voluto, informa)
		}
	}
	for riga := range strings.Lines(strings.SplitN(programma(t, file, "pdffonts", "file.pdf"), "\n", 3)[2]) {
		if !strings.Contains(riga, "yes yes yes") {
			t.Errorf("not embedded, not cut or without its text: %s", riga)
		}
	}
}

// The letters of every text are in each file; the others are with who needs them.
func TestTheSecondCutIsOfWhoNeedsIt(t *testing.T) {
	t.Parallel()
	for scritto, facce := range map[string]int{"Città – 12 €": 2, "Citté": 3, "Đorđe": 3} {
		if n := bytes.Count(con(t, scritto), []byte("/FontFile2")); n != facce {
			t.Errorf("%q: %d faces, want %d", scritto, n, facce)
		}
	}
	if n := len(con(t, "Città")); n > 30_000 {
		t.Errorf("a file of two faces weighs %d bytes", n)
	}
}

// Every character that the faces have is on paper what it is.
func TestEveryCharacterIsItself(t *testing.T) {
	t.Parallel()
	var originali []*pdf.Originale
	for _, file := range []string{static.FontRegular, static.FontMono} {
		dati, err := fs.ReadFile(static.FS(), file)
		if err != nil {
			t.Fatal(err)
		}
		o, err := pdf.Leggi(dati)
		if err != nil {
			t.Fatal(err)
		}
		originali = append(originali, o)
	}
	var righe []string
	for alcune := range slices.Chunk(pdf.Comuni(originali), 20) {
		righe = append(righe, strings.ReplaceAll(strings.ReplaceAll(string(alcune), " ", ""), "\u00a0", ""))
	}
	d := caratteri(t).Apri()
	d.Pagina()
	for i, riga := range righe {
		for j, r := range []rune(riga) { // apart, so that no reader joins a letter and an accent
			d.Scrivi(10+8*float64(j), 10+10*float64(i), pdf.Testo{Corpo: 9}, string(r))
		}
	}
	file := d.Chiudi(dati())
	ha := strings.Join(testo(t, file), "")
	for _, riga := range righe {
		for _, r := range riga {
			if !strings.ContainsRune(ha, r) {
				t.Errorf("%q is not read back", r)
			}
		}
	}
	if len(righe) < 15 {
		t.Errorf("%d lines only", len(righe))
	}
}

// A character that the paper has not is not drawn as another one.
func TestWhatIsNotThereIsNotDrawn(t *testing.T) {
	t.Parallel()
	if ha := testo(t, con(t, "a王b\u0301c")); !slices.Equal(ha, []string{"abc"}) {
		t.Errorf("%q", ha)
	}
}

func TestTheSameCallsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	i, c := disegno(t), caratteri(t)
	fa := func() []byte {
		d := c.Apri()
		d.Pagina()
		tutto(d, i)
		return d.Chiudi(dati())
	}
	atteso := fa()
	var gruppo sync.WaitGroup
	for range 4 {
		gruppo.Go(func() {
			for n := range 20 {
				if n%3 == 0 { // memory that somebody else has used, or left in the middle
					d := c.Apri()
					d.Pagina()
					tutto(d, i)
					d.Abbandona()
				}
				if !bytes.Equal(fa(), atteso) {
					t.Error("other bytes")
				}
			}
		})
	}
	gruppo.Wait()
}

// A module is seen as if it were drawn on the page, and is in the file once.
func TestAModuleIsSeenAsDrawn(t *testing.T) {
	t.Parallel()
	i, c := disegno(t), caratteri(t)
	diretto := c.Apri()
	diretto.Pagina()
	tutto(diretto, i)
	vuole := foto(t, diretto.Chiudi(dati()))
	d := c.Apri()
	d.Pagina()
	m := d.Modulo(func() { tutto(d, i) })
	d.Posa(m)
	d.Pagina()
	d.Posa(m)
	file := d.Chiudi(dati())
	controlla(t, file)
	if foto(t, file) != vuole {
		t.Error("the page with a module is another picture")
	}
	if n := bytes.Count(file, []byte("/Subtype /Form")); n != 1 {
		t.Errorf("%d forms", n)
	}
	if ha := testo(t, file); len(ha) != 4 || ha[0] != ha[2] {
		t.Errorf("%q", ha)
	}
}

func TestABrokenFontIsNotRead(t *testing.T) {
	t.Parallel()
	intero, err := fs.ReadFile(static.FS(), static.FontRegular)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(intero); n += 997 {
		if _, err := pdf.Leggi(intero[:n]); !errors.Is(err, pdf.ErrFont) && (err != nil || n < 20_000) { // the last tables are not needed
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}

func BenchmarkDocumento(b *testing.B) {
	c := caratteri(b)
	righe := make([]string, 60)
	for i := range righe {
		righe[i] = fmt.Sprintf("%d. Superava di oltre 10 km/h e di non oltre 40 km/h il limite massimo di velocità stabilito per il tratto.", i)
	}
	b.ReportAllocs()
	for b.Loop() {
		d := c.Apri()
		for range 2 {
			d.Pagina()
			for i, riga := range righe {
				d.Scrivi(15, 20+4*float64(i), pdf.Testo{Corpo: 8}, riga)
			}
		}
		d.Chiudi(dati())
	}
}
