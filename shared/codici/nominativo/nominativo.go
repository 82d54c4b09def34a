// Package nominativo reads the surname and the first name of a person as the systems of others write them. A person may
// have one of the two only: registers of other countries know no more, and the tax code carries XXX for the other. Where
// a form wants both, people fill the empty one with a sign that is no name. Pure functions.
package nominativo

import (
	"slices"
	"strings"
	"unicode"
)

// MancaTutto is the refusal of a person without a name.
const MancaTutto = "manca: serve almeno uno tra cognome e nome"

// Completo is the name as it is printed, surname first; a person with one name has no blank before or after it.
func Completo(cognome, nome string) string {
	return strings.Join(strings.Fields(cognome+" "+nome), " ")
}

// Pulito is the name that was written; empty where it is blank or a filler.
func Pulito(scritto string) string {
	if Segnaposto(scritto) {
		return ""
	}
	return strings.TrimSpace(scritto)
}

// Segnaposto reports a text that stands for no name: signs without a letter (".", "-", "//"), X repeated as in the tax
// code, an abbreviation as "N.D.", words as "senza cognome". A blank text is none. A word that is also the name of real
// people (Null, Na, Ignoto) is a name, but for null in small letters, which no person writes.
func Segnaposto(scritto string) bool {
	scritto = strings.TrimSpace(scritto)
	if scritto == "" || strings.ContainsRune(scritto, unicode.ReplacementChar) {
		return false
	}
	lettere := strings.ToUpper(strings.Map(soloLettere, scritto))
	switch {
	case lettere == "":
		return !strings.ContainsFunc(scritto, unicode.IsDigit)
	case len(lettere) > 1 && strings.Trim(lettere, "X") == "":
		return true
	case lettere == "NA":
		return strings.ContainsAny(scritto, "./")
	case lettere == "NULL" || lettere == "UNDEFINED":
		return strings.ToLower(scritto) == scritto || strings.ContainsAny(scritto, "()<>[]")
	}
	return slices.Contains(riempitivi(), lettere)
}

func soloLettere(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return r
	}
	return -1
}

// riempitivi are abbreviations and phrases that no person bears, without blanks and points. FNU and LNU are what the
// visas of the United States write.
func riempitivi() []string {
	return []string{"ND", "NN", "NC", "FNU", "LNU", "NONDISPONIBILE", "NONNOTO", "NONDEFINITO", "NONINDICATO", "NONCOMUNICATO", "NONPRESENTE",
		"SENZACOGNOME", "SENZANOME", "NESSUNCOGNOME", "NESSUNNOME", "COGNOMEASSENTE", "NOMEASSENTE", "COGNOMEMANCANTE", "NOMEMANCANTE"}
}
