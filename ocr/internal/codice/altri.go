package codice

import (
	"image"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"
	"github.com/makiuchi-d/gozxing/oned"

	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

// grigia shows a plane to gozxing.
func grigia(p grigio.Piano) image.Image {
	return &image.Gray{Pix: p.P, Stride: p.W, Rect: image.Rect(0, 0, p.W, p.H)}
}

// leggi asks a reader of gozxing, which panics on some pictures.
func leggi(r gozxing.Reader, p grigio.Piano) (testo string) {
	defer func() {
		if recover() != nil {
			testo = ""
		}
	}()
	if p.W < 8 || p.H < 8 {
		return ""
	}
	b, err := gozxing.NewBinaryBitmapFromImage(grigia(p))
	if err != nil {
		return ""
	}
	letto, err := r.Decode(b, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		return ""
	}
	return letto.GetText()
}

// Barre128 reads a Code 128, or a Code 39; empty where there is none.
func Barre128(p grigio.Piano) string {
	ridotto, _ := p.Riduci(1800)
	for _, r := range []gozxing.Reader{oned.NewCode128Reader(), oned.NewCode39Reader()} {
		if testo := leggi(r, ridotto); testo != "" {
			return testo
		}
	}
	return ""
}

// Matrice finds the DataMatrix of a page and reads it: the squarest part where grey changes much both along rows and along columns.
func Matrice(p grigio.Piano) (string, grigio.Quadro) {
	for _, q := range quadrati(p) {
		largo, alto := q.Lati()
		for _, lato := range []int{int(max(largo, alto)), 2 * int(max(largo, alto)), 360} {
			if lato < 40 || lato > 1400 {
				continue
			}
			if testo := leggi(datamatrix.NewDataMatrixReader(), p.Ritaglia(q, lato, lato)); testo != "" {
				return testo, q
			}
		}
	}
	return "", grigio.Quadro{}
}

// latoRicerca is the longest side on which a DataMatrix is searched.
const latoRicerca = 1000

// quadrati finds the places that may hold a DataMatrix, with a margin, likeliest first.
func quadrati(p grigio.Piano) []grigio.Quadro {
	r, scala := p.Riduci(latoRicerca)
	orizzontali, verticali := grigio.Nuovo(r.W, r.H), grigio.Nuovo(r.W, r.H)
	for y := 1; y < r.H; y++ {
		for x := 1; x < r.W; x++ {
			v := int(r.P[y*r.W+x])
			orizzontali.P[y*r.W+x] = uint8(abs(v - int(r.P[y*r.W+x-1])))
			verticali.P[y*r.W+x] = uint8(abs(v - int(r.P[(y-1)*r.W+x])))
		}
	}
	so, sv := orizzontali.Somma(), verticali.Somma()
	var esce []grigio.Quadro
	for _, parte := range []int{40, 90} {
		n := max(r.W/parte, 6)
		segnati := make([]bool, r.W*r.H)
		massimo := 0.0
		forza := make([]float64, r.W*r.H)
		for y := range r.H {
			for x := range r.W {
				f := min(so.Media(x-n/2, y-n/2, x+n/2+1, y+n/2+1), sv.Media(x-n/2, y-n/2, x+n/2+1, y+n/2+1))
				forza[y*r.W+x] = f
				massimo = max(massimo, f)
			}
		}
		for i, f := range forza {
			segnati[i] = f > 0.5*massimo && f > 6
		}
		for _, m := range grigio.Macchie(segnati, r.W, r.H, n*n) {
			w, h := m.X1-m.X0, m.Y1-m.Y0
			if w < 20 || h < 20 || w > 2*h || h > 2*w || m.Area*2 < w*h {
				continue
			}
			k := float64(max(w, h))/2 + float64(n)/2 + 4
			cx, cy := float64(m.X0+m.X1)/2, float64(m.Y0+m.Y1)/2
			esce = append(esce, grigio.Rettangolo(cx-k, cy-k, cx+k, cy+k).Scala(scala))
		}
	}
	return esce
}

func abs(v int) int { return max(v, -v) }
