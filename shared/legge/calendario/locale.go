package calendario

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrLocale reports a local holiday that cannot be: no name, or a day and month of no year.
var ErrLocale = errors.New("calendario: festività locale non valida")

// Locale is a holiday that one place keeps every year on the same day, such as its patron saint. It
// moves no national term: the terms of the Codice della Strada ignore it, and the offices of the place
// are closed on it. The zero value is no holiday.
type Locale struct {
	Nome   string
	Mese   time.Month
	Giorno int
	// DaAnno is the first year in which it is kept; 0 is always.
	DaAnno int
}

// NuovaLocale is the patron saint of a place, on the same day of every year; 29 February is kept in leap
// years only. ErrLocale without a name, with a day that no year has, or with a first year below 0.
func NuovaLocale(nome string, mese time.Month, giorno, daAnno int) (Locale, error) {
	if _, err := Nuovo(2024, mese, giorno); err != nil || nome == "" || daAnno < 0 {
		return Locale{}, fmt.Errorf("%w: %q il %d/%d dal %d", ErrLocale, nome, giorno, mese, daAnno)
	}
	return Locale{Nome: nome, Mese: mese, Giorno: giorno, DaAnno: daAnno}, nil
}

// LeggiLocale reads a patron saint as a command writes it, day and month and then the name: "29/06 Santi
// Pietro e Paolo". ErrLocale for anything else.
func LeggiLocale(testo string) (Locale, error) {
	data, nome, _ := strings.Cut(testo, " ")
	g, err := Parse("2024-" + capovolta(data)) // a leap year: 29 February is a day of some years
	if err != nil {
		return Locale{}, fmt.Errorf("%w: %q", ErrLocale, testo)
	}
	_, mese, giorno := g.Date()
	return NuovaLocale(strings.TrimSpace(nome), mese, giorno, 0)
}

// capovolta turns "29/06" into "06-29".
func capovolta(data string) string {
	giorno, mese, _ := strings.Cut(data, "/")
	return mese + "-" + giorno
}

// IsZero reports that there is no local holiday.
func (l Locale) IsZero() bool { return l == Locale{} }

// Cade reports that the local holiday falls on the day.
func (l Locale) Cade(g Giorno) bool {
	anno, mese, giorno := g.Date()
	return giorno != 0 && giorno == l.Giorno && mese == l.Mese && anno >= l.DaAnno
}

// nel is the holiday in one year, false where that year has not got it.
func (l Locale) nel(anno int) (Festivita, bool) {
	g, err := Nuovo(anno, l.Mese, l.Giorno)
	if err != nil || anno < l.DaAnno {
		return Festivita{}, false
	}
	return Festivita{Giorno: g, Nome: l.Nome, DaAnno: l.DaAnno, Locale: true}, true
}
