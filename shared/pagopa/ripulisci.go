package pagopa

import (
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
	var pulito strings.Builder
	pulito.Grow(len(testo))
	for _, r := range scomposto(testo) {
		switch {
		case r < utf8.RuneSelf:
			pulito.WriteByte(ammesso(byte(r)))
		case !unicode.Is(unicode.Mn, r):
			pulito.WriteString(traslitterato(r))
		}
	}
	return pulito.String()
}

// scomposto parts letters from their accents; plain text is given back as it is.
func scomposto(testo string) string {
	for i := range len(testo) {
		if testo[i] >= utf8.RuneSelf {
			return norm.NFD.String(testo)
		}
	}
	return testo
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
	case 'ı':
		return "I"
	case '’', '‘', 'ʼ', '´':
		return "'"
	case '‐', '‑', '–', '—', '−':
		return "-"
	}
	return " "
}

func maiuscoloASCII(testo string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, testo)
}
