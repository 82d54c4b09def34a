package cds

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// nomePiuLungo bounds how much of an unknown name an error repeats.
const nomePiuLungo = 40

// Errore says which value of the input cannot be, and why. Campo is the lowerCamelCase name of the
// field of the request of this package, with its index where it is in a list ("violazioni[1].minCent");
// Motivo an Italian sentence. A caller whose own request is flat, or calls the band minimoCent and
// massimoCent, translates Campo before it answers.
type Errore struct {
	Campo  string
	Motivo string
}

// Error writes "campo: motivo".
func (e *Errore) Error() string { return e.Campo + ": " + e.Motivo }

func errore(campo, motivo string) error { return &Errore{Campo: campo, Motivo: motivo} }

// dentro puts the path of the list before the field of the error.
func dentro(prefisso string, err error) error {
	if e, ok := err.(*Errore); ok { //nolint:errorlint // our own, never wrapped
		return errore(prefisso+e.Campo, e.Motivo)
	}
	return err
}

// sconosciuto refuses a name outside its enumeration, and repeats a short one.
func sconosciuto(campo, scritto, motivo string) error {
	switch {
	case scritto == "":
		motivo = "manca"
	case len(scritto) <= nomePiuLungo:
		motivo += ": " + strconv.Quote(scritto)
	}
	return errore(campo, motivo)
}

func verificaSomma(campo string, c importo.Cent) error {
	if c < 0 || c > massimoCent {
		return errore(campo, "deve essere compreso tra 0 e 10 miliardi di euro")
	}
	return nil
}
