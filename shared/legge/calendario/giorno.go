// Package calendario knows civil days, Italian holidays and how legal terms are counted.
//
// It reads no clock: days come from the caller. A day in Italy is a day in Rome; the zone data are
// compiled in, so a container without zone files counts the same.
package calendario

import (
	"errors"
	"fmt"
	"time"
)

const (
	formato   = "2006-01-02"
	ultimo    = 3652059 // 9999-12-31
	secGiorno = 24 * 60 * 60
)

// ErrGiorno reports a text or a date that is no day of the calendar between 0001-01-01 and
// 9999-12-31.
var ErrGiorno = errors.New("calendario: giorno non valido")

// Giorno is a civil day of the Gregorian calendar, without hour or zone. It is comparable with ==
// and usable as a map key; the zero value means "no day".
type Giorno struct {
	n int32 // days from 0001-01-01, which is 1
}

// Nuovo returns the given day. A day that does not exist, such as 30 February, is ErrGiorno.
func Nuovo(anno int, mese time.Month, giorno int) (Giorno, error) {
	t := time.Date(anno, mese, giorno, 0, 0, 0, 0, time.UTC)
	y, m, d := t.Date()
	if y != anno || m != mese || d != giorno || anno < 1 || anno > 9999 {
		return Giorno{}, fmt.Errorf("%w: %d-%d-%d", ErrGiorno, anno, mese, giorno)
	}
	return daUTC(t), nil
}

// Parse reads exactly "YYYY-MM-DD"; anything else is ErrGiorno.
func Parse(s string) (Giorno, error) {
	t, err := time.Parse(formato, s)
	if err != nil || len(s) != len(formato) || t.Year() < 1 {
		return Giorno{}, fmt.Errorf("%w: %q", ErrGiorno, s)
	}
	return daUTC(t), nil
}

// MustParse is Parse for days written in code and tests; it panics on anything else.
func MustParse(s string) Giorno {
	g, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return g
}

// Da returns the civil day that t falls on in Rome. The zero time gives the zero day.
func Da(t time.Time) Giorno {
	if t.IsZero() {
		return Giorno{}
	}
	y, m, d := t.In(Roma()).Date()
	switch { // years far outside do not fit in the number of a day
	case y < 1:
		return Giorno{n: 1}
	case y > 9999:
		return Giorno{n: ultimo}
	}
	return daUTC(time.Date(y, m, d, 0, 0, 0, 0, time.UTC))
}

// IsZero reports that there is no day.
func (g Giorno) IsZero() bool { return g.n == 0 }

// Equal is ==, for go-cmp.
func (g Giorno) Equal(altro Giorno) bool { return g == altro }

// Before reports that g comes before the other day. No day comes before every day.
func (g Giorno) Before(altro Giorno) bool { return g.n < altro.n }

// After reports that g comes after the other day.
func (g Giorno) After(altro Giorno) bool { return g.n > altro.n }

// AddDays moves by n calendar days (back when negative) and stops at the ends of the calendar.
// No day stays no day.
func (g Giorno) AddDays(n int) Giorno {
	if g.IsZero() {
		return g
	}
	return limita(g.n + int32(min(max(n, -ultimo), ultimo)))
}

// DiffDays is the number of calendar days from altro to g: negative when g comes first, and 0 when
// either is no day.
func (g Giorno) DiffDays(altro Giorno) int {
	if g.IsZero() || altro.IsZero() {
		return 0
	}
	return int(g.n - altro.n)
}

// AddMonths moves by whole months; where the month is too short it takes its last day (c.p.c.
// art. 155 c. 2, c.c. art. 2963 c. 5). It stops at the ends of the calendar.
func (g Giorno) AddMonths(n int) Giorno {
	if g.IsZero() {
		return g
	}
	y, m, d := g.Date()
	n = min(max(n, -ultimo), ultimo)
	indice := min(max(y*12+int(m-1)+n, 12), 9999*12+11)
	anno, mese := indice/12, time.Month(indice%12+1)
	fine := time.Date(anno, mese+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return daUTC(time.Date(anno, mese, min(d, fine), 0, 0, 0, 0, time.UTC))
}

// Date returns year, month and day of the month; zeros for no day.
func (g Giorno) Date() (anno int, mese time.Month, giorno int) {
	if g.IsZero() {
		return 0, 0, 0
	}
	return g.utc().Date()
}

// Anno is the calendar year, 0 for no day.
func (g Giorno) Anno() int {
	anno, _, _ := g.Date()
	return anno
}

// Weekday is the day of the week. Ask IsZero first: no day answers Sunday.
func (g Giorno) Weekday() time.Weekday {
	return time.Weekday(g.n % 7)
}

// Inizio is the first instant of the day in Rome.
func (g Giorno) Inizio() time.Time {
	y, m, d := g.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Roma())
}

func (g Giorno) utc() time.Time {
	return time.Date(1, time.January, int(g.n), 0, 0, 0, 0, time.UTC)
}

// daUTC numbers the day of a midnight in UTC.
func daUTC(t time.Time) Giorno {
	inizio := time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC).Unix()
	return Giorno{n: int32((t.Unix()-inizio)/secGiorno) + 1}
}

func limita(n int32) Giorno { return Giorno{n: min(max(n, 1), ultimo)} }
