package calendario

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"time"
)

// String writes "YYYY-MM-DD", and nothing for no day.
func (g Giorno) String() string {
	if g.IsZero() {
		return ""
	}
	return g.utc().Format(formato)
}

// Detto writes the day after its article or preposition in Italian, with the elision that the eighth and the
// eleventh of a month take: Detto("il") is "il 12/01/2027" or "l'11/01/2027", Detto("al") "all'08/01/2027",
// Detto("Il") begins a sentence. Nothing for no day.
func (g Giorno) Detto(articolo string) string {
	giorno := g.Italiano()
	switch {
	case giorno == "":
		return ""
	case giorno[:2] != "08" && giorno[:2] != "11":
		return articolo + " " + giorno
	case articolo == "il":
		return "l'" + giorno
	case articolo == "Il":
		return "L'" + giorno
	}
	return articolo + "l'" + giorno
}

// Italiano writes the day as acts print it, "09/11/2026"; nothing for no day.
func (g Giorno) Italiano() string {
	if g.IsZero() {
		return ""
	}
	return g.utc().Format("02/01/2006")
}

// Esteso writes the day with its name, "lunedì 9 novembre 2026"; nothing for no day.
func (g Giorno) Esteso() string {
	if g.IsZero() {
		return ""
	}
	y, m, d := g.Date()
	numero := strconv.Itoa(d)
	if d == 1 {
		numero = "1º"
	}
	return nomeGiorno(g.Weekday()) + " " + numero + " " + nomeMese(m) + " " + strconv.Itoa(y)
}

// MarshalText writes "YYYY-MM-DD".
func (g Giorno) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads exactly "YYYY-MM-DD"; an empty text is no day.
func (g *Giorno) UnmarshalText(testo []byte) error {
	if len(testo) == 0 {
		*g = Giorno{}
		return nil
	}
	letto, err := Parse(string(testo))
	if err != nil {
		return err
	}
	*g = letto
	return nil
}

// MarshalJSON writes "YYYY-MM-DD", and null for no day.
func (g Giorno) MarshalJSON() ([]byte, error) {
	if g.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + g.String() + `"`), nil
}

// UnmarshalJSON reads a string "YYYY-MM-DD" or null; an empty string or anything else is ErrGiorno.
func (g *Giorno) UnmarshalJSON(dati []byte) error {
	if string(dati) == "null" {
		*g = Giorno{}
		return nil
	}
	if len(dati) < 2 || dati[0] != '"' || dati[len(dati)-1] != '"' {
		return fmt.Errorf("%w: atteso un testo AAAA-MM-GG", ErrGiorno)
	}
	letto, err := Parse(string(dati[1 : len(dati)-1]))
	if err != nil {
		return err
	}
	*g = letto
	return nil
}

// Value stores the day in a column of type date: midnight UTC, and NULL for no day.
func (g Giorno) Value() (driver.Value, error) {
	if g.IsZero() {
		return nil, nil
	}
	return g.utc(), nil
}

// Scan reads a column of type date, as a time or as text; NULL is no day. A time is taken by the
// date it shows in its own zone, because drivers return dates at midnight UTC.
func (g *Giorno) Scan(valore any) error {
	switch v := valore.(type) {
	case nil:
		*g = Giorno{}
		return nil
	case time.Time:
		letto, err := Nuovo(v.Date())
		if err != nil {
			return err
		}
		*g = letto
		return nil
	case string:
		return g.UnmarshalText([]byte(v))
	case []byte:
		return g.UnmarshalText(v)
	default:
		return fmt.Errorf("%w: colonna di tipo %T", ErrGiorno, valore)
	}
}

func nomeGiorno(d time.Weekday) string {
	return [...]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"}[d]
}

func nomeMese(m time.Month) string {
	return [...]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio",
		"agosto", "settembre", "ottobre", "novembre", "dicembre"}[m-1]
}
