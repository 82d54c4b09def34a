package utilita

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// momento is a day, with its instant where the time was written.
type momento struct {
	giorno calendario.Giorno
	ora    time.Time // zero: the time was not written
}

const momentoErrato = "deve essere un giorno AAAA-MM-GG o un giorno con l'ora AAAA-MM-GGThh:mm, che esista"

// leggiMomento reads a day, or a day and time: with an offset it is brought to Rome, without it is Rome's.
// A time that the clocks skipped in spring is refused; of a time shown twice in autumn the
// day is the same either way.
func leggiMomento(s string) (m momento, motivo string) {
	if g, err := calendario.Parse(s); err == nil {
		return momento{giorno: g}, ""
	}
	for _, forma := range [...]string{"2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(forma+"Z07:00", s); err == nil {
			return delGiorno(t.In(calendario.Roma()))
		}
		t, err := time.ParseInLocation(forma, s, calendario.Roma())
		if err != nil {
			continue
		}
		if scritta, err := time.Parse(forma, s); err != nil || scritta.Hour() != t.Hour() || scritta.Minute() != t.Minute() {
			return momento{}, "a quell'ora in Italia gli orologi erano già passati all'ora legale: l'ora non esiste"
		}
		return delGiorno(t)
	}
	return momento{}, momentoErrato
}

func delGiorno(t time.Time) (momento, string) {
	g, err := calendario.Nuovo(t.Date())
	if err != nil {
		return momento{}, momentoErrato
	}
	return momento{giorno: g, ora: t}, ""
}

// istante is a moment that must be there.
func istante(c *campi, campo string, v *string) momento {
	if v == nil {
		c.rifiuta(campo, manca)
	}
	return istanteOppure(c, campo, v)
}

// istanteOppure is a moment that may be left out: no day then.
func istanteOppure(c *campi, campo string, v *string) momento {
	if v == nil {
		return momento{}
	}
	m, motivo := leggiMomento(*v)
	if motivo == "" && !plausibile(m.giorno) {
		motivo = annoErrato
	}
	if motivo != "" {
		c.rifiuta(campo, motivo)
	}
	return m
}
