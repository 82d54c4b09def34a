package codicefiscale

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Combining signs of decomposed letters.
const (
	dieresi    = '\u0308'
	accenti    = "\u0300\u0301\u0302\u0303\u0327\u030c" // grave, acute, circumflex, tilde, cedilla, caron
	apostrofi  = "'’‘`´ʼ′"
	separatori = "-.·‐‑–—"
)

// soloLettere turns a name into the capital letters that count. Accents go, Ä Ö Ü become AE OE UE
// and ß Æ Œ two letters (Circolare 34/E/2011); apostrophes, blanks and hyphens go. Any other sign
// is returned as ignoto: its rule is the register's, not ours to guess.
func soloLettere(testo string) (lettere string, ignoto rune) {
	var esito strings.Builder
	esito.Grow(len(testo))
	var prima rune
	for _, r := range norm.NFD.String(testo) {
		r = maiuscola(r)
		if 'A' <= r && r <= 'Z' {
			esito.WriteByte(byte(r))
			prima = r
			continue
		}
		if r == dieresi && (prima == 'A' || prima == 'O' || prima == 'U') {
			esito.WriteByte('E')
			continue
		}
		scritte, ok := letteraPer(r)
		if !ok {
			return "", r
		}
		esito.WriteString(scritte)
		prima = r
	}
	return esito.String(), 0
}

// maiuscola never makes an ASCII letter of a sign that is not one (dotless i, long s).
func maiuscola(r rune) rune {
	alta := unicode.ToUpper(r)
	if alta < utf8.RuneSelf && r >= utf8.RuneSelf {
		return r
	}
	return alta
}

// letteraPer gives what a sign other than a plain capital letter contributes, often nothing.
func letteraPer(r rune) (string, bool) {
	switch {
	case r == dieresi || strings.ContainsRune(accenti, r) || strings.ContainsRune(apostrofi+separatori, r) || unicode.IsSpace(r):
		return "", true
	case r == 'ß' || r == 'ẞ':
		return "SS", true
	case r == 'Æ':
		return "AE", true
	case r == 'Œ':
		return "OE", true
	}
	return "", false
}
