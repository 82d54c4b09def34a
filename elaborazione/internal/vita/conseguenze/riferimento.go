package conseguenze

import (
	"strings"
	"unicode"
)

// riferimentoUnico is the reference of a payment as two of them are compared: in capitals, without signs that nobody sees, with one
// space where there are spaces. The same payment written otherwise is not counted twice.
func riferimentoUnico(scritto string) string {
	visibile := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		return r
	}, scritto)
	return strings.ToUpper(strings.Join(strings.FieldsFunc(visibile, spazio), " "))
}

// spazio leaves the control characters, which are refused.
func spazio(r rune) bool { return unicode.IsSpace(r) && !unicode.IsControl(r) }
