package componi

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// senzaScomposizione replaces signs, and letters that Unicode does not decompose, with characters that SEND prints.
//
//nolint:gochecknoglobals // made once, never written
var senzaScomposizione = strings.NewReplacer("ß", "ss", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "æ", "ae", "Æ", "AE",
	"œ", "oe", "Œ", "OE", "’", "'", "‘", "'", "`", "'", "´", "'", "–", "-", "—", "-", "&", " e ", "°", ".", "º", ".", "ª", "a.")

// ridotto reduces a text to the characters that SEND prints in an address: letters without accents, digits, . / ' - _ @ and spaces.
func ridotto(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(senzaScomposizione.Replace(s)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("./'-_@", r)):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
