package misura

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Cifra is one figure of a row. Rapporto is the figure divided by that of Rispetto, measured in the
// same minute; 0 when there is nothing to compare it with.
type Cifra struct {
	Nome      string     `json:"nome"`
	Valore    float64    `json:"valore"`
	Unita     string     `json:"unita"`
	Rapporto  float64    `json:"rapporto,omitzero"`
	Rispetto  string     `json:"rispetto,omitempty"`
	Traguardo *Traguardo `json:"traguardo,omitempty"`
}

// Traguardo is a goal of design section 10: on the ratio when the figure has one, else on the figure.
type Traguardo struct {
	Almeno float64 `json:"almeno,omitzero"`
	Sotto  float64 `json:"sotto,omitzero"`
}

// Almeno is the goal of at least v.
func Almeno(v float64) *Traguardo { return &Traguardo{Almeno: v} }

// MenoEMeglio says in which direction a figure is better: as its goal has it, else by its unit.
func (c Cifra) MenoEMeglio() bool {
	if c.Traguardo != nil {
		return c.Traguardo.Sotto != 0
	}
	return slices.Contains([]string{"s", "ms", "µs", "MiB", "KB"}, c.Unita)
}

// Testo is the goal in a column.
func (t *Traguardo) Testo() string {
	if t.Sotto != 0 {
		return "< " + Numero(t.Sotto)
	}
	return "≥ " + Numero(t.Almeno)
}

// Giudizio says whether the goal is met; empty when none is owed.
func (c Cifra) Giudizio() string {
	if c.Traguardo == nil {
		return ""
	}
	v := c.Valore
	if c.Rapporto != 0 {
		v = c.Rapporto
	}
	if c.Traguardo.Sotto != 0 && v < c.Traguardo.Sotto || c.Traguardo.Almeno != 0 && v >= c.Traguardo.Almeno {
		return "sì"
	}
	return "no"
}

// Numero writes a figure for a reader, with three digits that say something: 12.345, 345, 34,5, 3,45.
func Numero(v float64) string {
	decimali := 2
	switch a := math.Abs(v); {
	case a >= 99.95:
		decimali = 0
	case a >= 9.995:
		decimali = 1
	case a > 0 && a < 0.1:
		decimali = 3
	}
	testo := strings.Replace(strconv.FormatFloat(v, 'f', decimali, 64), ".", ",", 1)
	return migliaia(testo)
}

// migliaia puts the point between the thousands.
func migliaia(testo string) string {
	intera, resto, _ := strings.Cut(testo, ",")
	for i := len(intera) - 3; i > 0 && intera[i-1] != '-'; i -= 3 {
		intera = intera[:i] + "." + intera[i:]
	}
	if resto == "" {
		return intera
	}
	return intera + "," + resto
}

// Confronta gives our figure with the median of the ratios, and the peer's beside it.
func Confronta(nome, unita, rispetto string, nostri, loro []float64) []Cifra {
	rapporti := make([]float64, 0, len(nostri))
	for i := range nostri {
		if i < len(loro) && loro[i] > 0 {
			rapporti = append(rapporti, nostri[i]/loro[i])
		}
	}
	return []Cifra{
		{Nome: nome, Valore: Mediana(nostri), Unita: unita, Rapporto: Mediana(rapporti), Rispetto: rispetto},
		{Nome: "  " + rispetto, Valore: Mediana(loro), Unita: unita},
	}
}
