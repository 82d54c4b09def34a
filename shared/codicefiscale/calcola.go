package codicefiscale

import (
	"errors"
	"fmt"
	"time"
)

// The years of birth for which a code is computed.
const (
	annoMinimo  = 1850
	annoMassimo = 2099
)

// Persona is what a code is computed from. Cognome is that of birth, also for married women;
// several names are one string. Nascita counts as a calendar day, whatever its time and zone.
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
// people would share it. The error is an [ErroreCampo].
func Calcola(p Persona) (string, error) {
	cognome, err := letterePerCampo("cognome", p.Cognome, treLettere)
	if err != nil {
		return "", err
	}
	nome, err := letterePerCampo("nome", p.Nome, treDelNome)
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
	return conControllo([]byte(cognome + nome + data + luogo + "?")), nil
}

func letterePerCampo(campo, testo string, regola func(string) string) (string, error) {
	lettere, segno := soloLettere(testo)
	switch {
	case segno != 0:
		return "", &ErroreCampo{campo, fmt.Sprintf("il segno %q non ha una regola: chiedere all'anagrafe", segno)}
	case lettere == "":
		return "", &ErroreCampo{campo, "manca"}
	}
	return regola(lettere), nil
}

func dataESesso(nascita time.Time, sesso Sesso) (string, error) {
	giorno := nascita.Day()
	switch {
	case nascita.IsZero():
		return "", &ErroreCampo{"dataNascita", "manca"}
	case nascita.Year() < annoMinimo || nascita.Year() > annoMassimo:
		return "", &ErroreCampo{"dataNascita", fmt.Sprintf("l'anno deve essere tra %d e %d", annoMinimo, annoMassimo)}
	case sesso == Femmina:
		giorno += 40
	case sesso != Maschio:
		return "", &ErroreCampo{"sesso", "deve essere M o F"}
	}
	anno := nascita.Year() % 100
	return string([]byte{
		'0' + byte(anno/10), '0' + byte(anno%10), lettereMesi[nascita.Month()-1],
		'0' + byte(giorno/10), '0' + byte(giorno%10),
	}), nil
}

func luogoBenFormato(luogo string) bool {
	return len(luogo) == 4 && letteraASCII(luogo[0]) &&
		cifraASCII(luogo[1]) && cifraASCII(luogo[2]) && cifraASCII(luogo[3])
}

// treLettere: consonants in order, then vowels in order, then X.
func treLettere(lettere string) string {
	tre, scritte := [3]byte{'X', 'X', 'X'}, 0
	for _, vocali := range [...]bool{false, true} {
		for i := 0; i < len(lettere) && scritte < len(tre); i++ {
			if vocale(lettere[i]) == vocali {
				tre[scritte] = lettere[i]
				scritte++
			}
		}
	}
	return string(tre[:])
}

// treDelNome: with four or more consonants the first, third and fourth; else as the surname.
func treDelNome(lettere string) string {
	var prime [4]byte
	scritte := 0
	for i := 0; i < len(lettere) && scritte < len(prime); i++ {
		if !vocale(lettere[i]) {
			prime[scritte] = lettere[i]
			scritte++
		}
	}
	if scritte < len(prime) {
		return treLettere(lettere)
	}
	return string([]byte{prime[0], prime[2], prime[3]})
}

func vocale(c byte) bool {
	return c == 'A' || c == 'E' || c == 'I' || c == 'O' || c == 'U'
}

// Discordanze lists, in Italian, where a person's code and the data we hold disagree: a warning
// for the operator, never a refusal (the register may have the name in another order). Fields left
// empty are not compared. Nil when raw is not the valid code of a person.
func Discordanze(raw string, p Persona) []string {
	esito := Valida(raw)
	if !esito.Valido || esito.Numerico {
		return nil
	}
	var note []string
	confronta := func(campo, atteso, trovato string, err error) {
		if err == nil && atteso != trovato {
			note = append(note, fmt.Sprintf("%s: il codice fiscale porta %s, dai dati risulta %s", campo, trovato, atteso))
		}
	}
	base := esito.Dati.Base
	cognome, err := letterePerCampo("cognome", p.Cognome, treLettere)
	confronta("cognome", cognome, base[:3], err)
	nome, err := letterePerCampo("nome", p.Nome, treDelNome)
	confronta("nome", nome, base[3:6], err)
	if p.Sesso != "" {
		confronta("sesso", string(p.Sesso), string(esito.Dati.Sesso), nil)
	}
	data, err := dataESesso(p.Nascita, esito.Dati.Sesso)
	confronta("data di nascita", data, base[6:11], err)
	if p.CodiceCatastale != "" {
		confronta("luogo di nascita", Normalizza(p.CodiceCatastale), base[11:15], nil)
	}
	return note
}
