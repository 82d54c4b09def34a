package componi

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// senzaScomposizione writes letters that no accent makes, and signs, as SEND has them.
//
//nolint:gochecknoglobals // made once, never written
var senzaScomposizione = strings.NewReplacer("ß", "ss", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "æ", "ae", "Æ", "AE",
	"œ", "oe", "Œ", "OE", "’", "'", "‘", "'", "`", "'", "´", "'", "–", "-", "—", "-", "&", " e ", "°", ".", "º", ".", "ª", "a.")

// ridotto writes a text with the characters that SEND prints in an address: letters without accents, digits, . / ' - _ @ and spaces.
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
