package alfabeto

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// segni are the signs beyond ASCII that the fonts of the act have.
const segni = "¡¢£¥§©«®°±·»¿×÷–—‘’‚“”„†•…‹›€™−"

// Ignoti are the characters of a text that have no Latin spelling, each once: those of scripts without a rule, pictures, the
// replacement character, private signs. An act would show them by their code points.
func Ignoti(testo string) (ignoti []rune) {
	if strings.IndexFunc(testo, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return nil
	}
	lettere := Lettere()
	for _, r := range norm.NFC.String(testo) {
		if !scrivibile(r, lettere) && !slices.Contains(ignoti, r) {
			ignoti = append(ignoti, r)
		}
	}
	return ignoti
}

func scrivibile(r rune, lettere map[rune]string) bool {
	switch {
	case r == unicode.ReplacementChar:
		return false
	case unicode.IsSpace(r), unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Mn, unicode.Variation_Selector):
		return true // a blank, or nothing at all
	case nota(r, lettere):
		return true
	}
	scritta := false
	for _, parte := range norm.NFKD.String(string(r)) {
		if unicode.Is(unicode.Mn, parte) {
			continue
		}
		if !nota(parte, lettere) {
			return false
		}
		latino, daTavola := lettere[unicode.ToLower(parte)]
		scritta = scritta || !daTavola || latino != ""
	}
	return scritta
}

func nota(r rune, lettere map[rune]string) bool {
	if r < utf8.RuneSelf || strings.ContainsRune(segni, r) {
		return true
	}
	if _, c := lettere[r]; c {
		return true
	}
	_, c := lettere[unicode.ToLower(r)]
	return c
}

// SenzaMaiuscole reports a letter of the Georgian alphabet of today, which has no capitals: in Latin letters a name begins
// with one.
func SenzaMaiuscole(r rune) bool { return 'ა' <= r && r <= 'ჿ' }
