package stampa

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici/alfabeto"
)

// Traslittera returns the text as it is printed: composed (NFC), on one line, with every character
// that the fonts lack replaced by its Latin spelling. A character without a Latin spelling is shown
// by its code point, as [U+738B], and returned in ignoti. An addressee with such a character has no act: riscontro.Scrittura
// holds the fine before. No visible character is ever dropped.
func (s *Stampatore) Traslittera(testo string) (stampato string, ignoti []rune) {
	if s.scritto(testo) {
		return testo, nil
	}
	var b strings.Builder
	lettere := []rune(s.dittonghi.Replace(norm.NFC.String(testo)))
	for i, r := range lettere {
		scritto, noto := s.scrittura(r)
		if !noto {
			ignoti = append(ignoti, r)
		}
		if noto && len(scritto) > 1 && !s.glifi[r] && tuttoMaiuscolo(lettere, i) {
			scritto = strings.ToUpper(scritto)
		}
		if noto && alfabeto.SenzaMaiuscole(r) && (i == 0 || !unicode.IsLetter(lettere[i-1])) {
			scritto = strings.ToUpper(scritto[:1]) + scritto[1:]
		}
		b.WriteString(scritto)
	}
	return b.String(), ignoti
}

// tuttoMaiuscolo tells that the letter at i stands in a word in capitals: ЩЕРБА is SHCHERBA, Щерба is Shcherba.
func tuttoMaiuscolo(lettere []rune, i int) bool {
	if !unicode.IsUpper(lettere[i]) {
		return false
	}
	if i+1 < len(lettere) && unicode.IsLetter(lettere[i+1]) {
		return unicode.IsUpper(lettere[i+1])
	}
	return i > 0 && unicode.IsUpper(lettere[i-1])
}

// scritto tells that there is nothing to replace: each character is in the fonts, and none composes with another.
func (s *Stampatore) scritto(testo string) bool {
	for _, r := range testo {
		if int(r) >= len(s.pronti) || !s.pronti[r] {
			return false
		}
	}
	return true
}

// pronti are the characters that are printed as they are, wherever they stand.
func pronti(lettere []rune) []bool {
	tutti := make([]bool, slices.Max(lettere)+1)
	for _, r := range lettere {
		tutti[r] = norm.NFC.IsNormalString(string(r)) && !unicode.Is(unicode.M, r) && !unicode.Is(unicode.Cf, r) && !unicode.IsControl(r)
	}
	return tutti
}

// scrittura spells one character with the characters of the fonts.
func (s *Stampatore) scrittura(r rune) (string, bool) {
	switch {
	case unicode.IsSpace(r) || unicode.IsControl(r):
		if r == '\u00a0' && s.glifi[r] {
			return string(r), true
		}
		return " ", true
	case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r):
		return "", true // invisible: direction marks, joiners, soft hyphens
	case s.glifi[r]:
		return string(r), true
	}
	if latino, noto := s.alfabeti(r); noto {
		return latino, true
	}
	return s.scomposta(r)
}

// scomposta spells a character by its compatibility decomposition, without the marks that the
// fonts cannot draw.
func (s *Stampatore) scomposta(r rune) (string, bool) {
	if unicode.Is(unicode.Mn, r) {
		return "", true // a mark left over: its base letter is printed
	}
	var b strings.Builder
	for _, parte := range norm.NFKD.String(string(r)) {
		if unicode.Is(unicode.Mn, parte) {
			continue
		}
		latino, noto := string(parte), s.glifi[parte]
		if !noto {
			latino, noto = s.alfabeti(parte)
		}
		if !noto {
			return fmt.Sprintf("[U+%04X]", r), false
		}
		b.WriteString(latino)
	}
	return b.String(), b.Len() > 0
}

// alfabeti spells a letter of the table. An upper-case letter keeps its case: Щ is Shch, as in a name.
func (s *Stampatore) alfabeti(r rune) (string, bool) {
	if latino, noto := s.lettere[r]; noto {
		return latino, true
	}
	latino, noto := s.lettere[unicode.ToLower(r)]
	if !noto || latino == "" {
		return latino, noto
	}
	return strings.ToUpper(latino[:1]) + latino[1:], true
}

// dittonghi spells the Greek ου, which is one sound, before its letters are spelled one by one.
func dittonghi() *strings.Replacer {
	return strings.NewReplacer("ου", "ou", "ού", "ou", "Ου", "Ou", "Ού", "Ou", "ΟΥ", "OU", "ΟΎ", "OU")
}
