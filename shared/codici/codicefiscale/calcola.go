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
	cognome, err := delCognome(p.Cognome)
	if err != nil {
		return "", err
	}
	nome, err := delNome(p.Nome)
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

// tre are the letters that a surname or a first name leaves in the code.
type tre [3]byte

func delCognome(cognome string) (tre, error) {
	lettere, err := lettereDi("cognome", make([]byte, 0, lunghezzaGrezza), cognome)
	if err != nil {
		return tre{}, err
	}
	return treLettere(lettere), nil
}

func delNome(nome string) (tre, error) {
	lettere, err := lettereDi("nome", make([]byte, 0, lunghezzaGrezza), nome)
	if err != nil {
		return tre{}, err
	}
	return treDelNome(lettere), nil
}

// lettereDi appends to lettere, which a caller keeps off the heap.
func lettereDi(campo string, lettere []byte, testo string) ([]byte, error) {
	lettere, segno := soloLettere(lettere, testo)
	switch {
	case segno != 0:
		return nil, &ErroreCampo{campo, fmt.Sprintf("il segno %q non ha una regola: chiedere all'anagrafe", segno)}
	case len(lettere) == 0:
		return nil, &ErroreCampo{campo, "manca"}
	}
	return lettere, nil
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

// treLettere: consonants in order, then vowels in order, then X.
func treLettere(lettere []byte) tre {
	prese, scritte := tre{'X', 'X', 'X'}, 0
	for _, vocali := range [...]bool{false, true} {
		for i := 0; i < len(lettere) && scritte < len(prese); i++ {
			if vocale(lettere[i]) == vocali {
				prese[scritte] = lettere[i]
				scritte++
			}
		}
	}
	return prese
}

// treDelNome: with four or more consonants the first, third and fourth; else as the surname.
func treDelNome(lettere []byte) tre {
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
	return tre{prime[0], prime[2], prime[3]}
}

func vocale(c byte) bool {
	return c == 'A' || c == 'E' || c == 'I' || c == 'O' || c == 'U'
}

// discordanza is a datum of a person that the code contradicts.
type discordanza struct{ campo, atteso, trovato string }

// Discordanze lists, in Italian, where a person's code and the data we hold disagree: a warning
// for the operator, never a refusal (the register may have the name in another order). Fields left
// empty are not compared. Nil when raw is not the valid code of a person.
func Discordanze(raw string, p Persona) []string {
	var note []string
	for _, d := range discordanze(raw, p) {
		note = append(note, fmt.Sprintf("%s: il codice fiscale porta %s, dai dati risulta %s", d.campo, d.trovato, d.atteso))
	}
	return note
}

// CampiDiscordi names, in Italian, the data that [Discordanze] compares and the code contradicts, without what either
// says: for texts that must not name a person.
func CampiDiscordi(raw string, p Persona) []string {
	var campi []string
	for _, d := range discordanze(raw, p) {
		campi = append(campi, d.campo)
	}
	return campi
}

func discordanze(raw string, p Persona) (tutte []discordanza) {
	esito := Valida(raw)
	if !esito.Valido || esito.Numerico {
		return nil
	}
	confronta := func(campo, atteso, trovato string, err error) {
		if err == nil && atteso != trovato {
			tutte = append(tutte, discordanza{campo, atteso, trovato})
		}
	}
	base := esito.Dati.Base
	cognome, err := delCognome(p.Cognome)
	confronta("cognome", string(cognome[:]), base[:3], err)
	nome, err := delNome(p.Nome)
	confronta("nome", string(nome[:]), base[3:6], err)
	if p.Sesso != "" {
		confronta("sesso", string(p.Sesso), string(esito.Dati.Sesso), nil)
	}
	data, err := dataESesso(p.Nascita, esito.Dati.Sesso)
	confronta("data di nascita", string(data[:]), base[6:11], err)
	if p.CodiceCatastale != "" {
		confronta("luogo di nascita", Normalizza(p.CodiceCatastale), base[11:15], nil)
	}
	return tutte
}
