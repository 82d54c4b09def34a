package sanzione

import "slices"

// LetteraIgnota reports that no row of the paragraph, of any day, is for the letter that a person wrote. A row for any letter
// means that the table does not know the paragraph's letters: a person looks. A citation by another paragraph, whose letters
// the row does not have, is not reported.
func (t *Tabella) LetteraIgnota(s Sanzione, comma, lettera string) bool {
	lettera = pulisci(lettera, paroleLettera()...)
	if lettera == "" || comma != "" && pulisci(comma, paroleComma()...) != s.Comma {
		return false
	}
	return !slices.ContainsFunc(t.righe, func(r Sanzione) bool { return r.stessoComma(s) && slices.Contains(r.Lettere(), lettera) })
}

// letteraInesistente reports that the paragraph of a codice of the earlier table was told by letters there and is here, and
// neither table has the letter: that table took it for the row without one, and the law has no such letter.
func (t *Tabella) letteraInesistente(codice, lettera string) bool {
	prima := tabellaPrecedente()
	indici := prima.codici[codice]
	if lettera == "" || len(indici) == 0 {
		return false
	}
	s := prima.righe[indici[0]]
	perLettere := func(r Sanzione) bool { return r.stessoComma(s) && r.Lettera != "" }
	return slices.ContainsFunc(prima.righe, perLettere) && slices.ContainsFunc(t.righe, perLettere) &&
		prima.LetteraIgnota(s, "", lettera) && t.LetteraIgnota(s, "", lettera)
}

func (s Sanzione) stessoComma(altra Sanzione) bool {
	return s.Articolo == altra.Articolo && s.Comma == altra.Comma
}
