package calendario

import (
	"errors"
	"fmt"
	"time"
)

// ErrTermine reports a term that cannot be counted: no starting day, a negative length, or an end past
// 9999-12-31.
var ErrTermine = errors.New("calendario: termine non valido")

// Termine is a term in days and the rules that govern its end.
type Termine struct {
	// Decorrenza is the day the term runs from; it does not count (c.p.c. art. 155 c. 1).
	Decorrenza Giorno
	// Giorni is the length in calendar days; holidays inside the run count.
	Giorni int
	// Festivi moves an end on a Sunday or national holiday to the next day that is neither
	// (c.p.c. art. 155 c. 4).
	Festivi bool
	// Sabato also moves an end on a Saturday: court acts only (c.p.c. art. 155 c. 5).
	Sabato bool
	// Agosto leaves out 1 to 31 August: court terms only (L. 742/1969 art. 1).
	Agosto bool
	// Patrono, with Festivi, moves an end on the patron saint's day too. No national term sets it: the
	// zero value is the law of the Codice della Strada.
	Patrono Locale
}

// Proroga is one day on which the term could not end.
type Proroga struct {
	Giorno Giorno
	// Motivo is the name of the holiday, "domenica" or "sabato".
	Motivo string
}

// Conteggio is a counted term, with what led there.
type Conteggio struct {
	// Primo is the first day that counts.
	Primo Giorno
	// Pieno is the last counted day before any extension.
	Pieno Giorno
	// Scadenza is the last useful day.
	Scadenza Giorno
	// Sospesi is how many August days were left out.
	Sospesi int
	// Proroghe are the days that pushed the end forward, in order.
	Proroghe []Proroga
}

// Conta counts the term: first day out, last day in, the suspension left out of the run, the end
// moved as the rules say. ErrTermine without a starting day, with negative days, or where the calendar
// ends first.
func (t Termine) Conta() (Conteggio, error) {
	if t.Decorrenza.IsZero() || t.Giorni < 0 {
		return Conteggio{}, fmt.Errorf("%w: decorrenza %q, giorni %d", ErrTermine, t.Decorrenza, t.Giorni)
	}
	c := t.pieno()
	if c.Pieno.DiffDays(t.Decorrenza) != t.Giorni+c.Sospesi {
		return Conteggio{}, fmt.Errorf("%w: %d giorni %s superano il 31/12/9999", ErrTermine, t.Giorni, t.Decorrenza.Detto("dal"))
	}
	c.Scadenza = c.Pieno
	for c.Scadenza.n < ultimo {
		motivo, fermo := t.nonUtile(c.Scadenza)
		if !fermo {
			break
		}
		c.Proroghe = append(c.Proroghe, Proroga{Giorno: c.Scadenza, Motivo: motivo})
		c.Scadenza = c.Scadenza.AddDays(1)
	}
	return c, nil
}

// pieno runs over the days one month at a time: August is skipped whole or counted whole, so a
// service in August or on 31 July has 1 September as day one.
func (t Termine) pieno() Conteggio {
	if !t.Agosto {
		return Conteggio{Primo: t.Decorrenza.AddDays(1), Pieno: t.Decorrenza.AddDays(t.Giorni)}
	}
	c := Conteggio{Primo: saltaAgosto(t.Decorrenza.AddDays(1)), Pieno: t.Decorrenza}
	for restano := t.Giorni; restano > 0 && c.Pieno.n < ultimo; {
		inizio := c.Pieno.AddDays(1)
		dopo := saltaAgosto(inizio)
		c.Sospesi += dopo.DiffDays(inizio)
		passo := min(restano, prossimoAgosto(dopo).DiffDays(dopo))
		c.Pieno = dopo.AddDays(passo - 1)
		restano -= passo
	}
	return c
}

// saltaAgosto gives the day itself, or 1 September for a day of August.
func saltaAgosto(g Giorno) Giorno {
	if anno, mese, _ := g.Date(); mese == time.August {
		return daUTC(time.Date(anno, time.September, 1, 0, 0, 0, 0, time.UTC))
	}
	return g
}

// prossimoAgosto is the next 1 August after a day that is not in August. At the end of the calendar
// it may lie past the last day, which stops the count.
func prossimoAgosto(g Giorno) Giorno {
	anno, mese, _ := g.Date()
	if mese > time.August {
		anno++
	}
	return daUTC(time.Date(anno, time.August, 1, 0, 0, 0, 0, time.UTC))
}

// nonUtile says why the term may not end on the day. A court term cannot end in August either: the
// count never stops there, but the day after a holiday on 31 July lies in the suspension.
func (t Termine) nonUtile(g Giorno) (string, bool) {
	if t.Agosto && saltaAgosto(g) != g {
		return "sospensione feriale", true
	}
	if t.Festivi {
		if nome, festivo := Festivo(g, t.Patrono); festivo {
			return nome, true
		}
	}
	if t.Sabato && g.Weekday() == time.Saturday {
		return "sabato", true
	}
	return "", false
}
