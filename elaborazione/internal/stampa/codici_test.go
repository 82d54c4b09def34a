package stampa_test

import (
	"image"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// pagineCon gives the numbers of the pages on which a word is printed.
func pagineCon(t *testing.T, pdf []byte, cercata string) []int {
	t.Helper()
	var numeri []int
	for i, pagina := range parole(t, pdf) {
		for _, w := range pagina {
			if w.Testo == cercata {
				numeri = append(numeri, i+1)
				break
			}
		}
	}
	return numeri
}

func TestQRLettoDallaPagina(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		atto   stampa.Atto
		codici [][]string // by page
	}{
		{"both codes of two amounts", esempio(), [][]string{{qr30, qr60}}},
		{"the only code of one amount", soloRidotto(), [][]string{{qrSolo}}},
		{"the longest amount", carissimo(), [][]string{{carissimo().Avvisi[0].QR, carissimo().Avvisi[1].QR}}},
		{"a page for each amount with a postal account", conConto(esempio()), [][]string{{qr30, ""}, {qr60, ""}}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			pdf := rendi(t, c.atto)
			pagine := pagineCon(t, pdf, "AVVISO")
			if len(pagine) != len(c.codici) {
				t.Fatalf("%d pages of notice, want %d", len(pagine), len(c.codici))
			}
			for i, codici := range c.codici {
				controllaQR(t, immagine(t, pdf, strconv.Itoa(pagine[i])), codici)
			}
		})
	}
}

func controllaQR(t *testing.T, foto image.Image, codici []string) {
	t.Helper()
	for i, vuole := range codici {
		if vuole == "" {
			continue // a slip
		}
		ha, punti := leggiQR(t, fascia(foto, i, len(codici)))
		if ha != vuole {
			t.Errorf("code %d = %q, want %q", i+1, ha, vuole)
		}
		controllaLato(t, punti)
	}
}

// fascia cuts the i-th payment band out of a page.
func fascia(foto image.Image, i, quante int) image.Image {
	r := foto.Bounds()
	alta := r.Dy() * 58 / 297
	cima := r.Dy()*280/297 - alta*(quante-i)
	return ritaglio(foto, image.Rect(0, cima, r.Dx(), cima+alta))
}

func ritaglio(foto image.Image, r image.Rectangle) image.Image {
	return foto.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(r)
}

// zona cuts a rectangle, mm from the upper left corner, out of a page.
func zona(foto image.Image, x, y, w, h float64) image.Image {
	punti := func(mm float64) int { return int(math.Round(mm * 200 / 25.4)) }
	return ritaglio(foto, image.Rect(punti(x), punti(y), punti(x+w), punti(y+h)))
}

// nero is the box of what is dark, mm from the upper left corner of the page.
func nero(foto image.Image) (x, y, w, h float64) {
	r, box := foto.Bounds(), image.Rectangle{}
	scuro := func(x, y int) bool {
		chiaro, _, _, _ := foto.At(x, y).RGBA()
		return chiaro < 0x8000
	}
	if piana, ok := foto.(*image.RGBA); ok { // as poppler writes it: five times faster
		scuro = func(x, y int) bool { return piana.RGBAAt(x, y).R < 0x80 }
	}
	for py := r.Min.Y; py < r.Max.Y; py++ {
		for px := r.Min.X; px < r.Max.X; px++ {
			if scuro(px, py) {
				box = box.Union(image.Rect(px, py, px+1, py+1))
			}
		}
	}
	mm := func(punti int) float64 { return float64(punti) * 25.4 / 200 }
	return mm(box.Min.X), mm(box.Min.Y), mm(box.Dx()), mm(box.Dy())
}

func leggiCodice(t *testing.T, lettore gozxing.Reader, foto image.Image) string {
	t.Helper()
	mappa, err := gozxing.NewBinaryBitmapFromImage(foto)
	if err != nil {
		t.Fatal(err)
	}
	esito, err := lettore.Decode(mappa, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		t.Fatalf("the code cannot be read: %v", err)
	}
	return esito.GetText()
}

