package ottica

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

// Ricevuta is a made return receipt, and what it says.
type Ricevuta struct {
	Tela               Tela
	Difficile          Difficolta
	Codice, CodiceAtto string
}

// Bollettino is a made payment slip, and what it says.
type Bollettino struct {
	Tela      Tela
	Difficile Difficolta
	Dati      pagopa.DataMatrix
}

// cifreITF are the wide elements of each digit, as the carrier's papers have them.
//
//nolint:gochecknoglobals // a table
var cifreITF = [10]string{"nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn"}

// itf draws Interleaved 2 of 5 with narrow elements of modulo pixels and wide ones of two and a half.
func (t Tela) itf(testo string, x, y, modulo, alto float64) {
	barra := func(w float64, nera bool) {
		if nera {
			t.rettangoloFine(x, y, x+w, y+alto)
		}
		x += w
	}
	for i := range 4 {
		barra(modulo, i%2 == 0)
	}
	for i := 0; i < len(testo); i += 2 {
		a, b := cifreITF[testo[i]-'0'], cifreITF[testo[i+1]-'0']
		for k := range 5 {
			for j, c := range []byte{a[k], b[k]} {
				w := modulo
				if c == 'w' {
					w *= 2.5
				}
				barra(w, j == 0)
			}
		}
	}
	barra(2.5*modulo, true)
	barra(modulo, false)
	barra(modulo, true)
}

// rettangoloFine draws black with ends that fall between pixels.
func (t Tela) rettangoloFine(x0, y0, x1, y1 float64) {
	for y := int(y0); y < int(y1); y++ {
		for x := int(x0); x <= int(x1); x++ {
			k := min(float64(x+1), x1) - max(float64(x), x0)
			if k > 0 && image.Pt(x, y).In(t.Bounds()) {
				v := float64(t.GrayAt(x, y).Y)
				t.SetGray(x, y, color.Gray{uint8(v - (v-20)*k)})
			}
		}
	}
}

// RicevutaDi draws the receipt of an act's code, at 150 or 200 dots an inch; conAtto prints the act's code too.
func (f Facce) RicevutaDi(r *rand.Rand, atto string, conAtto bool, quanto Difficolta) Ricevuta {
	ricevuta, _ := raccomandata.ComponiNazionale(string(atto[0]-1) + atto[1:11])
	mm := []float64{200, 200, 150}[quanto] / 25.4
	t := nuovaTela(int(210*mm), int(105*mm), uint8(225+r.IntN(30)))
	s := Ricevuta{Codice: ricevuta, Difficile: quanto}
	scrivi := func(testo string, x, y, alto float64) {
		t.scritta(penna{f.Stampa[0], alto * mm, 0.9, 0, 40}, testo, x*mm, y*mm)
	}
	scrivi("Avviso di ricevimento", 8, 10, 3)
	scrivi("ATTI GIUDIZIARI - Mod. 23L", 8, 16, 2.4)
	t.itf(ricevuta, 120*mm, 8*mm, 0.3*mm, 14*mm)
	scrivi(raccomandata.Stampa(ricevuta), 125, 26, 2.4)
	if conAtto {
		s.CodiceAtto = atto
		t.itf(atto, 120*mm, 34*mm, 0.3*mm, 14*mm)
		scrivi(raccomandata.Stampa(atto), 125, 52, 2.4)
	}
	for i, voce := range []string{"Consegnato al destinatario", "a persona di famiglia", "Rifiutato", "Compiuta giacenza", "Destinatario sconosciuto"} {
		y := 26 + 7*float64(i)
		for _, q := range [][4]float64{{10, y, 14, y + 0.3}, {10, y + 4, 14, y + 4.3}, {10, y, 10.3, y + 4}, {13.8, y, 14.1, y + 4}} {
			t.rettangolo(q[0]*mm, q[1]*mm, q[2]*mm, q[3]*mm, 40)
		}
		scrivi(voce, 17, y+3.5, 2.2)
	}
	for range 3 { // stamps and a signature near by
		t.cerchio(tra(r, 30, 110)*mm, tra(r, 60, 90)*mm, 12*mm, 2, 120)
		x, y := tra(r, 70, 120), tra(r, 70, 100)
		t.segno(grigio.Punto{X: x * mm, Y: y * mm}, grigio.Punto{X: (x + tra(r, 10, 40)) * mm, Y: (y + tra(r, -8, 8)) * mm}, 2, 60)
	}
	s.Tela = scansiona(r, t, quanto)
	return s
}

