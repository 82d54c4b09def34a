// Package codice reads the bar codes and DataMatrix symbols of the post's papers.
package codice

import (
	"math"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

// Trovato is a code of a picture.
type Trovato struct {
	Testo  string
	Quadro grigio.Quadro
	// Righe is how many lines across the symbol read it.
	Righe int
	// Verso is how many quarters of a turn, clockwise, make the picture upright for this symbol.
	Verso int
}

// cifreITF are the five elements of each digit of Interleaved 2 of 5: true is wide.
//
//nolint:gochecknoglobals // a table, read only
var cifreITF = [10]uint8{0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010}

// elementi of a symbol of twelve digits: start, six pairs, stop.
const (
	coppie   = 6
	elementi = 4 + 10*coppie + 3
)

// Dodici finds the codes of twelve digits in Interleaved 2 of 5 whose check digit is right (postal-and-pec: the symbol is weak,
// so a code wants quiet ends, even widths and at least two lines that agree). It gives the best reading of each code, most
// lines first.
func Dodici(p grigio.Piano) []Trovato {
	visti := map[string]*Trovato{}
	for _, verso := range []int{0, 1} { // along rows, then along columns; both ways each
		q := p.Gira(verso)
		passo := max(q.H/900, 1)
		for y := passo; y+passo < q.H; y += 2 * passo {
			for _, t := range riga(q, y) {
				t.Verso = (verso + t.Verso) & 3
				t.Quadro = indietro(t.Quadro, verso, p)
				aggiungi(visti, t)
			}
		}
	}
	var esce []Trovato
	for _, t := range visti {
		if t.Righe >= 2 {
			esce = append(esce, *t)
		}
	}
	slices.SortFunc(esce, func(a, b Trovato) int { return b.Righe - a.Righe })
	return esce
}

func aggiungi(visti map[string]*Trovato, t Trovato) {
	v := visti[t.Testo]
	if v == nil {
		t.Righe = 1
		visti[t.Testo] = &t
		return
	}
	v.Righe++
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), 0.0, 0.0
	for _, q := range []grigio.Quadro{v.Quadro, t.Quadro} {
		for _, c := range q {
			x0, y0, x1, y1 = min(x0, c.X), min(y0, c.Y), max(x1, c.X), max(y1, c.Y)
		}
	}
	v.Quadro = grigio.Rettangolo(x0, y0, x1, y1)
}

// indietro carries a place of a turned picture back to the original's.
func indietro(q grigio.Quadro, verso int, p grigio.Piano) grigio.Quadro {
	if verso == 0 {
		return q
	}
	// one turn clockwise: x' = H-1-y, y' = x
	return grigio.Rettangolo(q[0].Y, float64(p.H)-q[2].X, q[2].Y, float64(p.H)-q[0].X)
}

// riga reads the codes along a row, in both directions.
func riga(p grigio.Piano, y int) []Trovato {
	bordi := bordiDi(p, y)
	if len(bordi) < elementi+1 {
		return nil
	}
	var esce []Trovato
	contrario := make([]float64, len(bordi))
	for i, b := range bordi {
		contrario[len(bordi)-1-i] = float64(p.W) - b
	}
	for giro, b := range [][]float64{bordi, contrario} {
		// edges alternate: even ones begin black. Turned round, an edge that ended black begins it
		inizio := 0
		if giro == 1 && len(b)%2 == 1 {
			inizio = 1
		}
		for i := inizio; i+elementi < len(b); i += 2 {
			testo, ok := simbolo(b, i)
			if !ok {
				continue
			}
			x0, x1 := b[i], b[i+elementi]
			if giro == 1 {
				x0, x1 = float64(p.W)-x1, float64(p.W)-x0
			}
			esce = append(esce, Trovato{Testo: testo, Quadro: grigio.Rettangolo(x0, float64(y), x1, float64(y+1)), Verso: 2 * giro})
			i += elementi - 3
		}
	}
	return esce
}

