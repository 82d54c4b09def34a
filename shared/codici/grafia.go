// Package codici tells apart the signs of a code as people, printers and scanners write it. Only plain
// ASCII capitals and digits are letters and digits here: a look-alike of another alphabet is neither.
package codici

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Vuoto reports a blank, a control character or a sign that nobody sees (soft hyphens, zero widths, marks
// of direction).
func Vuoto(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || r == 0x7f
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Zs)
}

// Trattino reports a hyphen, any dash of Unicode or the minus sign.
func Trattino(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '-'
	}
	return r == '−' || unicode.Is(unicode.Pd, r)
}

// Lettera reports an ASCII capital.
func Lettera(c byte) bool { return 'A' <= c && c <= 'Z' }

// Cifra reports an ASCII digit.
func Cifra(c byte) bool { return '0' <= c && c <= '9' }

// SoloCifre reports a text without anything but ASCII digits; the empty text is one.
func SoloCifre(s string) bool {
	for i := range len(s) {
		if !Cifra(s[i]) {
			return false
		}
	}
	return true
}

// Letto is what a code says, without what a scanner that types puts around it: blanks, ends of line and
// U+FEFF at both ends, and before it the prefix that names the symbology (ISO/IEC 15424: "]Q1",
// "]d1", "]C1"). Applying it twice changes nothing.
func Letto(testo string) string {
	for {
		testo = strings.TrimFunc(testo, attorno)
		if len(testo) < 3 || testo[0] != ']' || !letteraOCifra(testo[1]) || Cifra(testo[1]) || !letteraOCifra(testo[2]) {
			return testo
		}
		testo = testo[3:]
	}
}

// LettoSegnoPerSegno is Letto with each sign passed through one function (negative drops it), until nothing changes: a dropped
// sign can bare a prefix or a blank. The function must not undo itself.
func LettoSegnoPerSegno(testo string, segno func(rune) rune) string {
	for {
		dopo := strings.Map(segno, Letto(testo))
		if dopo == testo {
			return dopo
		}
		testo = dopo
	}
}

// attorno is what stands around a code without being seen: blanks, control characters and the mark of order of bytes,
// not the marks of direction.
func attorno(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff' }

func letteraOCifra(c byte) bool { return Cifra(c) || Lettera(c) || 'a' <= c && c <= 'z' }
