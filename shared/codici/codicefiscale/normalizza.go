package codicefiscale

import (
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Normalizza gives the form in which tax codes are stored and compared: without blanks, invisible
// signs and - . : separators, upper case. Only ASCII letters become capitals, so that a look-alike
// of another alphabet is refused and never taken for a letter. Applying it twice changes nothing.
func Normalizza(raw string) string {
	if soloAlfanumerici(raw) {
		return raw
	}
	return strings.Map(segno, raw)
}

func soloAlfanumerici(s string) bool {
	for i := range len(s) {
		if !codici.Cifra(s[i]) && !codici.Lettera(s[i]) {
			return false
		}
	}
	return true
}

func segno(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case codici.Vuoto(r) || unicode.Is(unicode.Pd, r) || r == '.' || r == ':':
		return -1
	}
	return r
}
