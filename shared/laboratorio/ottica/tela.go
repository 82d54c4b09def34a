package ottica

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

// Tela is a grey canvas, 0 black to 255 white.
type Tela struct{ *image.Gray }

func nuovaTela(w, h int, fondo uint8) Tela {
	t := Tela{image.NewGray(image.Rect(0, 0, w, h))}
	for i := range t.Pix {
		t.Pix[i] = fondo
	}
	return t
}

// Piano is the canvas as the reader takes it.
func (t Tela) Piano() grigio.Piano {
	b := t.Bounds()
	p := grigio.Nuovo(b.Dx(), b.Dy())
	for y := range p.H {
		copy(p.P[y*p.W:][:p.W], t.Pix[y*t.Stride:])
	}
	return p
}

func (t Tela) rettangolo(x0, y0, x1, y1 float64, v uint8) {
	dove := image.Rect(int(math.Round(x0)), int(math.Round(y0)), int(math.Round(x1)), int(math.Round(y1)))
	draw.Draw(t, dove, image.NewUniform(color.Gray{v}), image.Point{}, draw.Src)
}

func (t Tela) cerchio(cx, cy, r, spesso float64, v uint8) {
	for y := int(cy - r - spesso); y <= int(cy+r+spesso); y++ {
		for x := int(cx - r - spesso); x <= int(cx+r+spesso); x++ {
			d := math.Hypot(float64(x)-cx, float64(y)-cy)
			if image.Pt(x, y).In(t.Bounds()) && (spesso == 0 && d <= r || spesso > 0 && math.Abs(d-r) <= spesso/2) {
				t.SetGray(x, y, color.Gray{v})
			}
		}
	}
}

// segno draws a straight stroke.
func (t Tela) segno(da, a grigio.Punto, spesso float64, v uint8) {
	x0, y0, x1, y1 := da.X, da.Y, a.X, a.Y
	n := int(math.Hypot(x1-x0, y1-y0)) + 1
	for i := range n + 1 {
		k := float64(i) / float64(n)
		t.rettangolo(x0+(x1-x0)*k-spesso/2, y0+(y1-y0)*k-spesso/2, x0+(x1-x0)*k+spesso/2, y0+(y1-y0)*k+spesso/2, v)
	}
}

// penna writes: capitals alto pixels high, stretched by largo, with passo between characters.
type penna struct {
	faccia             *opentype.Font
	alto, largo, passo float64
	v                  uint8
}

