package lettore

import (
	"math"
	"slices"
	"strings"
)

// Vota judges texts by several lattices of the same field (cuts of other height, width and place): a text's likelihood is the mean of
// its probabilities, so that one bad cut does not silence a good one. The likeliest comes first; equal texts are one.
func Vota(tagli []Reticolo, testi []string) []Candidato {
	slices.Sort(testi)
	testi = slices.Compact(testi)
	esce := make([]Candidato, 0, len(testi))
	for _, t := range testi {
		somma := float64(meno)
		for _, r := range tagli {
			somma = insieme(somma, r.Probabilita(t)*ammorbidisce)
		}
		esce = append(esce, Candidato{t, (somma - math.Log(float64(len(tagli)))) / ammorbidisce})
	}
	slices.SortFunc(esce, func(a, b Candidato) int {
		switch {
		case a.Log > b.Log:
			return -1
		case a.Log < b.Log:
			return 1
		}
		return strings.Compare(a.Testo, b.Testo)
	})
	return esce
}

// ammorbidisce is the power of each cut's probability in the vote: a cut that is sure of itself does not outvote all the others.
const ammorbidisce = 0.5

// Curva turns a margin (best text minus second best, natural logarithm) into a probability: straight lines between points measured
// by the bench on pictures of our own making.
type Curva []Punto

// Punto of a curve: with this margin, this share of readings was right.
type Punto struct{ Margine, Giusti float64 }

// Confidenza reads the curve.
func (c Curva) Confidenza(margine float64) float64 {
	if len(c) == 0 {
		return 0
	}
	if margine <= c[0].Margine {
		return c[0].Giusti
	}
	for i := 1; i < len(c); i++ {
		if margine <= c[i].Margine {
			a, b := c[i-1], c[i]
			return a.Giusti + (b.Giusti-a.Giusti)*(margine-a.Margine)/(b.Margine-a.Margine)
		}
	}
	return c[len(c)-1].Giusti
}
