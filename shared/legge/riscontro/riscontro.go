// Package riscontro is what must never leave on an act: an addressee who was under age, a person whose tax code is
// another's, an address that contradicts itself, a violation found by a device that nobody names. Each rule is here once,
// with its article, whatever door asks; what becomes of a fine that breaks one, the caller says.
package riscontro

import "strings"

// Regola names a rule: what comes in against it bears it as its warning.
type Regola string

// The rules.
const (
	Minorenne             Regola = "MINORENNE"
	CodiceFiscaleDiscorde Regola = "CODICE_FISCALE_DISCORDE"
	IndirizzoDiscorde     Regola = "INDIRIZZO_DISCORDE"
	DispositivoMancante   Regola = "DISPOSITIVO_MANCANTE"
	DispositivoIncompleto Regola = "DISPOSITIVO_INCOMPLETO"
	TaraturaScaduta       Regola = "TARATURA_SCADUTA"
)

// Difetto is a rule that does not hold. Testo is Italian, a predicate without subject and full stop ("era minorenne …"),
// with the article; it names fields and never their values, so that it may stand where no personal data may.
type Difetto struct {
	Regola Regola
	Testo  string
}

// elenco writes names as they are read: "a, b e c".
func elenco(nomi []string) string {
	if n := len(nomi); n > 1 {
		return strings.Join(nomi[:n-1], ", ") + " e " + nomi[n-1]
	}
	return strings.Join(nomi, "")
}
