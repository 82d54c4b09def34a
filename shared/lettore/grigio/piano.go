// Package grigio has the loops over grey pixels that the optical reading needs: shrinking, straightening, local means, connected spots.
// Pure, few imports: it is built for js/wasm too.
package grigio

import "math"

// Piano is a grey picture, row by row; 0 is black.
type Piano struct {
	W, H int
	P    []uint8
}

// Nuovo makes a black picture.
func Nuovo(w, h int) Piano { return Piano{W: w, H: h, P: make([]uint8, w*h)} }

// Punto is a place in a picture; pixels have their centre at half values.
type Punto struct{ X, Y float64 }

// Quadro is a quadrilateral: top left, top right, bottom right, bottom left.
type Quadro [4]Punto

// Scala multiplies all places.
func (q Quadro) Scala(k float64) Quadro {
	for i := range q {
		q[i].X *= k
		q[i].Y *= k
	}
	return q
}

func distanza(a, b Punto) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// Lati are the mean width and the mean height.
func (q Quadro) Lati() (largo, alto float64) {
	return (distanza(q[0], q[1]) + distanza(q[3], q[2])) / 2, (distanza(q[0], q[3]) + distanza(q[1], q[2])) / 2
}

// Dentro gives the part of the quadrilateral between the given shares of its sides: 0 and 1 are its own; others may lie outside.
func (q Quadro) Dentro(x0, y0, x1, y1 float64) Quadro {
	m := q.omografia(1, 1)
	return Quadro{m.porta(x0, y0), m.porta(x1, y0), m.porta(x1, y1), m.porta(x0, y1)}
}

// Centro is the crossing of the diagonals' middle points.
func (q Quadro) Centro() Punto {
	return Punto{(q[0].X + q[1].X + q[2].X + q[3].X) / 4, (q[0].Y + q[1].Y + q[2].Y + q[3].Y) / 4}
}

// Rettangolo is the quadrilateral with sides along the picture's.
func Rettangolo(x0, y0, x1, y1 float64) Quadro {
	return Quadro{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

// omografia is a projective map of the plane.
type omografia [8]float64

// omografia carries the rectangle 0..w, 0..h onto the quadrilateral.
func (q Quadro) omografia(w, h float64) omografia {
	sx, sy := q[0].X-q[1].X+q[2].X-q[3].X, q[0].Y-q[1].Y+q[2].Y-q[3].Y
	dx1, dx2 := q[1].X-q[2].X, q[3].X-q[2].X
	dy1, dy2 := q[1].Y-q[2].Y, q[3].Y-q[2].Y
	g, k := 0.0, 0.0
	if d := dx1*dy2 - dx2*dy1; math.Abs(d) > 1e-9 {
		g, k = (sx*dy2-dx2*sy)/d, (dx1*sy-sx*dy1)/d
	}
	return omografia{
		(q[1].X - q[0].X + g*q[1].X) / w, (q[3].X - q[0].X + k*q[3].X) / h, q[0].X,
		(q[1].Y - q[0].Y + g*q[1].Y) / w, (q[3].Y - q[0].Y + k*q[3].Y) / h, q[0].Y, g / w, k / h,
	}
}

func (m *omografia) porta(x, y float64) Punto {
	z := m[6]*x + m[7]*y + 1
	if math.Abs(z) < 1e-9 {
		z = 1e-9
	}
	return Punto{(m[0]*x + m[1]*y + m[2]) / z, (m[3]*x + m[4]*y + m[5]) / z}
}

// Ritaglia straightens a quadrilateral into a picture of w by h. Where the original is larger each pixel is the mean of several.
func (p Piano) Ritaglia(q Quadro, w, h int) Piano {
	esce := Nuovo(w, h)
	if p.W < 1 || p.H < 1 {
		return esce
	}
	m := q.omografia(float64(w), float64(h))
	largo, alto := q.Lati()
	n := int(math.Ceil(min(max(largo/float64(w), alto/float64(h), 1), 6) - 0.25))
	passo := 1 / float64(n)
	for y := range h {
		for x := range w {
			var somma float64
			for j := range n {
				for i := range n {
					c := m.porta(float64(x)+(float64(i)+0.5)*passo, float64(y)+(float64(j)+0.5)*passo)
					somma += p.tra(c.X-0.5, c.Y-0.5)
				}
			}
			esce.P[y*w+x] = uint8(somma/float64(n*n) + 0.5)
		}
	}
	return esce
}

// tra is the grey between four pixels; outside the picture its border goes on.
func (p Piano) tra(x, y float64) float64 {
	x, y = min(max(x, 0), float64(p.W-1)), min(max(y, 0), float64(p.H-1))
	i, j := min(int(x), max(p.W-2, 0)), min(int(y), max(p.H-2, 0))
	a, b := x-float64(i), y-float64(j)
	k, l := min(1, p.W-1), min(1, p.H-1)*p.W
	o := j*p.W + i
	return (float64(p.P[o])*(1-a)+float64(p.P[o+k])*a)*(1-b) + (float64(p.P[o+l])*(1-a)+float64(p.P[o+l+k])*a)*b
}

// Riduci shrinks a picture to a longest side, each pixel the mean of those it covers; scala multiplies a coordinate back into
// the original. A picture that is small enough comes back unchanged.
func (p Piano) Riduci(lato int) (ridotto Piano, scala float64) {
	massimo := max(p.W, p.H)
	if massimo <= lato {
		return p, 1
	}
	scala = float64(massimo) / float64(lato)
	r := Nuovo(max(1, int(float64(p.W)/scala)), max(1, int(float64(p.H)/scala)))
	for y := range r.H {
		y0, y1 := int(float64(y)*scala), min(max(int(float64(y+1)*scala), int(float64(y)*scala)+1), p.H)
		for x := range r.W {
			x0, x1 := int(float64(x)*scala), min(max(int(float64(x+1)*scala), int(float64(x)*scala)+1), p.W)
			somma := 0
			for j := y0; j < y1; j++ {
				for _, v := range p.P[j*p.W+x0 : j*p.W+x1] {
					somma += int(v)
				}
			}
			r.P[y*r.W+x] = uint8(somma / ((y1 - y0) * (x1 - x0)))
		}
	}
	return r, scala
}

// Gira turns the picture by quarters of a turn, clockwise.
func (p Piano) Gira(quarti int) Piano {
	for range quarti & 3 {
		r := Nuovo(p.H, p.W)
		for y := range p.H {
			for x := range p.W {
				r.P[x*r.W+r.W-1-y] = p.P[y*p.W+x]
			}
		}
		p = r
	}
	return p
}

// Rovescia changes black and white.
func (p Piano) Rovescia() Piano {
	r := Nuovo(p.W, p.H)
	for i, v := range p.P {
		r.P[i] = 255 - v
	}
	return r
}
