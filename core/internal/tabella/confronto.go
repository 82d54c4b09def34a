package tabella

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// raffronti compares each row that is added with the last validity of its code before it, so that a
// person reads what a decree changes instead of whole rows; by key, only of rows that follow another.
func raffronti(colonne []string, d foglio.Rapporto, prima, dopo []foglio.Datata) map[string][]foglio.Campo {
	precedenti := map[string][]foglio.Datata{}
	for _, r := range prima {
		codice := codiceDi(r.Chiave())
		precedenti[codice] = append(precedenti[codice], r)
	}
	nuove := make(map[string]foglio.Datata, len(d.Aggiunte))
	for _, v := range d.Aggiunte {
		nuove[v.Chiave] = nil
	}
	for _, r := range dopo {
		if _, aggiunta := nuove[r.Chiave()]; aggiunta {
			nuove[r.Chiave()] = r
		}
	}
	esito := map[string][]foglio.Campo{}
	for chiave, r := range nuove {
		if p := ultimaPrima(precedenti[codiceDi(chiave)], r); p != nil {
			esito[chiave] = raffronto(colonne, p, r)
		}
	}
	return esito
}

// ultimaPrima is the row with the latest day among those that hold from before the day of another.
func ultimaPrima(righe []foglio.Datata, di foglio.Datata) (ultima foglio.Datata) {
	for _, r := range righe {
		if r.Decorrenza().Before(di.Decorrenza()) && (ultima == nil || r.Decorrenza().After(ultima.Decorrenza())) {
			ultima = r
		}
	}
	return ultima
}

// The parts of a difference.
const (
	parteAggiunte   = "aggiunte"
	parteModificate = "modificate"
	parteTolte      = "tolte"
)

// parte is one list of a difference, or as much of it as a page shows: Da counts from 0.
type parte struct {
	Nome, Titolo string
	Tutte        int
	Da           int
	Voci         []variazione
}

// variazione is a row of a difference in words.
type variazione struct {
	Codice, Dal string
	Celle       []string
	Retroattiva bool
	Segue       bool // another validity of its code: Celle is what changes from that
}

// perPagina is how many rows of a part are shown at once.
const perPagina = 100

// parti are the three lists of a difference, each from the row that inizio says.
func parti(r Rapporto, inizio func(parte string) int) []parte {
	retroattive := map[string]bool{}
	for _, v := range r.Retroattive {
		retroattive[v.Chiave] = true
	}
	tutte := []parte{
		{Nome: parteAggiunte, Titolo: "Righe aggiunte", Tutte: len(r.Rapporto.Aggiunte)},
		{Nome: parteModificate, Titolo: "Righe modificate", Tutte: len(r.Rapporto.Modificate)},
		{Nome: parteTolte, Titolo: "Righe tolte", Tutte: len(r.Rapporto.Tolte)},
	}
	for i, elenco := range [][]foglio.Variazione{r.Rapporto.Aggiunte, r.Rapporto.Modificate, r.Rapporto.Tolte} {
		p := &tutte[i]
		p.Da = min(max(inizio(p.Nome), 0), len(elenco))
		for _, v := range elenco[p.Da:min(p.Da+perPagina, len(elenco))] {
			p.Voci = append(p.Voci, inParole(p.Nome, v, r.raffronti[v.Chiave], retroattive[v.Chiave]))
		}
	}
	return tutte
}

// inParole describes a row of a part: what changes in it, or from the validity before it if there is one,
// else the whole row.
func inParole(parte string, v foglio.Variazione, raffronto []foglio.Campo, retroattiva bool) variazione {
	detta := variazione{Codice: codiceDi(v.Chiave), Dal: v.Decorrenza.Italiano(), Retroattiva: retroattiva, Segue: raffronto != nil}
	switch {
	case raffronto != nil:
		detta.Celle = frasi(raffronto)
	case parte == parteModificate:
		detta.Celle = frasi(v.Campi)
	default:
		detta.Celle = []string{rigaDetta(v.Campi)}
	}
	return detta
}

// successive is the row from which the next page of a part begins; 0 when there is none.
func (p parte) successive() int {
	if dopo := p.Da + len(p.Voci); dopo < p.Tutte {
		return dopo
	}
	return 0
}
