// Package pagopa reads and composes what a payment notice carries: the notice number (NAV) and its
// reference (IUV), the text of the QR code, the text of the DataMatrix of the postal slip; and, for
// old paper, the code line and bar code of the slips 896 and 674 and the linear bar code of notices.
//
// Everything is text with its leading zeros; amounts are importo.Cent. Pure functions, no I/O.
// Source: pagoPA "Specifiche attuative", Poste "Manuale della stampa in proprio".
package pagopa

import (
	"errors"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// The kinds of fault, for errors.Is: a caller answers differently to a number that is no number and
// to a number typed wrong.
var (
	// ErrFormato: length, signs, fields or literals are not those of the specification.
	ErrFormato = errors.New("formato non valido")
	// ErrDigitazione: the shape is right and the check digits are not, so it was mistyped.
	ErrDigitazione = errors.New("cifre di controllo errate")
)

// Errore is every error of this package.
type Errore struct {
	// Specie is ErrFormato or ErrDigitazione.
	Specie error
	// Campo is the JSON name of the field at fault (numeroAvviso, importoCent …), empty when the
	// text as a whole is.
	Campo string
	// Motivo is Italian, without the input in it.
	Motivo string
}

// Error gives the Italian reason.
func (e *Errore) Error() string { return e.Motivo }

// Unwrap makes errors.Is(err, ErrFormato) and errors.Is(err, ErrDigitazione) hold.
func (e *Errore) Unwrap() error { return e.Specie }

func formato(campo, motivo string) error { return &Errore{ErrFormato, campo, motivo} }

func digitazione(campo, motivo string) error { return &Errore{ErrDigitazione, campo, motivo} }

// lunghezzaGrezza is the longest text examined before cleaning up.
const lunghezzaGrezza = 128

// Normalizza drops what people put between the digits of a notice number, and the prefix of a scanner: blanks, invisible signs,
// dots, hyphens and dashes. Applying it twice changes nothing.
func Normalizza(raw string) string {
	return codici.LettoSegnoPerSegno(raw, func(r rune) rune {
		if separatore(r) {
			return -1
		}
		return r
	})
}

func separatore(r rune) bool { return r == '.' || codici.Trattino(r) || codici.Vuoto(r) }