// bordiDi finds where a row (the mean of three) crosses from paper to ink and back, to a fraction of a pixel; the first crossing is to
// ink. The level is half-way between the lightest and the darkest near by.
func bordiDi(p grigio.Piano, y int) []float64 {
	v := make([]float64, p.W)
	for x := range v {
		v[x] = (float64(p.P[(y-1)*p.W+x]) + float64(p.P[y*p.W+x]) + float64(p.P[(y+1)*p.W+x])) / 3
	}
	const largo = 24
	livello := medie(v, largo)
	var bordi []float64
	nero := false
	for x := 1; x < p.W; x++ {
		a, b := v[x-1]-livello[x-1], v[x]-livello[x]
		if !nero && b < 0 || nero && b >= 0 {
			k := 0.5
			if d := a - b; math.Abs(d) > 1e-6 {
				k = min(max(a/d, 0), 1)
			}
			bordi = append(bordi, float64(x)-0.5+k)
			nero = !nero
		}
	}
	return bordi
}

// medie is the level at each place: half-way between least and most within r pixels, and under the paper where all is paper.
func medie(v []float64, r int) []float64 {
	esce := make([]float64, len(v))
	blocchi := (len(v) + r - 1) / r
	basso, alto := make([]float64, blocchi), make([]float64, blocchi)
	for i := range blocchi {
		parte := v[i*r : min((i+1)*r, len(v))]
		basso[i], alto[i] = slices.Min(parte), slices.Max(parte)
	}
	for i := range v {
		b := i / r
		l, h := basso[b], alto[b]
		if b > 0 {
			l, h = min(l, basso[b-1]), max(h, alto[b-1])
		}
		if b+1 < blocchi {
			l, h = min(l, basso[b+1]), max(h, alto[b+1])
		}
		if h-l < 30 {
			esce[i] = l - 1
			continue
		}
		esce[i] = (l + h) / 2
	}
	return esce
}

// simbolo reads a symbol whose first bar begins at edge i: quiet ends, start, pairs of even width, stop, right check digit.
func simbolo(b []float64, i int) (string, bool) {
	largo := func(k int) float64 { return b[i+k+1] - b[i+k] }
	modulo := (b[i+4] - b[i]) / 4
	for k := range 4 {
		if w := largo(k); w < 0.45*modulo || w > 1.7*modulo {
			return "", false
		}
	}
	if !quieto(b, i, modulo) {
		return "", false
	}
	var testo []byte
	prima := b[i+14] - b[i+4]
	for c := range coppie {
		da := 4 + 10*c
		due, ok := coppia(b[i+da:i+da+11], prima)
		if !ok {
			return "", false
		}
		testo = append(testo, due[:]...)
	}
	ultimo := 4 + 10*coppie
	if largo(ultimo) < 1.4*largo(ultimo+2) || largo(ultimo+1) > 2*modulo {
		return "", false
	}
	return string(testo), raccomandata.Valida(string(testo)).Valido
}

// quieto tells that a symbol has paper at both ends.
func quieto(b []float64, i int, modulo float64) bool {
	if i > 0 && b[i]-b[i-1] < 4*modulo {
		return false
	}
	j := i + elementi
	return j+1 >= len(b) || b[j+1]-b[j] >= 4*modulo
}

// coppia reads two digits, the first in the bars and the second in the spaces between; they are about as wide as the symbol's first two.
func coppia(bordi []float64, prima float64) (due [2]byte, ok bool) {
	if w := bordi[10] - bordi[0]; w < 0.8*prima || w > 1.25*prima {
		return due, false
	}
	for meta := range due {
		var w [5]float64
		for k := range w {
			w[k] = bordi[2*k+meta+1] - bordi[2*k+meta]
		}
		d, c := cifra(w)
		if !c {
			return due, false
		}
		due[meta] = '0' + d
	}
	return due, true
}

// cifra tells a digit by its five elements: the two widest are wide, and clearly so.
func cifra(w [5]float64) (byte, bool) {
	ordinati := w
	slices.Sort(ordinati[:])
	if ordinati[3] < 1.25*ordinati[2] {
		return 0, false
	}
	soglia := (ordinati[2] + ordinati[3]) / 2
	var forma uint8
	for _, x := range w {
		forma <<= 1
		if x > soglia {
			forma |= 1
		}
	}
	i := slices.Index(cifreITF[:], forma)
	return byte(max(i, 0)), i >= 0
}
