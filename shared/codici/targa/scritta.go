package targa

import (
	"slices"
	"strings"
)

// Confondibili reports that two plates with one key, as [Scritta] gives them, may be one plate. The gap
// after the district belongs to the number of a German or Austrian plate: B NO 1234 and BN O 1234 are two
// cars. Where one of the two does not tell the gap, or the country says something else, they may be one;
// so may two that a mark alone tells apart, because many sources drop it.
func Confondibili(a, nazioneA, b, nazioneB string) bool {
	if !conDistretto(nazioneA) || !conDistretto(nazioneB) {
		return true
	}
	staccoA, staccoB := stacchi(a), stacchi(b)
	return len(staccoA) == 0 || len(staccoB) == 0 ||
		slices.ContainsFunc(staccoA, func(i int) bool { return slices.Contains(staccoB, i) })
}

// Mostra is a plate as people read it: a foreign one as it was written, where that is known, an Italian one
// by its key, because its blanks say nothing.
func Mostra(chiave, scritta, nazione string) string {
	if scritta == "" || Italia(nazione) {
		return chiave
	}
	return scritta
}

// conDistretto reports the countries whose plates begin with a district of no fixed length, with letters
// of the number right behind it.
func conDistretto(nazione string) bool {
	return slices.Contains([]string{"D", "DE", "DEU", "A", "AT", "AUT"}, strings.ToUpper(nazione))
}

// stacchi are the places of the gaps among the letters with which a plate begins.
func stacchi(scritta string) (tutti []int) {
	n := 0
	for _, r := range scritta {
		switch {
		case '0' <= r && r <= '9':
			if len(tutti) > 0 && tutti[len(tutti)-1] == n {
				return tutti[:len(tutti)-1] // between the letters and the figures
			}
			return tutti
		case r == ' ':
			tutti = append(tutti, n)
		default:
			n++
		}
	}
	return tutti
}

// Digitata reports that a plate as a citizen typed it may be the one of a fine, where the keys are equal.
// Ä, Ö and Ü tell two German districts apart (BÖ is Börde, BO is Bochum): without them the plate of a fine
// that has them is not found.
func Digitata(digitata, scritta string) bool {
	di := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune("ÄÖÜ", r) {
				return r
			}
			return -1
		}, Scritta(s))
	}
	return di(scritta) == "" || di(scritta) == di(digitata)
}
