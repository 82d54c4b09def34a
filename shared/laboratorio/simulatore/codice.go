package simulatore

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
)

// Tax codes choose scenarios of the registers of persons: of a person SCN, three letters of one's own, a birth on 1 January
// 1980 and the three digits where the place of birth is written; of a body 77, the three digits and five of one's own; of a
// public body 88, and the same. Nobody has them: there is no place Z000 to Z999 on most of them, and numbers in 77 have not been given.

// CodicePersona is the tax code of a scenario; variante is three letters.
func CodicePersona(codice, variante string) string {
	return ConControllo("SCN" + variante + "80A01Z" + codice)
}

// CodiceEnte is the tax code of a body's scenario; variante is five digits.
func CodiceEnte(codice, variante string) string {
	return conControllo("77"+codice+variante, "0123456789")
}

// CodiceAmministrazione is the tax code of a public body's scenario; variante is five digits.
func CodiceAmministrazione(codice, variante string) string {
	return conControllo("88"+codice+variante, "0123456789")
}

// ConControllo completes the first fifteen characters of a person's tax code.
func ConControllo(quindici string) string {
	return conControllo(quindici, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// conControllo adds the sign with which a code is valid.
func conControllo(inizio, segni string) string {
	for _, s := range segni {
		if codice := inizio + string(s); codicefiscale.Valida(codice).Valido {
			return codice
		}
	}
	return inizio
}

// DelCodiceFiscale is the scenario that a tax code chooses, three digits; empty when it chooses none.
func DelCodiceFiscale(codice string) string {
	switch codice = strings.ToUpper(codice); {
	case len(codice) == 16 && strings.HasPrefix(codice, "SCN") && codice[6:12] == "80A01Z":
		return codice[12:15]
	case len(codice) == 11 && (strings.HasPrefix(codice, "77") || strings.HasPrefix(codice, "88")):
		return codice[2:5]
	}
	return ""
}
