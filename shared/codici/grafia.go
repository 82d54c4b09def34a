// Package codici tells apart the signs of a code as people, printers and scanners write it. Only plain
// ASCII capitals and digits are letters and digits here: a look-alike of another alphabet is neither.
package codici

import (
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
