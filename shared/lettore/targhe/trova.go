package targhe

import (
	"math"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

// latoRicerca is the longest side on which plates are searched; their text is cut from the original.
const latoRicerca = 960

// massimoCandidati is how many places are kept.
const massimoCandidati = 12

// posto is where a plate may be: its corners, and the lines of its text where they are known already.
type posto struct {
	quadro grigio.Quadro
	righe  []grigio.Quadro
	merito float64
	catena bool // found by its characters, not by its ground
}

// trova searches the places that look like a plate: light quadrilaterals, and rows of dark spots like characters.
func trova(p grigio.Piano) []posto {
	r, scala := p.Riduci(latoRicerca)
	if r.W < 24 || r.H < 10 {
		return nil
	}
	somme := r.Somma()
	var tutti []posto
	for _, parte := range []int{12, 5, 2} {
		lato := max(r.W/parte, 15)
		tutti = append(tutti, fondi(r, r.Soglia(&somme, lato, 0.1, true))...)
	}
	for _, lato := range []int{max(r.W/40, 13), max(r.W/14, 25), max(r.W/5, 45)} {
		tutti = append(tutti, catene(r.Soglia(&somme, lato, 0.35, false), r.W, r.H)...)
	}
	for i := range tutti {
		tutti[i].merito = merito(r, tutti[i])
	}
	tutti = scegli(tutti)
	for i := range tutti {
		tutti[i].quadro = tutti[i].quadro.Scala(scala)
		for j := range tutti[i].righe {
			tutti[i].righe[j] = tutti[i].righe[j].Scala(scala)
		}
	}
	return tutti
}

// fondi finds light spots with four corners and a plate's proportions.
func fondi(r grigio.Piano, chiari []bool) []posto {
	var esce []posto
	minimo := max(r.W*r.H/6000, 60)
	for _, m := range grigio.Macchie(chiari, r.W, r.H, minimo) {
		w, h := m.X1-m.X0, m.Y1-m.Y0
		if w < 24 || h < 8 || w > r.W*98/100 && h > r.H*9/10 {
			continue
		}
		inv := m.Involucro()
		area := grigio.Area(inv)
		if float64(m.Area) < 0.35*area {
			continue
		}
		q, ok := grigio.Quattro(inv)
		if !ok || area > 1.35*grigio.Area(q[:]) {
			continue
		}
		largo, alto := q.Lati()
		if alto < 8 || largo < 0.7*alto || largo > 8*alto {
			continue
		}
		esce = append(esce, posto{quadro: q})
	}
	return esce
}

// segno is a spot that may be a character.
type segno struct{ x0, y0, x1, y1 float64 }

func (s segno) alto() float64 { return s.y1 - s.y0 }
func (s segno) cx() float64   { return (s.x0 + s.x1) / 2 }
func (s segno) cy() float64   { return (s.y0 + s.y1) / 2 }

// catene finds rows of spots as tall as each other, and pairs of rows one over the other.
func catene(scuri []bool, w, h int) []posto {
	var segni []segno
	for _, m := range grigio.Macchie(scuri, w, h, 12) {
		a, b := m.X1-m.X0, m.Y1-m.Y0
		if b < 7 || b > h/2 || a > b*3/2 || a*12 < b || m.Area*8 < a*b {
			continue
		}
		segni = append(segni, segno{float64(m.X0), float64(m.Y0), float64(m.X1), float64(m.Y1)})
	}
	if len(segni) > 1500 {
		return nil
	}
	slices.SortFunc(segni, func(a, b segno) int { return int(math.Copysign(1, a.cx()-b.cx())) })
	righe := raggruppa(segni)
	var esce []posto
	for _, r := range righe {
		if len(r) >= 4 {
			q := riga(r)
			esce = append(esce, posto{quadro: q, righe: []grigio.Quadro{q}, catena: true})
		}
	}
	return append(esce, coppie(righe)...)
}

// raggruppa makes rows: each spot joins the row whose last spot is near, as tall, and in line with it.
func raggruppa(segni []segno) [][]segno {
	var righe [][]segno
	for _, s := range segni {
		meglio, chi := math.Inf(1), -1
		for i := len(righe) - 1; i >= 0 && i > len(righe)-200; i-- {
			u := righe[i][len(righe[i])-1]
			alto := max(s.alto(), u.alto())
			dx, dy := s.cx()-u.cx(), math.Abs(s.cy()-u.cy())
			if min(s.alto(), u.alto()) < 0.72*alto || dx > 2.3*alto || dx < 0.2*alto || s.x0 < u.x1-0.3*alto || dy > 0.18*alto+0.45*dx {
				continue
			}
			if k := len(righe[i]); k >= 2 { // keep to the slope so far
				p := righe[i][0]
				if largo := u.cx() - p.cx(); math.Abs(p.cy()+(u.cy()-p.cy())*(s.cx()-p.cx())/largo-s.cy()) > 0.3*alto && k >= 3 {
					continue
				}
			}
			if d := dx + 3*dy; d < meglio {
				meglio, chi = d, i
			}
		}
		if chi < 0 {
			righe = append(righe, []segno{s})
		} else {
			righe[chi] = append(righe[chi], s)
		}
	}
	return slices.DeleteFunc(righe, func(r []segno) bool { return len(r) < 2 || len(r) > 14 })
}

// riga is the quadrilateral around a row of spots: straight lines through their tops and bottoms, and a margin.
func riga(r []segno) grigio.Quadro {
	alto := medianoAlto(r)
	x0, x1 := r[0].x0-0.5*alto, r[len(r)-1].x1+0.5*alto
	su := retta(r, func(s segno) float64 { return s.y0 })
	giu := retta(r, func(s segno) float64 { return s.y1 })
	m := 0.2 * alto
	return grigio.Quadro{{X: x0, Y: su(x0) - m}, {X: x1, Y: su(x1) - m}, {X: x1, Y: giu(x1) + m}, {X: x0, Y: giu(x0) + m}}
}

func medianoAlto(r []segno) float64 {
	alti := make([]float64, len(r))
	for i, s := range r {
		alti[i] = s.alto()
	}
	slices.Sort(alti)
	return alti[len(alti)/2]
}

// retta is the line through the points of a row that lies nearest to most of them (the median slope).
func retta(r []segno, y func(segno) float64) func(float64) float64 {
	var pendenze []float64
	for i := range r {
		for j := i + 1; j < len(r); j++ {
			if dx := r[j].cx() - r[i].cx(); dx > 1 {
				pendenze = append(pendenze, (y(r[j])-y(r[i]))/dx)
			}
		}
	}
	m := mediano(pendenze)
	resti := make([]float64, len(r))
	for i, s := range r {
		resti[i] = y(s) - m*s.cx()
	}
	b := mediano(resti)
	return func(x float64) float64 { return m*x + b }
}

func mediano(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return (v[len(v)/2] + v[(len(v)-1)/2]) / 2
}

// coppie finds two rows, one over the other, of one height: plates of motorcycles and of lorries' backs.
func coppie(righe [][]segno) []posto {
	var esce []posto
	for i, a := range righe {
		if len(a) > 4 {
			continue
		}
		for j, b := range righe {
			if i == j || len(b) > 6 {
				continue
			}
			ha, hb := medianoAlto(a), medianoAlto(b)
			dy := b[0].cy() - a[0].cy()
			dx := math.Abs((a[0].x0+a[len(a)-1].x1)-(b[0].x0+b[len(b)-1].x1)) / 2
			if min(ha, hb) < 0.7*max(ha, hb) || dy < 1.05*ha || dy > 2.2*ha || dx > 1.6*ha {
				continue
			}
			ra, rb := riga(a), riga(b)
			q := grigio.Quadro{ra[0], ra[1], rb[2], rb[3]}
			q[0].X, q[1].X = min(ra[0].X, rb[0].X), max(ra[1].X, rb[1].X)
			q[2].X, q[3].X = q[1].X, q[0].X
			esce = append(esce, posto{quadro: q, righe: []grigio.Quadro{ra, rb}, catena: true})
		}
	}
	return esce
}

// merito is how much a place looks like text: changes of grey along its middle rows, and how evenly they are spread.
func merito(r grigio.Piano, p posto) float64 {
	largo, alto := p.quadro.Lati()
	if alto < 5 || largo < 10 {
		return 0
	}
	const w, h = 72, 18
	t := r.Ritaglia(p.quadro, w, h)
	var colonne [8]float64
	tutto := 0.0
	for y := 4; y < h-4; y++ {
		for x := 1; x < w-1; x++ {
			d := math.Abs(float64(t.P[y*w+x+1]) - float64(t.P[y*w+x-1]))
			colonne[x*8/w] += d
			tutto += d
		}
	}
	media, scarto := tutto/8, 0.0
	for _, c := range colonne[1:7] {
		scarto += math.Abs(c - media)
	}
	m := tutto / (float64((h - 8) * (w - 2))) * max(0.2, 1-scarto/(6*media+1))
	if p.catena {
		m *= 1.25
	}
	return m * min(1, math.Sqrt(alto/20))
}

// scegli keeps the best places, each once.
func scegli(tutti []posto) []posto {
	slices.SortStableFunc(tutti, func(a, b posto) int { return int(math.Copysign(1, b.merito-a.merito)) })
	var esce []posto
	for _, p := range tutti {
		if len(esce) == massimoCandidati || p.merito <= 4 {
			break
		}
		if !slices.ContainsFunc(esce, p.stesso) {
			esce = append(esce, p)
		}
	}
	return esce
}

// stesso tells whether two places are one, found twice in the same way.
func (p posto) stesso(o posto) bool {
	if p.catena != o.catena || len(p.righe) != len(o.righe) {
		return false
	}
	for i := range p.quadro {
		_, alto := o.quadro.Lati()
		if math.Hypot(p.quadro[i].X-o.quadro[i].X, p.quadro[i].Y-o.quadro[i].Y) > 0.3*alto {
			return false
		}
	}
	return true
}
