package cds

import "slices"

// normaDelFatto is an article with the paragraphs of it that are about a fact; none: all.
type normaDelFatto struct {
	articolo string
	commi    []string
}

func (n normaDelFatto) comprende(articolo, comma string) bool {
	return n.articolo == articolo && (comma == "" || len(n.commi) == 0 || slices.Contains(n.commi, comma))
}

// fatti are rules that may punish one fact twice: one and that whose sanction it borrows (artt. 40 c. 8 and 41 c. 11 from
// 146, 150 c. 5 from 149, 126 c. 11 from 216), and the stop of a vehicle, which an order of the road's owner and the Code
// itself may both forbid (artt. 6 c. 14, 7 c. 14 and 15, 157, 158).
func fatti() [][]normaDelFatto {
	return [][]normaDelFatto{
		{{"40", nil}, {"41", nil}, {"146", nil}}, {{"149", nil}, {"150", nil}}, {{"126", []string{"11"}}, {"216", nil}},
		{{"6", []string{"14"}}, {"7", []string{"14", "15"}}, {"157", nil}, {"158", nil}},
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

// StessoFatto reports that two violations, not of the same row, may be one fact, for which the sum would be asked twice:
// those of two articles that punish it, or two bands of one speed (art. 142 c. 7-9-bis). A paragraph that is not known
// excludes nothing.
func StessoFatto(articolo, comma, altroArticolo, altroComma string) bool {
	if articolo == altroArticolo {
		fasce := []string{"7", "8", "9", "9-bis"}
		return articolo == "142" && comma != altroComma && slices.Contains(fasce, comma) && slices.Contains(fasce, altroComma)
	}
	di := func(f []normaDelFatto, articolo, comma string) bool {
		return slices.ContainsFunc(f, func(n normaDelFatto) bool { return n.comprende(articolo, comma) })
	}
	return slices.ContainsFunc(fatti(), func(f []normaDelFatto) bool { return di(f, articolo, comma) && di(f, altroArticolo, altroComma) })
}
