package codicefiscale

import "strings"

// postiOmocodia are the indexes that may hold a letter instead of a digit, rightmost first: the
// order in which the office uses them.
const postiOmocodia = "\x0e\x0d\x0c\x0a\x09\x07\x06"

// SenzaOmocodia gives the code with every digit written as a digit and its check letter computed
// again. It cleans up raw first; ok is false when raw is not the valid code of a person.
func SenzaOmocodia(raw string) (base string, ok bool) {
	esito := Valida(raw)
	if !esito.Valido || esito.Numerico {
		return "", false
	}
	return esito.Dati.Base, true
}

// Varianti lists the 127 codes of omocodia of a person's valid code, those with fewest letters at
// the right first, the base excluded; nil when raw is not one.
func Varianti(raw string) []string {
	base, ok := SenzaOmocodia(raw)
	if !ok {
		return nil
	}
	varianti := make([]string, 0, 1<<len(postiOmocodia)-1)
	for scelta := 1; scelta < 1<<len(postiOmocodia); scelta++ {
		varianti = append(varianti, variante(base, scelta))
	}
	return varianti
}

// variante writes as letters the digits whose bit is set: bit 0 is the rightmost place.
func variante(base string, scelta int) string {
	var codice persona
	copy(codice[:], base)
	for bit := range len(postiOmocodia) {
		if scelta&(1<<bit) != 0 {
			posto := postiOmocodia[bit]
			codice[posto] = lettereOmocodia[codice[posto]-'0']
		}
	}
	return codice.conControllo()
}

// senzaOmocodia undoes the letters of a code whose pattern is right.
func senzaOmocodia(codice string) string {
	var (
		base    persona
		lettere bool
	)
	copy(base[:], codice)
	for bit := range len(postiOmocodia) {
		posto := postiOmocodia[bit]
		if cifra := strings.IndexByte(lettereOmocodia, base[posto]); cifra >= 0 {
			base[posto], lettere = '0'+byte(cifra), true
		}
	}
	if !lettere {
		return codice
	}
	return base.conControllo()
}
