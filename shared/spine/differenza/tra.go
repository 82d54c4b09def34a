package differenza

import (
	"cmp"
	"slices"
)

// Tra compares two tables with these columns. The keys of each are unique, as every table demands; the
// order of the rows does not count.
func Tra[R Riga](colonne []string, prima, dopo []R) Rapporto {
	r := Rapporto{Aggiunte: []Variazione{}, Modificate: []Variazione{}, Tolte: []Variazione{}}
	vecchie := make(map[string]R, len(prima))
	for _, v := range prima {
		vecchie[v.Chiave()] = v
	}
	for _, d := range dopo {
		chiave := d.Chiave()
		v, esiste := vecchie[chiave]
		if !esiste {
			r.Aggiunte = append(r.Aggiunte, Variazione{chiave, d.Decorrenza(), Celle(colonne, nil, d.Campi())})
			continue
		}
		delete(vecchie, chiave)
		a, b := v.Campi(), d.Campi()
		if slices.Equal(a, b) {
			r.Invariate++
			continue
		}
		r.Modificate = append(r.Modificate, Variazione{chiave, d.Decorrenza(), Celle(colonne, a, b)})
	}
	for chiave, v := range vecchie {
		r.Tolte = append(r.Tolte, Variazione{chiave, v.Decorrenza(), Celle(colonne, v.Campi(), nil)})
	}
	for _, elenco := range [][]Variazione{r.Aggiunte, r.Modificate, r.Tolte} {
		slices.SortFunc(elenco, func(a, b Variazione) int { return cmp.Compare(a.Chiave, b.Chiave) })
	}
	return r
}

// Celle lists the cells of two rows that differ, never nil; no row (nil) has empty cells.
func Celle(colonne, prima, dopo []string) []Campo {
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
