package pagina

import (
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

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

// Parti are the three lists of a difference, each from the row that inizio says.
func Parti(r tabella.Rapporto, inizio func(parte string) int) []parte {
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
			p.Voci = append(p.Voci, inParole(p.Nome, v, r.Raffronti[v.Chiave], retroattive[v.Chiave]))
		}
	}
	return tutte
}

// inParole describes a row of a part: what changes in it, or from the validity before it if there is one,
// else the whole row.
func inParole(parte string, v foglio.Variazione, raffronto []foglio.Campo, retroattiva bool) variazione {
	detta := variazione{Codice: tabella.CodiceDi(v.Chiave), Dal: v.Decorrenza.Italiano(), Retroattiva: retroattiva, Segue: raffronto != nil}
	switch {
	case raffronto != nil:
		detta.Celle = frasi(raffronto)
	case parte == parteModificate:
		detta.Celle = frasi(v.Campi)
	default:
		detta.Celle = []string{tabella.RigaDetta(v.Campi)}
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
