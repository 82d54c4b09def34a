// Package verbale is the vocabulary of the fine: the words that services write to each other, into the
// database and into the contracts, each once, as a typed constant; the groups that the work tells apart; and
// what people read in their place, the office's words and the citizen's, in one table per kind. It knows no
// rule: elaborazione decides which event may follow, shared/legge computes the sums.
package verbale

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// voce is a word of the vocabulary with what people read for it: ufficio is the label on the office's pages,
// cittadino what the citizen's page says, or nonSiDice.
type voce[T ~string] struct {
	valore             T
	ufficio, cittadino string
}

// nonSiDice stands in a table where the citizen reads nothing: the page tells it in another way, or it is the
// office's own work.
const nonSiDice = "-"

// valori lists the words of a table, in its order.
func valori[T ~string](tabella []voce[T]) []T {
	tutti := make([]T, len(tabella))
	for i, v := range tabella {
		tutti[i] = v.valore
	}
	return tutti
}

// cerca finds a word; an unknown word, which a newer service may send while an update runs, has
// for the office a label that a person can still read, and no words for the citizen.
func cerca[T ~string](tabella []voce[T], valore T) voce[T] {
	if i := slices.IndexFunc(tabella, func(v voce[T]) bool { return v.valore == valore }); i >= 0 {
		return tabella[i]
	}
	return voce[T]{valore, Leggibile(string(valore)), ""}
}

// Leggibile writes a code that has no words of its own so that a person can read it.
func Leggibile(codice string) string {
	return conPrima(unicode.ToUpper, strings.ToLower(strings.ReplaceAll(codice, "_", " ")))
}

// inFrase puts a label inside a sentence; a fine that is nowhere yet is in no state.
func inFrase(etichetta string) string {
	if etichetta == "" {
		return "nessuno stato"
	}
	return conPrima(unicode.ToLower, etichetta)
}

// conPrima changes the first letter of a text.
func conPrima(cambia func(rune) rune, testo string) string {
	prima, n := utf8.DecodeRuneInString(testo)
	if n == 0 {
		return testo
	}
	return string(cambia(prima)) + testo[n:]
}
