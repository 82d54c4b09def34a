package foglio

import (
	"cmp"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Datata is a row of a fixed table: two versions of the table are compared row by row.
type Datata interface {
	Riga
	// Decorrenza is the first day on which it holds.
	Decorrenza() calendario.Giorno
}

// Campo is a cell that differs.
type Campo struct {
	Nome  string `json:"nome"`
	Prima string `json:"prima"`
	Dopo  string `json:"dopo"`
}

// Variazione is a row that is added (every cell has only Dopo), changed (the cells that differ) or
// taken away (every cell has only Prima). Empty cells of added and removed rows are left out.
type Variazione struct {
	Chiave     string            `json:"chiave"`
	Decorrenza calendario.Giorno `json:"decorrenza"`
	Campi      []Campo           `json:"campi"`
}

// Rapporto is the difference between two versions, each list in the order of the keys.
type Rapporto struct {
	Aggiunte   []Variazione `json:"aggiunte"`
	Modificate []Variazione `json:"modificate"`
	Tolte      []Variazione `json:"tolte"`
	Invariate  int          `json:"invariate"`
}

// Vuoto reports that the two versions are the same.
func (r Rapporto) Vuoto() bool { return len(r.Aggiunte)+len(r.Modificate)+len(r.Tolte) == 0 }

// Tra compares two tables with these columns. The keys of each are unique, as every table demands; the
// order of the rows does not count.
func Tra[R Datata](colonne []string, prima, dopo []R) Rapporto {
	r := Rapporto{Aggiunte: []Variazione{}, Modificate: []Variazione{}, Tolte: []Variazione{}}
	vecchie := make(map[string]R, len(prima))
	for _, v := range prima {
		vecchie[v.Chiave()] = v
	}
	for _, d := range dopo {
		chiave := d.Chiave()
		v, esiste := vecchie[chiave]
		if !esiste {
			r.Aggiunte = append(r.Aggiunte, Variazione{chiave, d.Decorrenza(), Diverse(colonne, nil, d.Campi())})
			continue
		}
		delete(vecchie, chiave)
		a, b := v.Campi(), d.Campi()
		if slices.Equal(a, b) {
			r.Invariate++
			continue
		}
		r.Modificate = append(r.Modificate, Variazione{chiave, d.Decorrenza(), Diverse(colonne, a, b)})
	}
	for chiave, v := range vecchie {
		r.Tolte = append(r.Tolte, Variazione{chiave, v.Decorrenza(), Diverse(colonne, v.Campi(), nil)})
	}
	for _, elenco := range [][]Variazione{r.Aggiunte, r.Modificate, r.Tolte} {
		slices.SortFunc(elenco, func(a, b Variazione) int { return cmp.Compare(a.Chiave, b.Chiave) })
	}
	return r
}

// Diverse lists the cells of two rows that differ, never nil; no row (nil) has empty cells.
func Diverse(colonne, prima, dopo []string) []Campo {
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
