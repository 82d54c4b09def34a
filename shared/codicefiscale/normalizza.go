package codicefiscale

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func normalizza(raw string) string {
	if soloAlfanumerici(raw) {
		return raw
	}
	return strings.Map(segno, raw)
}

func soloAlfanumerici(s string) bool {
	for i := range len(s) {
		if !cifraASCII(s[i]) && !letteraASCII(s[i]) {
			return false
		}
	}
	return true
}

func segno(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case r < utf8.RuneSelf:
		if r <= ' ' || r == 0x7f || r == '-' || r == '.' || r == ':' {
			return -1
		}
		return r
	case unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Pd, unicode.Zs):
		return -1
	}
	return r
}

func cifraASCII(c byte) bool   { return '0' <= c && c <= '9' }
func letteraASCII(c byte) bool { return 'A' <= c && c <= 'Z' }
