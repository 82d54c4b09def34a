package cds

import "slices"

// Norma is the rule that a violation breaks: article, paragraph and, when the row of the table names it, the period of the
// paragraph. An empty part is unknown.
type Norma struct{ Articolo, Comma, Periodo string }

// normaDelFatto is an article with the paragraphs of it that are about a fact; none: all. senzaPeriodo is the period, of
// any of them, that is about another fact.
type normaDelFatto struct {
	articolo     string
	commi        []string
	senzaPeriodo string
}

func (n normaDelFatto) comprende(v Norma) bool {
	return n.articolo == v.Articolo && (v.Comma == "" || len(n.commi) == 0 || slices.Contains(n.commi, v.Comma)) &&
		(v.Periodo == "" || v.Periodo != n.senzaPeriodo)
}

// sostaRegolata are the paragraphs of art. 7 that may describe one parking: c. 14 punishes where it is forbidden by order and
// how long it may last, c. 15 the unpaid tariff (its c. 15.1 also beyond the longest stay, which is c. 14's). The
// second period of c. 14 is about driving into a zone or a lane.
func sostaRegolata() normaDelFatto {
	return normaDelFatto{articolo: "7", commi: []string{"14", "15"}, senzaPeriodo: "2"}
}

// accessoZona are those that may describe one way into a limited traffic zone: c. 14, second period, a driver without the right
// to it, c. 14-bis and 14-ter a driver who has not paid its toll, or has not paid enough; all three at the measure of c. 14.
func accessoZona(v Norma) bool {
	return v.Articolo == "7" && (v.Comma == "" || v.Comma == "14" && (v.Periodo == "" || v.Periodo == "2") || v.Comma == "14-bis" || v.Comma == "14-ter")
}

// fatti are rules of two articles that may punish one fact twice: one and that whose sanction it borrows (artt. 40 c. 8 and
// 41 c. 11 from 146, 150 c. 5 from 149, 126 c. 11 from 216), and the stop of a vehicle, which an order of the road's owner
// and the Code itself may both forbid (artt. 6 c. 14, 7 c. 14 and 15, 157, 158).
func fatti() [][]normaDelFatto {
	return [][]normaDelFatto{
		{{articolo: "40"}, {articolo: "41"}, {articolo: "146"}}, {{articolo: "149"}, {articolo: "150"}},
		{{articolo: "126", commi: []string{"11"}}, {articolo: "216"}},
		{{articolo: "6", commi: []string{"14"}, senzaPeriodo: "1"}, sostaRegolata(), {articolo: "157"}, {articolo: "158"}},
	}
}

// ArticoliDelloStessoFatto are the articles under which the fact of a violation of one may have been written down, that
// one first: by it a second report of one fact is found; StessoFatto then says whether it may be one.
func ArticoliDelloStessoFatto(articolo string) []string {
	tutti := []string{articolo}
	for _, f := range fatti() {
		if !slices.ContainsFunc(f, func(n normaDelFatto) bool { return n.articolo == articolo }) {
			continue
		}
		for _, n := range f {
			if n.articolo != articolo {
				tutti = append(tutti, n.articolo)
			}
		}
	}
	return tutti
}

// StessoFatto reports that two violations, not of the same row, may be one fact, for which the sum would be asked twice: two
// articles that punish it, two bands of one speed (art. 142 c. 7-9-bis), or two rules of art. 7 about one parking or one way
// into a zone. An unknown part of a rule excludes nothing.
func StessoFatto(a, b Norma) bool {
	if a.Articolo == b.Articolo {
		return a.stessoArticolo(b)
	}
	di := func(f []normaDelFatto, v Norma) bool {
		return slices.ContainsFunc(f, func(n normaDelFatto) bool { return n.comprende(v) })
	}
	return slices.ContainsFunc(fatti(), func(f []normaDelFatto) bool { return di(f, a) && di(f, b) })
}

// stessoArticolo reports that two rules of one article may be about one fact. The letters of art. 158 are each a fact.
func (a Norma) stessoArticolo(b Norma) bool {
	switch a.Articolo {
	case "142":
		fasce := []string{"7", "8", "9", "9-bis"}
		return a.Comma != b.Comma && slices.Contains(fasce, a.Comma) && slices.Contains(fasce, b.Comma)
	case "7":
		return sostaRegolata().comprende(a) && sostaRegolata().comprende(b) || accessoZona(a) && accessoZona(b)
	}
	return false
}