// scritta draws a text, its left end at x and its feet at y; it returns where it ends.
func (t Tela) scritta(p penna, testo string, x, y float64) float64 {
	faccia, err := opentype.NewFace(p.faccia, &opentype.FaceOptions{Size: p.alto / 0.72, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return x
	}
	defer faccia.Close()
	for _, c := range testo {
		avanza, ok := faccia.GlyphAdvance(c)
		if !ok {
			avanza = fixed.I(int(p.alto / 2))
		}
		w := float64(avanza) / 64
		if c != ' ' {
			p.glifo(t, faccia, c, [3]float64{x, y, w})
		}
		x += w*p.largo + p.passo
	}
	return x
}

// glifo draws a character at a place, with its width.
func (p penna) glifo(t Tela, faccia font.Face, c rune, xyw [3]float64) {
	x, y, w, alto, largo, v := xyw[0], xyw[1], xyw[2], p.alto, p.largo, p.v
	m := image.NewAlpha(image.Rect(0, 0, int(w)+8, int(alto*1.7)+4))
	piede := int(alto * 1.25)
	d := font.Drawer{Dst: m, Src: image.Opaque, Face: faccia, Dot: fixed.P(3, piede)}
	d.DrawString(string(c))
	dove := image.Rect(int(x-3*largo), int(y)-piede, int(x-3*largo)+int(float64(m.Rect.Dx())*largo), int(y)-piede+m.Rect.Dy())
	if largo != 1 {
		n := image.NewAlpha(image.Rect(0, 0, dove.Dx(), dove.Dy()))
		draw.ApproxBiLinear.Scale(n, n.Rect, m, m.Rect, draw.Src, nil)
		m = n
	}
	draw.DrawMask(t, dove, image.NewUniform(color.Gray{v}), image.Point{}, m, image.Point{}, draw.Over)
}

// larghezza of a text as scritta draws it.
func (p penna) larghezza(testo string) float64 {
	faccia, err := opentype.NewFace(p.faccia, &opentype.FaceOptions{Size: p.alto / 0.72, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return 0
	}
	defer faccia.Close()
	x := 0.0
	for _, c := range testo {
		avanza, _ := faccia.GlyphAdvance(c)
		x += float64(avanza)/64*p.largo + p.passo
	}
	return x
}

// incolla lays a picture onto the quadrilateral, seen from afar: mask nil covers all of it.
func (t Tela) incolla(da Tela, q grigio.Quadro) {
	inv := inversa(q, float64(da.Bounds().Dx()), float64(da.Bounds().Dy()))
	p := da.Piano()
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), 0.0, 0.0
	for _, c := range q {
		x0, y0, x1, y1 = min(x0, c.X), min(y0, c.Y), max(x1, c.X), max(y1, c.Y)
	}
	largo, alto := q.Lati()
	n := min(max(int(math.Ceil(max(float64(p.W)/largo, float64(p.H)/alto))), 1), 5)
	b := t.Bounds()
	for y := max(int(y0)-1, 0); y < min(int(y1)+2, b.Dy()); y++ {
		for x := max(int(x0)-1, 0); x < min(int(x1)+2, b.Dx()); x++ {
			somma, dentro := 0.0, 0
			for j := range n {
				for i := range n {
					u, v := inv(float64(x)+(float64(i)+0.5)/float64(n), float64(y)+(float64(j)+0.5)/float64(n))
					if u >= 0 && v >= 0 && u < float64(p.W) && v < float64(p.H) {
						somma += float64(p.P[int(v)*p.W+int(u)])
						dentro++
					}
				}
			}
			if dentro > 0 {
				k := float64(dentro) / float64(n*n)
				t.SetGray(x, y, color.Gray{uint8(somma/float64(dentro)*k + float64(t.GrayAt(x, y).Y)*(1-k))})
			}
		}
	}
}

// inversa maps a quadrilateral back to the rectangle of w by h.
func inversa(q grigio.Quadro, w, h float64) func(x, y float64) (u, v float64) {
	// solve the eight equations of the map rectangle -> quadrilateral, then invert its matrix
	sx, sy := q[0].X-q[1].X+q[2].X-q[3].X, q[0].Y-q[1].Y+q[2].Y-q[3].Y
	dx1, dx2 := q[1].X-q[2].X, q[3].X-q[2].X
	dy1, dy2 := q[1].Y-q[2].Y, q[3].Y-q[2].Y
	d := dx1*dy2 - dx2*dy1
	g, k := (sx*dy2-dx2*sy)/d, (dx1*sy-sx*dy1)/d
	a, b, c := q[1].X-q[0].X+g*q[1].X, q[3].X-q[0].X+k*q[3].X, q[0].X
	e, f, i := q[1].Y-q[0].Y+g*q[1].Y, q[3].Y-q[0].Y+k*q[3].Y, q[0].Y
	m := [9]float64{f - i*k, c*k - b, b*i - c*f, i*g - e, a - c*g, c*e - a*i, e*k - f*g, b*g - a*k, a*f - b*e}
	return func(x, y float64) (float64, float64) {
		z := m[6]*x + m[7]*y + m[8]
		return (m[0]*x + m[1]*y + m[2]) / z * w, (m[3]*x + m[4]*y + m[5]) / z * h
	}
}

// sfoca blurs by a box of radius r, twice.
func (t Tela) sfoca(r int) {
	if r < 1 {
		return
	}
	for range 2 {
		p := t.Piano()
		s := p.Somma()
		for y := range p.H {
			for x := range p.W {
				t.Pix[y*t.Stride+x] = uint8(s.Media(x-r, y-r, x+r+1, y+r+1) + 0.5)
			}
		}
	}
}

// muove blurs along the row, as a moving car.
func (t Tela) muove(n int) {
	if n < 2 {
		return
	}
	p := t.Piano()
	s := p.Somma()
	for y := range p.H {
		for x := range p.W {
			t.Pix[y*t.Stride+x] = uint8(s.Media(x-n/2, y, x-n/2+n, y+1) + 0.5)
		}
	}
}

// luce changes contrast and brightness, adds a gradient of light and noise.
func (t Tela) luce(r *rand.Rand, contrasto, chiaro, pendenza, rumore float64) {
	b := t.Bounds()
	a := r.Float64() * 2 * math.Pi
	for y := range b.Dy() {
		for x := range b.Dx() {
			k := pendenza * (math.Cos(a)*(float64(x)/float64(b.Dx())-0.5) + math.Sin(a)*(float64(y)/float64(b.Dy())-0.5))
			v := 128 + (float64(t.Pix[y*t.Stride+x])-128)*contrasto*(1+k) + chiaro + 60*k + r.NormFloat64()*rumore
			t.Pix[y*t.Stride+x] = uint8(min(max(v, 0), 255))
		}
	}
}

// jpeg goes through a file of that quality.
func (t Tela) jpeg(qualita int) Tela {
	var b bytes.Buffer
	if jpeg.Encode(&b, t.Gray, &jpeg.Options{Quality: qualita}) != nil {
		return t
	}
	im, err := jpeg.Decode(&b)
	if err != nil {
		return t
	}
	g := nuovaTela(t.Bounds().Dx(), t.Bounds().Dy(), 0)
	draw.Draw(g, g.Bounds(), im, image.Point{}, draw.Src)
	return g
}
