package grigio

import (
	"math"
	"slices"
)

// Macchia is a connected spot: its box (ends excluded) and how many pixels it has.
type Macchia struct {
	X0, Y0, X1, Y1, Area int

	tratti []tratto
}

// tratto is a run of a row.
type tratto struct{ y, x0, x1, capo int }

// Macchie finds the connected spots (sides and corners) of at least minimo pixels.
func Macchie(segnati []bool, w, h, minimo int) []Macchia {
	var tratti []tratto
	prima := 0 // first run of the row above
	for y := range h {
		inizio := len(tratti)
		riga := segnati[y*w:][:w]
		j := prima
		for x := 0; x < w; x++ {
			if !riga[x] {
				continue
			}
			x0 := x
			for x < w && riga[x] {
				x++
			}
			io := len(tratti)
			tratti = append(tratti, tratto{y, x0, x, io})
			for j < inizio && tratti[j].x1 < x0 {
				j++
			}
			for k := j; k < inizio && tratti[k].x0 <= x; k++ {
				unisci(tratti, io, k)
			}
		}
		prima = inizio
	}
	return raccogli(tratti, minimo)
}

func capo(t []tratto, i int) int {
	for t[i].capo != i {
		t[i].capo = t[t[i].capo].capo
		i = t[i].capo
	}
	return i
}

func unisci(t []tratto, a, b int) {
	a, b = capo(t, a), capo(t, b)
	t[max(a, b)].capo = min(a, b)
}

func raccogli(tratti []tratto, minimo int) []Macchia {
	area := make([]int, len(tratti))
	for i := range tratti {
		area[capo(tratti, i)] += tratti[i].x1 - tratti[i].x0
	}
	posto := make([]int, len(tratti))
	var esce []Macchia
	for i, t := range tratti {
		c := capo(tratti, i)
		if area[c] < minimo {
			continue
		}
		if c == i {
			posto[c] = len(esce)
			esce = append(esce, Macchia{X0: t.x0, Y0: t.y, X1: t.x1, Y1: t.y + 1, Area: area[c]})
		}
		m := &esce[posto[c]]
		m.X0, m.X1, m.Y1 = min(m.X0, t.x0), max(m.X1, t.x1), max(m.Y1, t.y+1)
		m.tratti = append(m.tratti, t)
	}
	return esce
}

// Involucro is the convex hull, clockwise on the screen.
func (m *Macchia) Involucro() []Punto {
	var punti []Punto
	for i, t := range m.tratti {
		// only the first and last run of a row can be on the hull; inner ones cost little
		if i > 0 && m.tratti[i-1].y == t.y && i+1 < len(m.tratti) && m.tratti[i+1].y == t.y {
			continue
		}
		punti = append(punti, Punto{float64(t.x0), float64(t.y)}, Punto{float64(t.x1), float64(t.y)},
			Punto{float64(t.x0), float64(t.y + 1)}, Punto{float64(t.x1), float64(t.y + 1)})
	}
	return involucro(punti)
}

func croce(o, a, b Punto) float64 { return (a.X-o.X)*(b.Y-o.Y) - (a.Y-o.Y)*(b.X-o.X) }

func involucro(punti []Punto) []Punto {
	slices.SortFunc(punti, func(a, b Punto) int {
		if a.X != b.X {
			return int(math.Copysign(1, a.X-b.X))
		}
		return int(a.Y - b.Y)
	})
	var h []Punto
	for giro := range 2 {
		base := len(h)
		for i := range punti {
			p := punti[i]
			if giro == 1 {
				p = punti[len(punti)-1-i]
			}
			for len(h) >= base+2 && croce(h[len(h)-2], h[len(h)-1], p) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		h = h[:len(h)-1]
	}
	return h
}

// Area of a polygon.
func Area(p []Punto) float64 {
	somma := 0.0
	for i := range p {
		q := p[(i+1)%len(p)]
		somma += p[i].X*q.Y - p[i].Y*q.X
	}
	return math.Abs(somma) / 2
}

// Quattro finds the four corners of a hull: its quadrilateral of largest area, from top left on. False where the hull has fewer.
func Quattro(h []Punto) (Quadro, bool) {
	h = sfoltisci(h, 14)
	if len(h) < 4 {
		return Quadro{}, false
	}
	var meglio Quadro
	massima := 0.0
	for a := range h {
		for b := a + 1; b < len(h); b++ {
			for c := b + 1; c < len(h); c++ {
				abc := math.Abs(croce(h[a], h[b], h[c]))
				for d := c + 1; d < len(h); d++ {
					if area := abc + math.Abs(croce(h[a], h[c], h[d])); area > massima {
						massima, meglio = area, Quadro{h[a], h[b], h[c], h[d]}
					}
				}
			}
		}
	}
	return meglio.ordina(), massima > 0
}

// sfoltisci takes away the corners that matter least until n are left.
func sfoltisci(h []Punto, n int) []Punto {
	h = slices.Clone(h)
	for len(h) > n {
		meno, chi := math.Inf(1), 0
		for i := range h {
			a := math.Abs(croce(h[(i+len(h)-1)%len(h)], h[i], h[(i+1)%len(h)]))
			if a < meno {
				meno, chi = a, i
			}
		}
		h = slices.Delete(h, chi, chi+1)
	}
	return h
}

// ordina turns the corners so that the first is the top left one of a quadrilateral that lies less than 45 degrees off.
func (q Quadro) ordina() Quadro {
	if croce(q[0], q[1], q[2]) < 0 {
		q[1], q[3] = q[3], q[1]
	}
	meglio, chi := math.Inf(1), 0
	for i := range q {
		if v := q[i].X + q[i].Y; v < meglio {
			meglio, chi = v, i
		}
	}
	r := Quadro{q[chi], q[(chi+1)&3], q[(chi+2)&3], q[(chi+3)&3]}
	// the top side runs rightwards more than downwards: otherwise the corner before is the top left one
	if math.Abs(r[1].Y-r[0].Y) > math.Abs(r[1].X-r[0].X) && math.Abs(r[3].X-r[0].X) < math.Abs(r[3].Y-r[0].Y) {
		r = Quadro{r[3], r[0], r[1], r[2]}
	}
	return r
}
