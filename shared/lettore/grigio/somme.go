package grigio

import "math"

// Somme are the sums over rectangles of a picture.
type Somme struct {
	w, h int
	s    []uint32
	q    []uint64
}

// Somma prepares the sums.
func (p Piano) Somma() Somme {
	t := Somme{w: p.W, h: p.H, s: make([]uint32, (p.W+1)*(p.H+1)), q: make([]uint64, (p.W+1)*(p.H+1))}
	for y := range p.H {
		var s uint32
		var q uint64
		sopra, sotto := y*(p.W+1), (y+1)*(p.W+1)
		for x, v := range p.P[y*p.W:][:p.W] {
			s += uint32(v)
			q += uint64(v) * uint64(v)
			t.s[sotto+x+1] = t.s[sopra+x+1] + s
			t.q[sotto+x+1] = t.q[sopra+x+1] + q
		}
	}
	return t
}

// Media is the mean of a rectangle that is cut to the picture; zero where nothing of it is left.
func (t *Somme) Media(x0, y0, x1, y1 int) float64 {
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, t.w), min(y1, t.h)
	if x0 >= x1 || y0 >= y1 {
		return 0
	}
	w := t.w + 1
	return float64(t.s[y1*w+x1]-t.s[y0*w+x1]-t.s[y1*w+x0]+t.s[y0*w+x0]) / float64((x1-x0)*(y1-y0))
}

// Soglia marks the points brighter (or, with chiaro false, darker) than the mean of the square of a side around it by k deviations.
func (p Piano) Soglia(t *Somme, lato int, k float64, chiaro bool) []bool {
	esce := make([]bool, p.W*p.H)
	r, w := max(lato/2, 1), p.W+1
	for y := range p.H {
		y0, y1 := max(y-r, 0), min(y+r+1, p.H)
		for x := range p.W {
			x0, x1 := max(x-r, 0), min(x+r+1, p.W)
			n := float64((x1 - x0) * (y1 - y0))
			a, b, c, d := y1*w+x1, y0*w+x1, y1*w+x0, y0*w+x0
			media := float64(t.s[a]-t.s[b]-t.s[c]+t.s[d]) / n
			dev := math.Sqrt(max(float64(t.q[a]-t.q[b]-t.q[c]+t.q[d])/n-media*media, 0))
			v := float64(p.P[y*p.W+x])
			if chiaro {
				esce[y*p.W+x] = v > media+k*dev+2
			} else {
				esce[y*p.W+x] = v < media-k*dev-2
			}
		}
	}
	return esce
}
