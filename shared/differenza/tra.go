package differenza

import (
	"cmp"
	"slices"
)

// Tra compares two tables with these columns.
func Tra[R Riga](colonne []string, prima, dopo []R) Rapporto {
	r := Rapporto{Aggiunte: []Variazione{}, Modificate: []Variazione{}, Tolte: []Variazione{}}
	vecchie := make(map[string]R, len(prima))
	for _, v := range prima {
		vecchie[v.Chiave()] = v
	}
	for _, d := range dopo {
		v, c := vecchie[d.Chiave()]
		if !c {
			r.Aggiunte = append(r.Aggiunte, variazione(d, campi(colonne, nil, d.Campi())))
			continue
		}
		delete(vecchie, d.Chiave())
		if diversi := campi(colonne, v.Campi(), d.Campi()); len(diversi) > 0 {
			r.Modificate = append(r.Modificate, variazione(d, diversi))
		} else {
			r.Invariate++
		}
	}
	for _, v := range vecchie {
		r.Tolte = append(r.Tolte, variazione(v, campi(colonne, v.Campi(), nil)))
	}
	for _, elenco := range [][]Variazione{r.Aggiunte, r.Modificate, r.Tolte} {
		slices.SortFunc(elenco, func(a, b Variazione) int { return cmp.Compare(a.Chiave, b.Chiave) })
	}
	return r
}

func variazione(r Riga, campi []Campo) Variazione {
	return Variazione{Chiave: r.Chiave(), Decorrenza: r.Decorrenza(), Campi: campi}
}

// campi lists the cells that differ; no row (nil) has empty cells.
func campi(colonne, prima, dopo []string) []Campo {
	diversi := []Campo{}
	for i, nome := range colonne {
		a, b := cella(prima, i), cella(dopo, i)
		if a != b {
			diversi = append(diversi, Campo{Nome: nome, Prima: a, Dopo: b})
		}
	}
	return diversi
}

func cella(riga []string, i int) string {
	if i < len(riga) {
		return riga[i]
	}
	return ""
}
