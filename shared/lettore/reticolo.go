package lettore

import (
	"math"
	"strings"
)

// Reticolo holds, for each column of four pixels, the natural logarithm of the probability of every character of the alphabet and of
// none of them (class 0).
type Reticolo struct {
	alfabeto string
	p        []float32
	n, c     int
}

// meno stands for the logarithm of zero.
const meno = -1e9

func traduci(p piani, alfabeto string) Reticolo {
	r := Reticolo{alfabeto: alfabeto, n: p.w, c: p.c, p: make([]float32, p.w*p.c)}
	for x := range p.w {
		massimo := float32(meno)
		for k := range p.c {
			massimo = max(massimo, p.v[(k*3+1)*(p.w+2)+1+x])
		}
		somma := 0.0
		for k := range p.c {
			somma += math.Exp(float64(p.v[(k*3+1)*(p.w+2)+1+x] - massimo))
		}
		tot := massimo + float32(math.Log(somma))
		for k := range p.c {
			r.p[x*p.c+k] = p.v[(k*3+1)*(p.w+2)+1+x] - tot
		}
	}
	return r
}

// Colonne is how many columns the lattice has.
func (r Reticolo) Colonne() int { return r.n }

// classe is a character's class; 0 where the alphabet does not have it.
func (r Reticolo) classe(c byte) int { return strings.IndexByte(r.alfabeto, c) + 1 }

// Libero reads without a grammar: the likeliest class of each column, repetitions and blanks taken away. Only characters of insieme are
// considered; empty: all.
func (r Reticolo) Libero(insieme string) string {
	var ammessi []int
	for i := range len(r.alfabeto) {
		if insieme == "" || strings.IndexByte(insieme, r.alfabeto[i]) >= 0 {
			ammessi = append(ammessi, i+1)
		}
	}
	var testo []byte
	prima := 0
	for x := range r.n {
		colonna := r.p[x*r.c:][:r.c]
		meglio := 0
		for _, k := range ammessi {
			if colonna[k] > colonna[meglio] {
				meglio = k
			}
		}
		if meglio != 0 && meglio != prima {
			testo = append(testo, r.alfabeto[meglio-1])
		}
		prima = meglio
	}
	return string(testo)
}

// Probabilita is the natural logarithm of the probability that the strip bears exactly this text, over all the places where its
// characters may stand.
func (r Reticolo) Probabilita(testo string) float64 {
	n := 2*len(testo) + 1
	if r.n == 0 {
		return meno
	}
	classi := make([]int, n)
	for i := range len(testo) {
		if classi[2*i+1] = r.classe(testo[i]); classi[2*i+1] == 0 {
			return meno
		}
	}
	ora, poi := make([]float64, n), make([]float64, n)
	for s := range ora {
		ora[s] = meno
	}
	ora[0] = float64(r.p[0])
	if n > 1 {
		ora[1] = float64(r.p[classi[1]])
	}
	for x := 1; x < r.n; x++ {
		colonna := r.p[x*r.c:][:r.c]
		for s := range n {
			v := ora[s]
			if s > 0 {
				v = insieme(v, ora[s-1])
			}
			if s > 1 && classi[s] != 0 && classi[s] != classi[s-2] {
				v = insieme(v, ora[s-2])
			}
			poi[s] = v + float64(colonna[classi[s]])
		}
		ora, poi = poi, ora
	}
	if n == 1 {
		return ora[0]
	}
	return insieme(ora[n-1], ora[n-2])
}

// insieme is the logarithm of the sum of two probabilities given by their logarithms.
func insieme(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if b < a-40 {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// NuovoReticolo makes a lattice of natural logarithms of probabilities, column by column, of none and of each character of the alphabet.
func NuovoReticolo(alfabeto string, p []float32) Reticolo {
	c := len(alfabeto) + 1
	return Reticolo{alfabeto: alfabeto, p: p, c: c, n: len(p) / c}
}
