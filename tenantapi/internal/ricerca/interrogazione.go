package ricerca

import (
	"strings"
	"unicode"
)

// paroleAlPiu is how many words a search may ask for.
const paroleAlPiu = 10

// parole are the words of a text as the index keeps them: runs of letters and digits, in small letters,
// without the accents of Italian (elaborazione, migration 4).
func parole(testo string) []string {
	testo = strings.NewReplacer(
		"à", "a", "è", "e", "é", "e", "ì", "i", "ò", "o", "ù", "u",
		"À", "a", "È", "e", "É", "e", "Ì", "i", "Ò", "o", "Ù", "u").Replace(testo)
	return strings.FieldsFunc(strings.ToLower(testo), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// interrogazione asks for fines that have all the words, each whole or as the beginning of one. A word
// alone is asked for twice: the planner takes the beginning of a word it has no figures of for five rows in
// a thousand, and would look for a rare one in the whole table, the latest fines first; for twice that it
// goes to the index, and a common word is common twice.
func interrogazione(parole []string) string {
	if len(parole) == 1 {
		parole = []string{parole[0], parole[0]}
	}
	return strings.Join(parole, ":* & ") + ":*"
}
