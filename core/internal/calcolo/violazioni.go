package calcolo

import (
	"cmp"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// inVigore lists the rows in force on a day to choose from, in the order of the table: a divided codice is left out.
func inVigore(t *sanzione.Tabella, giorno calendario.Giorno) []sanzione.Sanzione {
	var righe []sanzione.Sanzione
	viste := map[string]bool{}
	for _, s := range t.Tutte() {
		if viste[s.Codice] {
			continue
		}
		viste[s.Codice] = true
		if riga, trovata := t.Cerca(s.Codice, giorno); trovata && !riga.Ritirata() {
			righe = append(righe, riga)
		}
	}
	return righe
}

// cercaViolazioni finds the rows in force on a day that somebody means by what he writes: a codice, or
// article, paragraph and letter ("153 c. 10", "art. 126 bis"), or words of the text of the act.
func cercaViolazioni(t *sanzione.Tabella, scritto string, giorno calendario.Giorno) []sanzione.Sanzione {
	if righe := perCodice(t, scritto, giorno); len(righe) > 0 {
		return righe
	}
	righe := inVigore(t, giorno)
	parole := paroleCercate(scritto)
	if len(parole) == 0 {
		return nil
	}
	return slices.DeleteFunc(righe, func(s sanzione.Sanzione) bool { return !corrisponde(s, parole) })
}

// perCodice is the row of a codice on a day; of a divided codice, from then on, the rows in its place.
func perCodice(t *sanzione.Tabella, scritto string, giorno calendario.Giorno) []sanzione.Sanzione {
	tutte := t.Tutte()
	i := slices.IndexFunc(tutte, func(s sanzione.Sanzione) bool { return strings.EqualFold(s.Codice, scritto) })
	if i < 0 {
		return nil
	}
	if riga, trovata := t.Cerca(tutte[i].Codice, giorno); trovata {
		return []sanzione.Sanzione{riga}
	}
	return t.Sostitute(tutte[i].Codice, "", giorno)
}

// paroleCercate splits the text into words, without the words that every article has; "126 bis" is one.
func paroleCercate(scritto string) []string {
	divide := func(r rune) bool { return strings.ContainsRune(" .,;:()'’/", r) }
	var parole []string
	for _, p := range strings.FieldsFunc(strings.ToLower(scritto), divide) {
		switch {
		case slices.Contains([]string{"art", "articolo", "comma", "c", "co", "lett", "lettera", "cds", "l"}, p) && len(parole) < 3:
		case slices.Contains(suffissi(), p) && len(parole) > 0:
			parole[len(parole)-1] += "-" + p
		default:
			parole = append(parole, p)
		}
	}
	return parole
}

// suffissi are the Latin endings of a paragraph that people write apart from its number.
func suffissi() []string {
	return []string{"bis", "ter", "quater", "quinquies", "sexies", "septies", "octies", "novies", "decies", "undecies", "duodecies", "terdecies",
		"quaterdecies", "quinquiesdecies"}
}

// corrisponde is whether a row is one of those meant: the first number is the article, the next one a
// paragraph, a single letter is the letter, which a row for any letter has too, all else is in the texts.
func corrisponde(s sanzione.Sanzione, parole []string) bool {
	testo, articolo := strings.ToLower(s.TestoBreve+" "+s.Testo), strings.ToLower(s.Articolo)
	numeri := 0
	for _, p := range parole {
		cifra := p[0] >= '0' && p[0] <= '9'
		if cifra {
			numeri++
		}
		var trovata bool
		switch {
		case cifra && numeri == 1:
			trovata = p == articolo || strings.HasSuffix(articolo, "/"+p) // of a law outside the Code, its year
		case cifra:
			trovata = s.Citata(p)
		case len(p) == 1, slices.Contains(s.Lettere(), p): // "g", "f-bis"
			trovata = s.Lettera == "" || slices.Contains(s.Lettere(), p)
		default:
			trovata = strings.Contains(testo, radice(p)) || strings.Contains(articolo, p)
		}
		if !trovata {
			return false
		}
	}
	return true
}

// radice is a word without its ending, so that "cintura" finds "cinture".
func radice(parola string) string {
	if len(parola) < 5 {
		return parola
	}
	return strings.TrimRight(parola, "aeio")
}

// inBreve is a row on one line, as long as a list bears.
func inBreve(s sanzione.Sanzione) string {
	const massimo = 110
	testo := []rune(s.Norma() + ": " + cmp.Or(s.TestoBreve, s.Testo))
	if len(testo) <= massimo {
		return string(testo)
	}
	return strings.TrimSpace(string(testo[:massimo-1])) + "…"
}

// fascia is the band of a row in words.
func fascia(s sanzione.Sanzione) string {
	if s.Penale {
		return "reato"
	}
	return "da " + s.MinCent.Euro() + " a " + s.MaxCent.Euro()
}
