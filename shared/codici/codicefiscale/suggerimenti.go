package codicefiscale

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// massimoRiparazioni bounds the places repaired at once: with more, a suggestion is a guess.
const massimoRiparazioni = 4

// Suggerimenti lists the valid codes that raw becomes when look-alike letters and digits (O and 0,
// I and 1, S and 5 …) are exchanged where the pattern wants the other kind; when the pattern is
// right and the check letter is not, one letter of omocodia is read as the digit it resembles. They
// are for a person to confirm: the platform never applies one by itself. Nil when raw is valid.
func Suggerimenti(raw string) []string {
	esito := Valida(raw)
	codice, schema := []byte(esito.Normalizzato), schemaPersona
	switch {
	case esito.Valido || !soloAlfanumerici(esito.Normalizzato):
		return nil
	case len(codice) == lunghezzaNumerico:
		schema = schemaNumerico
	case len(codice) != lunghezzaPersona:
		return nil
	}
	switch posti := postiErrati(schema, codice); {
	case len(posti) > massimoRiparazioni:
		return nil
	case len(posti) > 0:
		return riparati(codice, posti, nil)
	}
	return conUnaCifra(codice)
}

func postiErrati(schema string, codice []byte) []int {
	var posti []int
	for i := range codice {
		if !ammesso(schema[i], codice[i]) {
			posti = append(posti, i)
		}
	}
	return posti
}

// riparati tries every look-alike at every one of the places.
func riparati(codice []byte, posti []int, trovati []string) []string {
	if len(posti) == 0 {
		return seValido(trovati, codice)
	}
	posto, altri := posti[0], posti[1:]
	scritto := codice[posto]
	for _, simile := range []byte(simili(scritto)) {
		codice[posto] = simile
		trovati = riparati(codice, altri, trovati)
	}
	codice[posto] = scritto
	return trovati
}

// conUnaCifra reads as a digit each letter in turn that stands where a digit may.
func conUnaCifra(codice []byte) []string {
	var trovati []string
	if len(codice) != lunghezzaPersona {
		return nil
	}
	for _, posto := range []byte(postiOmocodia) {
		if codici.Lettera(codice[posto]) {
			trovati = riparati(codice, []int{int(posto)}, trovati)
		}
	}
	return trovati
}

func seValido(trovati []string, codice []byte) []string {
	if scritto := string(codice); Valida(scritto).Valido && !slices.Contains(trovati, scritto) {
		return append(trovati, scritto)
	}
	return trovati
}

// simili are the letters that a digit resembles, or the digit that a letter does.
func simili(c byte) string {
	switch c {
	case '0':
		return "OQD"
	case '1':
		return "IL"
	case '2':
		return "Z"
	case '5':
		return "S"
	case '6':
		return "G"
	case '8':
		return "B"
	case 'O', 'Q', 'D':
		return "0"
	case 'I', 'L':
		return "1"
	case 'Z':
		return "2"
	case 'S':
		return "5"
	case 'G':
		return "6"
	case 'B':
		return "8"
	}
	return ""
}
