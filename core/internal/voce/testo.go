package voce

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stampabile reports whether a text may be kept: UTF-8 without control characters.
func stampabile(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// Quanti says a number with its noun: "1 operatore", "3 operatori".
func Quanti(n int64, uno, molti string) string {
	if n == 1 {
		return "1 " + uno
	}
	return strconv.FormatInt(n, 10) + " " + molti
}
