package targa

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Normalizza gives the form in which plates, licences and frame numbers are stored and compared:
// without blanks, invisible signs, dashes and - . : / * separators, upper case. Only ASCII letters
// become ASCII letters: a dotless i or a long s stays what it is and is refused later, because a
// look-alike must not silently become another plate (the Kelvin sign, which Unicode holds to be K,
// is the one exception). Applying it twice changes nothing.
func Normalizza(raw string) string {
	if giaNormale(raw) {
		return raw
	}
	pulita := strings.Map(segno, raw)
	if soloASCII(pulita) {
		return pulita
	}
	return norm.NFC.String(pulita)
}

// separatori besides blanks and dashes; the last two are the middle dot and the Greek one.
const separatori = ".:/*·\u0387"

func segno(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case codici.Vuoto(r) || codici.Trattino(r) || strings.ContainsRune(separatori, r):
		return -1
	case r < utf8.RuneSelf:
		return r
	}
	if maiuscola := unicode.ToUpper(r); maiuscola >= utf8.RuneSelf {
		return maiuscola
	}
	return r
}

func giaNormale(s string) bool {
	for i := range len(s) {
		if !classeDi('x', s[i]) {
			return false
		}
	}
	return true
}

func soloASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
