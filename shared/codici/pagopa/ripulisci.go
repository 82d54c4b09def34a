package pagopa

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// segniDM are the signs the postal DataMatrix admits besides capital letters, digits and blank.
const segniDM = "'-&,.:_"

// Ripulisci brings a text to what the postal DataMatrix admits: accents go, letters are plain
// capitals, any other sign becomes one blank. Applying it twice changes nothing.
func Ripulisci(testo string) string {
	return string(appendRipulito(make([]byte, 0, len(testo)), testo, math.MaxInt))
}

// appendRipulito appends a cleaned text until pulito is fine long, where it is cut.
func appendRipulito(pulito []byte, testo string, fine int) []byte {
	for i, r := range testo {
		if len(pulito) >= fine {
			break
		}
		switch base := lettera(testo[i:], r); {
		case base < utf8.RuneSelf:
			pulito = append(pulito, ammesso(byte(base)))
		case !unicode.Is(unicode.Mn, base):
			pulito = append(pulito, traslitterato(base)...)
		}
	}
	return pulito[:min(len(pulito), fine)]
}

// lettera gives the first letter of testo, which is r, without its accents.
func lettera(testo string, r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	if parti := norm.NFD.PropertiesString(testo).Decomposition(); parti != nil {
		r, _ = utf8.DecodeRune(parti)
	}
	return r
}

func ammesso(c byte) byte {
	switch {
	case 'a' <= c && c <= 'z':
		return c - 'a' + 'A'
	case 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(segniDM, c) >= 0:
		return c
	case c == '`':
		return '\''
	}
	return ' '
}

// traslitterato covers the letters and signs of European names that have no accent to drop.
func traslitterato(r rune) string {
	switch r {
	case 'ß', 'ẞ':
		return "SS"
	case 'æ', 'Æ':
		return "AE"
	case 'œ', 'Œ':
		return "OE"
	case 'ø', 'Ø':
		return "O"
	case 'ł', 'Ł':
		return "L"
	case 'đ', 'Đ', 'ð', 'Ð':
		return "D"
	case 'þ', 'Þ':
		return "TH"
	case 'ħ', 'Ħ':
		return "H"
	case 'ŋ', 'Ŋ':
		return "NG"
	case 'ŧ', 'Ŧ':
		return "T"
	case 'ə', 'Ə':
		return "E"
	case 'ı':
		return "I"
	case '’', '‘', 'ʼ', '´':
		return "'"
	case '‐', '‑', '–', '—', '−':
		return "-"
	}
	return " "
}

// maiuscoloStampabile gives ASCII text with its letters as capitals; ok is false when a sign is not
// printable ASCII.
func maiuscoloStampabile(testo string) (maiuscolo string, ok bool) {
	lettere := []byte(testo)
	for i, c := range lettere {
		switch {
		case c < ' ' || c > '~':
			return "", false
		case 'a' <= c && c <= 'z':
			lettere[i] = c - 'a' + 'A'
		}
	}
	return string(lettere), true
}
