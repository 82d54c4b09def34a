package sanzione

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Accessorie are the accessory sanctions one by one, each with a capital letter; empty, never nil, where
// there is none.
func (s Sanzione) Accessorie() []string {
	accessorie := []string{}
	for parte := range strings.SplitSeq(s.Accessoria, ";") {
		if parte = strings.TrimSpace(parte); parte != "" {
			r, n := utf8.DecodeRuneInString(parte)
			accessorie = append(accessorie, string(unicode.ToUpper(r))+parte[n:])
		}
	}
	return accessorie
}
