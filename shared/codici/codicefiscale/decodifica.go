package codicefiscale

import (
	"errors"
	"strings"
	"time"
)

// Sesso is the sex as the code carries it.
type Sesso string

// The two values a code can carry.
const (
	Maschio Sesso = "M"
	Femmina Sesso = "F"
)

// ErrNonValido is what [Decodifica] wraps: the text is the Italian reason.
var ErrNonValido = errors.New("codice fiscale non valido")

// Dati is what the code of a person says. The century is not in it: see [Dati.Nascite].
type Dati struct {
	Sesso Sesso
	// AnnoBreve is the year of birth without its century, 0 to 99.
	AnnoBreve int
	Mese      time.Month
	Giorno    int
	// CodiceCatastale is the Belfiore code of the place with its omocodia undone; it starts with Z
	// for a foreign country. Whether it existed on that day is for the table of comuni.
	CodiceCatastale string
	// Omocodia is true when at least one digit is written as a letter.
	Omocodia bool
	// Base is the code before omocodia, with its own check letter. Two people may share it: it is
	// no key.
	Base string
}

// errore carries how far the code was right before it failed.
type errore struct {
	livello Livello
	motivo  string
}

// Error gives the Italian reason.
func (e *errore) Error() string { return e.motivo }

// Unwrap makes errors.Is(err, ErrNonValido) hold.
func (e *errore) Unwrap() error { return ErrNonValido }

// Decodifica reads the code of a person, cleaning it up first. The error wraps [ErrNonValido] and
// its text is the Italian reason; an eleven-digit code says nothing about a person and is an error.
func Decodifica(raw string) (Dati, error) {
	esito := Valida(raw)
	switch {
	case !esito.Valido:
		return Dati{}, &errore{esito.Livello, esito.Motivo}
	case esito.Numerico:
		return Dati{}, &errore{esito.Livello, "un codice fiscale di 11 cifre non dice sesso, data e luogo di nascita"}
	}
	return esito.Dati, nil
}

func leggi(codice string) (Dati, *errore) {
	if motivo := difettoDiForma(codice); motivo != "" {
		return Dati{}, &errore{Nessuno, motivo}
	}
	if lettera, _ := LetteraControllo(codice[:lunghezzaPersona-1]); lettera != codice[lunghezzaPersona-1] {
		return Dati{}, &errore{Formato, "la lettera di controllo non corrisponde: il codice è scritto male"}
	}
	dati := interpreta(codice)
	switch {
	case dati.Giorno < 1 || dati.Giorno > 31:
		return Dati{}, &errore{Controllo, "il giorno di nascita deve essere tra 1 e 31, tra 41 e 71 per le donne: non forma una data esistente"}
	case !dati.esisteNel(1900) && !dati.esisteNel(2000):
		return Dati{}, &errore{Controllo, "il giorno e il mese di nascita non formano una data esistente"}
	}
	return dati, nil
}

// interpreta reads a code whose pattern is right; a day that no month has is for the caller to
// refuse.
func interpreta(codice string) Dati {
	base := senzaOmocodia(codice)
	giorno, sesso := due(base[9:11]), Maschio
	if giorno > 40 {
		giorno, sesso = giorno-40, Femmina
	}
	return Dati{
		Sesso:           sesso,
		AnnoBreve:       due(base[6:8]),
		Mese:            time.Month(strings.IndexByte(lettereMesi, base[8]) + 1),
		Giorno:          giorno,
		CodiceCatastale: base[11:15],
		Omocodia:        base != codice,
		Base:            base,
	}
}

func due(cifre string) int { return int(cifre[0]-'0')*10 + int(cifre[1]-'0') }

// Nascite lists the days of birth the code allows, earliest first: one in the twentieth and one in
// the twenty-first century; only one for a 29 February of the year 00. Midnight UTC.
func (d Dati) Nascite() []time.Time {
	var giorni []time.Time
	for _, secolo := range [...]int{1900, 2000} {
		if d.esisteNel(secolo) {
			giorni = append(giorni, time.Date(secolo+d.AnnoBreve, d.Mese, d.Giorno, 0, 0, 0, 0, time.UTC))
		}
	}
	return giorni
}

// esisteNel says whether the day exists in the century that begins with the year secolo.
func (d Dati) esisteNel(secolo int) bool {
	giorni, anno := 31, secolo+d.AnnoBreve
	switch d.Mese {
	case time.April, time.June, time.September, time.November:
		giorni = 30
	case time.February:
		giorni = 28
		if anno%4 == 0 && (anno%100 != 0 || anno%400 == 0) {
			giorni = 29
		}
	default:
	}
	return 1 <= d.Giorno && d.Giorno <= giorni
}

// NatoAllEstero says whether the place of birth is a foreign country (its code starts with Z).
func (d Dati) NatoAllEstero() bool { return strings.HasPrefix(d.CodiceCatastale, "Z") }

// Nascita is the likelier day of birth for a reader who looks on the day oggi: the latest that is not after
// it. ok is false when every day allowed is still to come. A person above a hundred is taken for a
// child: who needs certainty asks the register.
func (d Dati) Nascita(oggi time.Time) (giorno time.Time, ok bool) {
	fine := time.Date(oggi.Year(), oggi.Month(), oggi.Day(), 0, 0, 0, 0, time.UTC)
	for _, candidata := range d.Nascite() {
		if !candidata.After(fine) {
			giorno, ok = candidata, true
		}
	}
	return giorno, ok
}
