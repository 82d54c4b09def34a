package sanzione

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Retroattive lists, of the difference between two versions of the table, what would alter the row in force
// on some day up to oggi included: rows added, changed or removed that start by oggi. A change of orizzonte,
// verifica, fonte, nota, doubts or testoBreve alone alters no violation; one of validoA only where a day up to oggi lies between
// the two ends. Fines of those days may already have been issued: a person must want it.
func Retroattive(r foglio.Rapporto, oggi calendario.Giorno) []foglio.Variazione {
	incide := func(c foglio.Campo) bool { return tocca(c, oggi) }
	modificate := slices.DeleteFunc(cominciate(r.Modificate, oggi), func(v foglio.Variazione) bool {
		return !slices.ContainsFunc(v.Campi, incide)
	})
	return slices.Concat(cominciate(r.Aggiunte, oggi), modificate, cominciate(r.Tolte, oggi))
}

// cominciate are the rows that hold from oggi or before.
func cominciate(righe []foglio.Variazione, oggi calendario.Giorno) (prese []foglio.Variazione) {
	for _, v := range righe {
		if !v.Decorrenza.After(oggi) {
			prese = append(prese, v)
		}
	}
	return prese
}

// tocca reports that the change of a cell, in a row that has started, alters a day up to oggi.
func tocca(c foglio.Campo, oggi calendario.Giorno) bool {
	switch c.Nome {
	case "orizzonte", "verifica", "fonte", "nota", "dubbi", "dubbio", "testoBreve":
		return false
	case "validoA":
		return finita(c.Prima, oggi) || finita(c.Dopo, oggi)
	}
	return true
}

// finita reports an end before oggi; no end is never before.
func finita(validoA string, oggi calendario.Giorno) bool {
	var g calendario.Giorno
	if err := g.UnmarshalText([]byte(validoA)); err != nil {
		return true
	}
	return !g.IsZero() && g.Before(oggi)
}