// BollettinoDi draws a PA slip with its DataMatrix and code line.
func (f Facce) BollettinoDi(r *rand.Rand, d pagopa.DataMatrix, quanto Difficolta) (Bollettino, error) {
	testo, err := pagopa.ComponiDataMatrix(d)
	if err != nil {
		return Bollettino{}, err
	}
	m, err := datamatrix.NewDataMatrixWriter().Encode(testo, gozxing.BarcodeFormat_DATA_MATRIX, 0, 0, nil)
	if err != nil {
		return Bollettino{}, err //nolint:wrapcheck // of a test's drawing
	}
	mm := []float64{200, 200, 150}[quanto] / 25.4
	t := nuovaTela(int(210*mm), int(99*mm), uint8(230+r.IntN(25)))
	lato := 25 * mm / float64(m.GetWidth())
	for y := range m.GetHeight() {
		for x := range m.GetWidth() {
			if m.Get(x, y) {
				t.rettangolo(170*mm+float64(x)*lato, 40*mm+float64(y)*lato, 170*mm+float64(x+1)*lato, 40*mm+float64(y+1)*lato, 20)
			}
		}
	}
	scrivi := func(testo string, x, y, alto float64) {
		t.scritta(penna{f.Stampa[0], alto * mm, 0.9, 0, 40}, testo, x*mm, y*mm)
	}
	scrivi("CONTI CORRENTI POSTALI - Ricevuta di versamento", 8, 10, 2.6)
	scrivi("sul C/C n. "+d.ContoCorrente, 8, 20, 2.6)
	scrivi("di Euro "+d.ImportoCent.Cifre(), 120, 20, 2.6)
	scrivi(d.NomeDebitore, 8, 40, 2.4)
	scrivi("Codice avviso "+pagopa.Raggruppa(d.NumeroAvviso), 8, 50, 2.4)
	return Bollettino{Tela: scansiona(r, t, quanto), Dati: d, Difficile: quanto}, nil
}

// scansiona lays a paper on a scanner: a little turned, on white, with dust, folds, less contrast, noise.
func scansiona(r *rand.Rand, carta Tela, quanto Difficolta) Tela {
	w, h := float64(carta.Bounds().Dx()), float64(carta.Bounds().Dy())
	giri := []float64{0.5, 2, 5}[quanto] * math.Pi / 180
	a := tra(r, -giri, giri)
	margine := 0.04*w + h*math.Abs(math.Sin(a))/2 + w*math.Abs(math.Sin(a))/2
	t := nuovaTela(int(w+2*margine), int(h+2*margine), 250)
	cx, cy := w/2+margine, h/2+margine
	var q grigio.Quadro
	for i, p := range [4][2]float64{{-w / 2, -h / 2}, {w / 2, -h / 2}, {w / 2, h / 2}, {-w / 2, h / 2}} {
		q[i] = grigio.Punto{X: cx + p[0]*math.Cos(a) - p[1]*math.Sin(a), Y: cy + p[0]*math.Sin(a) + p[1]*math.Cos(a)}
	}
	t.incolla(carta, q)
	for range []int{0, 60, 200}[quanto] {
		x, y := r.Float64()*float64(t.Bounds().Dx()), r.Float64()*float64(t.Bounds().Dy())
		t.cerchio(x, y, tra(r, 0.3, 1.5), 0, uint8(r.IntN(140)))
	}
	switch quanto {
	case Facile:
		t.luce(r, 0.95, 0, 0.05, 2)
		return t.jpeg(85)
	case Media:
		t.luce(r, tra(r, 0.7, 0.9), tra(r, -10, 10), 0.2, 5)
		return t.jpeg(70)
	case Difficile:
	}
	t.luce(r, tra(r, 0.5, 0.8), tra(r, -20, 15), 0.3, 8)
	return t.jpeg(50)
}
