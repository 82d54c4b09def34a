package codicefiscale

import (
	"errors"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// The years of birth for which a code is computed.
const (
	annoMinimo  = 1850
	annoMassimo = 2099
)

// Persona is what a code is computed from. Cognome is that of birth, also for married women;
// several names are one string, of which those before a comma count (art. 35 c. 2 D.P.R. 396/2000).
// A person with one name leaves the other empty. Nascita counts as a calendar day, whatever its
// time and zone.
type Persona struct {
	Cognome, Nome   string
	Nascita         time.Time
	Sesso           Sesso
	CodiceCatastale string
}

// ErrPersona is what [Calcola] wraps, with the field at fault: see [ErroreCampo].
var ErrPersona = errors.New("dati insufficienti per il codice fiscale")

// ErroreCampo names the field of [Persona] that does not allow a code, and why, in Italian.
type ErroreCampo struct {
	// Campo is the JSON name: cognome, nome, dataNascita, sesso, codiceCatastale.
	Campo, Motivo string
}

// Error gives the field and the Italian reason.
func (e *ErroreCampo) Error() string { return e.Campo + ": " + e.Motivo }

// Unwrap makes errors.Is(err, ErrPersona) hold.
func (e *ErroreCampo) Unwrap() error { return ErrPersona }

// Calcola computes the code of a person without omocodia: the office alone knows whether two
// people would share it. An absent surname or first name is XXX. What makes the code uncertain is
// in [Avvertenze]. The error is an [ErroreCampo].
func Calcola(p Persona) (string, error) {
	cognome, nome, err := deiNomi(p)
	if err != nil {
		return "", err
	}
	data, err := dataESesso(p.Nascita, p.Sesso)
	if err != nil {
		return "", err
	}
	luogo := Normalizza(p.CodiceCatastale)
	if !luogoBenFormato(luogo) {
		return "", &ErroreCampo{"codiceCatastale", "deve essere una lettera e tre cifre"}
	}
	var codice persona
	copy(codice[0:], cognome[:])
	copy(codice[3:], nome[:])
	copy(codice[6:], data[:])
	copy(codice[11:], luogo)
	return codice.conControllo(), nil
}

// dataESesso writes year, month letter and day, as the characters from the seventh carry them.
func dataESesso(nascita time.Time, sesso Sesso) (scritta [5]byte, err error) {
	anno, mese, giorno := nascita.Date()
	switch {
	case nascita.IsZero():
		return scritta, &ErroreCampo{"dataNascita", "manca"}
	case anno < annoMinimo || anno > annoMassimo:
		return scritta, &ErroreCampo{"dataNascita", fmt.Sprintf("l'anno deve essere tra %d e %d", annoMinimo, annoMassimo)}
	case sesso == Femmina:
		giorno += 40
	case sesso != Maschio:
		return scritta, &ErroreCampo{"sesso", "deve essere M o F"}
	}
	anno %= 100
	return [5]byte{
		'0' + byte(anno/10), '0' + byte(anno%10), lettereMesi[mese-1],
		'0' + byte(giorno/10), '0' + byte(giorno%10),
	}, nil
}

func luogoBenFormato(luogo string) bool {
	return len(luogo) == 4 && codici.Lettera(luogo[0]) &&
		codici.Cifra(luogo[1]) && codici.Cifra(luogo[2]) && codici.Cifra(luogo[3])
}
