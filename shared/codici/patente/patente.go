// Package patente checks the shape of driving licence numbers. The last letter of an Italian
// licence is a check whose rule is not public, and old series are badly documented: an unknown
// shape is a warning, never a refusal. Categories and expiry come from the register.
package patente

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

// Formato is the series a number belongs to by its shape.
type Formato string

// The series. Sconosciuto is accepted with a warning; Estero is free text of another country.
const (
	Provinciale Formato = "PROVINCIALE"
	Centrale    Formato = "CENTRALE"
	Sconosciuto Formato = "SCONOSCIUTO"
	Estero      Formato = "ESTERO"
)

const (
	lunghezza       = 10
	lunghezzaGrezza = 64
	minimo, massimo = 4, 20
	// provinceRecenti are the provinces made or renamed after 1999: plates no longer carried them,
	// licences did.
	provinceRecenti = " BT CI FC FM MB OG OT PU SU VS "
)

// Esito is the answer of [Valida].
type Esito struct {
	Valida       bool
	Normalizzata string
	// Formato is empty unless Valida.
	Formato Formato
	// Motivo is Italian and says why the number is refused; empty when it is accepted.
	Motivo string
	// Avvertenza is an Italian remark on a number that is accepted with a doubt.
	Avvertenza string
}

// Valida judges a licence number as written. nazione is the issuing country, read as in package
// targa: none means Italy. Only what cannot be a number at all is refused: nothing, signs other
// than letters and digits, fewer than 4 or more than 20 characters.
func Valida(raw, nazione string) Esito {
	if len(raw) > lunghezzaGrezza {
		return Esito{Motivo: "il numero di patente è troppo lungo"}
	}
	esito := Esito{Normalizzata: targa.Normalizza(raw)}
	if esito.Motivo = difetto(esito.Normalizzata); esito.Motivo != "" {
		return esito
	}
	esito.Valida = true
	if !targa.Italia(strings.ToUpper(strings.TrimSpace(nazione))) {
		esito.Formato = Estero
		return esito
	}
	esito.Formato, esito.Avvertenza = riconosci(esito.Normalizzata)
	return esito
}

func difetto(numero string) string {
	n := utf8.RuneCountInString(numero)
	switch {
	case n == 0:
		return "il numero di patente manca"
	case strings.ContainsFunc(numero, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
		return "il numero di patente contiene segni che non sono lettere o cifre"
	case n < minimo || n > massimo:
		return "un numero di patente ha da 4 a 20 caratteri"
	}
	return ""
}

func riconosci(numero string) (Formato, string) {
	switch {
	case centrale(numero):
		return Centrale, ""
	case cifreComeLettere(numero):
		return Sconosciuto, "al posto di una cifra c'è la lettera O, Q o I: forse 0 o 1, controllare il documento"
	case !seriePerCifre(numero):
		return Sconosciuto, "il numero non ha il formato di una patente italiana (dieci caratteri): controllare il documento"
	case !targa.ProvinciaStorica(numero[:2]) && !strings.Contains(provinceRecenti, numero[:2]):
		return Sconosciuto, "le prime due lettere non sono una provincia né U1: controllare il documento"
	}
	return Provinciale, ""
}

// seriePerCifre: two letters, seven digits, the check letter.
func seriePerCifre(numero string) bool {
	return len(numero) == lunghezza && codici.Lettera(numero[0]) && codici.Lettera(numero[1]) &&
		codici.SoloCifre(numero[2:9]) && codici.Lettera(numero[9])
}

// cifreComeLettere: the shape would be right with 0 for O and Q, and 1 for I, among the digits. The
// number is never repaired here: a person reads the document again.
func cifreComeLettere(numero string) bool {
	if len(numero) != lunghezza {
		return false
	}
	riparato := numero[:2] + strings.Map(cifraSimile, numero[2:9]) + numero[9:]
	return riparato != numero && (seriePerCifre(riparato) || centrale(riparato))
}

func cifraSimile(r rune) rune {
	switch r {
	case 'O', 'Q':
		return '0'
	case 'I':
		return '1'
	}
	return r
}

// centrale: U1, then seven digits or three digits, a letter other than A O Q I, three digits; then
// the check letter.
func centrale(numero string) bool {
	if len(numero) != lunghezza || numero[:2] != "U1" || !codici.Lettera(numero[9]) {
		return false
	}
	mezzo := numero[2:9]
	return codici.SoloCifre(mezzo) ||
		codici.SoloCifre(mezzo[:3]) && codici.Lettera(mezzo[3]) && !strings.ContainsRune("AOQI", rune(mezzo[3])) && codici.SoloCifre(mezzo[4:])
}
