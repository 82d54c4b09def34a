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
// is returned as ignoto: its rule is the register's, not ours to guess. The letters are appended
// to lettere.
func soloLettere(lettere []byte, testo string) (esito []byte, ignoto rune) {
	for i, r := range testo {
		var ok bool
		if parti := decomposizione(testo[i:], r); parti != nil {
			lettere, ok = accodaParti(lettere, parti)
		} else {
			lettere, ok = accoda(lettere, r)
		}
		if !ok {
			return nil, r
		}
	}
	return lettere, 0
}

// decomposizione parts the first letter of testo, which is r, from its accents; nil when it has none.
func decomposizione(testo string, r rune) []byte {
	if r < utf8.RuneSelf {
		return nil
	}
	return norm.NFD.PropertiesString(testo).Decomposition()
}

func accodaParti(lettere, parti []byte) (esito []byte, ok bool) {
	for ok = true; ok && len(parti) > 0; {
		r, n := utf8.DecodeRune(parti)
		lettere, ok = accoda(lettere, r)
		parti = parti[n:]
	}
	return lettere, ok
}

// accoda appends what one sign contributes. A diaeresis adds an E to the A, O or U before it.
func accoda(lettere []byte, r rune) (esito []byte, ok bool) {
	r = maiuscola(r)
	if 'A' <= r && r <= 'Z' {
		return append(lettere, byte(r)), true
	}
	if r == dieresi && len(lettere) > 0 && strings.IndexByte("AOU", lettere[len(lettere)-1]) >= 0 {
		return append(lettere, 'E'), true
	}
	scritte, ok := letteraPer(r)
	return append(lettere, scritte...), ok
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
