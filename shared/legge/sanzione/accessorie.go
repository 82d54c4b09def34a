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

// TogliePatente reports that the violation carries suspension or revocation of the licence: then the
// points of one check know no cap (art. 126-bis c. 1-bis CdS). Where only a repeat carries it, recidiva
// decides.
func (s Sanzione) TogliePatente(recidiva bool) bool {
	for _, a := range s.Accessorie() {
		testo := strings.ToLower(a)
		if !strings.Contains(testo, "sospensione della patente") && !strings.Contains(testo, "revoca") {
			continue
		}
		if recidiva || !strings.HasPrefix(testo, "in caso di") {
			return true
		}
	}
	return false
}