// The slip's code says what is printed beside it, for the addressee and for a person who is not named.
func TestDataMatrixLettoDallaPagina(t *testing.T) {
	t.Parallel()
	anonimo, err := stampatore(t).RendiAvvisoAnonimo(conConto(esempio()))
	if err != nil {
		t.Fatal(err)
	}
	causale := "VERBALE N. 4711 V 2026 DEL 20 11 2026 - TARGA AB123CD"
	slip := func(nav string, cent int64, cf, nome string) pagopa.DataMatrix {
		return pagopa.DataMatrix{NumeroAvviso: nav, ContoCorrente: "12345678", ImportoCent: importo.Cent(cent), CodiceFiscaleEnte: ente,
			CodiceFiscaleDebitore: cf, NomeDebitore: nome, Causale: causale}
	}
	for regola, c := range map[string]struct {
		pdf    []byte
		attesi []pagopa.DataMatrix
	}{
		"each amount has its own": {rendi(t, conConto(esempio())), []pagopa.DataMatrix{
			slip(nav30, 13310, "RSSMRA80A01H501U", "ROSSI MARIO"), slip(nav60, 18500, "RSSMRA80A01H501U", "ROSSI MARIO")}},
		"one amount": {rendi(t, conConto(soloRidotto())), []pagopa.DataMatrix{slip(nav60, 18500, "RSSMRA80A01H501U", "ROSSI MARIO")}},
		"the debtor is not named": {anonimo, []pagopa.DataMatrix{
			slip(nav30, 13310, pagopa.Anonimo, pagopa.Anonimo), slip(nav60, 18500, pagopa.Anonimo, pagopa.Anonimo)}},
		"a company abroad without a tax code": {rendi(t, estero()), []pagopa.DataMatrix{
			slip(nav30, 123456, pagopa.Anonimo, "MULLER & SORENSEN FLOTTENMANAGEMENT GMBH"),
			slip(nav60, 175851, pagopa.Anonimo, "MULLER & SORENSEN FLOTTENMANAGEMENT GMBH")}},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			pagine := pagineCon(t, c.pdf, "BOLLETTINO")
			if len(pagine) != len(c.attesi) {
				t.Fatalf("%d slips, want %d", len(pagine), len(c.attesi))
			}
			for i, atteso := range c.attesi {
				controllaDataMatrix(t, immagine(t, c.pdf, strconv.Itoa(pagine[i])), atteso)
			}
		})
	}
}

func controllaDataMatrix(t *testing.T, foto image.Image, atteso pagopa.DataMatrix) {
	t.Helper()
	const x, y, lato = 167.0, 238.0, 25.0
	codice := zona(foto, x-3, y-3, lato+6, lato+6)
	letto, err := pagopa.LeggiDataMatrix(leggiCodice(t, datamatrix.NewDataMatrixReader(), codice))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(atteso, letto); diff != "" {
		t.Error(diff)
	}
	bx, by, w, h := nero(codice)
	if math.Abs(bx-x) > 0.3 || math.Abs(by-y) > 0.3 || math.Abs(w-lato) > 0.3 || math.Abs(h-lato) > 0.3 {
		t.Errorf("the code is %.2f×%.2f mm at %.2f,%.2f and not alone in its white", w, h, bx, by)
	}
}

// The bars of the act are read through the window, however the sheet slides in the envelope.
func TestBarreLetteDallaFinestra(t *testing.T) {
	t.Parallel()
	for _, a := range []stampa.Atto{conBarre(esempio()), conBarre(lungo())} {
		pdf := rendi(t, a)
		foto := immagine(t, pdf, "1")
		if ha := leggiCodice(t, oned.NewITFReader(), zona(foto, 110, 45, 80, 15)); ha != codiceAG {
			t.Errorf("the bars say %q, want %q", ha, codiceAG)
		}
		x, y, w, h := nero(zona(foto, 110, 44, 39, 16.4))
		if math.Abs(x-114) > 0.3 || math.Abs(y-45.5) > 0.3 || math.Abs(w-31.35) > 0.3 || math.Abs(h-14) > 0.3 {
			t.Errorf("the bars are %.2f×%.2f mm at %.2f,%.2f, want 31.35×14 at 114,45.5", w, h, x, y)
		}
		if scritto := testo(t, pdf); !strings.Contains(scritto, "78600000001-3") {
			t.Error("the number is not written beside the bars")
		}
	}
}

func TestSenzaCodiceNienteBarre(t *testing.T) {
	t.Parallel()
	pdf := rendi(t, esempio())
	if _, _, w, h := nero(zona(immagine(t, pdf, "1"), 114, 52, 76, 2)); w > 0 || h > 0 {
		t.Error("something is drawn where the bars would be")
	}
	if strings.Contains(testo(t, pdf), "AG ") {
		t.Error("the act names a number that it has not")
	}
}

// The last side of an odd document is blank, and only that one.
func TestUltimaFacciataBianca(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		atto  stampa.Atto
		piene int
	}{"three and a blank": {esempio(), 3}, "one and a blank": {senzaAvviso(), 1}, "four": {conConto(esempio()), 4}} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			pdf := rendi(t, c.atto)
			pagine := parole(t, pdf)
			if len(pagine) != c.piene+c.piene%2 {
				t.Fatalf("%d pages", len(pagine))
			}
			for i := range pagine {
				if bianca := len(pagine[i]) == 0; bianca != (i >= c.piene) {
					t.Errorf("page %d of %d: blank is %t", i+1, len(pagine), bianca)
				}
			}
			if _, _, w, _ := nero(immagine(t, pdf, strconv.Itoa(len(pagine)))); (w == 0) != (c.piene%2 == 1) {
				t.Errorf("the last page has %.1f mm of ink", w)
			}
		})
	}
}

// An addressee who must name the driver gets the form; nobody else does.
func TestModuloDelConducente(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		atto   stampa.Atto
		moduli int
	}{
		"the owner of a car not stopped": {esempio(), 1}, "the offender": {trasgressore(), 0},
		"the driver was stopped": {contestato(), 0}, "the driver is known": {conducenteNoto(), 0}, "no points": {senzaAvviso(), 0},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			if n := len(pagineCon(t, rendi(t, c.atto), "Comunicazione")); n != c.moduli {
				t.Errorf("%d forms, want %d", n, c.moduli)
			}
		})
	}
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
