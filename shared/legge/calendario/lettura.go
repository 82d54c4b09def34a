package calendario

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// piuLunga bounds what LeggiData looks at: no day is written in more bytes.
const piuLunga = 64

// LeggiData reads a day as people write it: "2026-11-20", "20/11/2026", "20.11.2026", "20-11-2026",
// "20 novembre 2026", "1º novembre 2026", also with the name of the day before it ("venerdì 20 novembre
// 2026"), which must be right. Between slashes, dots and dashes the day comes first and one figure is
// enough; the year always has four. Capitals and spaces around and between the words do not matter.
// Anything else is ErrGiorno: two-figure years, other languages, days that do not exist.
func LeggiData(testo string) (Giorno, error) {
	if len(testo) > piuLunga {
		return Giorno{}, fmt.Errorf("%w: testo di %d caratteri", ErrGiorno, len(testo))
	}
	var g Giorno
	var ok bool
	switch parole := strings.Fields(strings.ToLower(testo)); len(parole) {
	case 1:
		g, ok = leggiCifre(parole[0])
	case 3:
		g, ok = leggiParole(parole)
	case 4:
		g, ok = leggiParole(parole[1:])
		ok = ok && stessoGiorno(parole[0], g.Weekday())
	}
	if !ok {
		return Giorno{}, fmt.Errorf("%w: %q", ErrGiorno, testo)
	}
	return g, nil
}

// leggiCifre reads a day written in figures with one separator.
func leggiCifre(testo string) (Giorno, bool) {
	if g, err := Parse(testo); err == nil {
		return g, true
	}
	for _, separatore := range []string{"/", ".", "-"} {
		if parti := strings.Split(testo, separatore); len(parti) == 3 {
			mese, okMese := numero(parti[1], 2)
			return componi(parti[0], time.Month(mese), parti[2], okMese)
		}
	}
	return Giorno{}, false
}

// leggiParole reads day, name of the month and year; the first of the month also as an ordinal.
func leggiParole(parole []string) (Giorno, bool) {
	giorno := parole[0]
	if giorno == "1º" || giorno == "1°" || giorno == "primo" {
		giorno = "1"
	}
	for mese := time.January; mese <= time.December; mese++ {
		if parole[1] == nomeMese(mese) {
			return componi(giorno, mese, parole[2], true)
		}
	}
	return Giorno{}, false
}

func componi(giorno string, mese time.Month, anno string, okMese bool) (Giorno, bool) {
	d, okGiorno := numero(giorno, 2)
	y, okAnno := numero(anno, 4)
	if !okGiorno || !okMese || !okAnno || len(anno) != 4 {
		return Giorno{}, false
	}
	g, err := Nuovo(y, mese, d)
	return g, err == nil
}

// numero reads one to cifre ASCII figures and nothing else.
func numero(testo string, cifre int) (int, bool) {
	if testo == "" || len(testo) > cifre || strings.Trim(testo, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(testo)
	return n, err == nil
}

// stessoGiorno compares the written name of a day of the week, with or without its accent.
func stessoGiorno(scritto string, d time.Weekday) bool {
	nome := nomeGiorno(d)
	return scritto == nome || scritto == strings.ReplaceAll(nome, "ì", "i")
}

// InLettere writes the day in words as acts do, "venti novembre duemilaventisei", "primo maggio
// duemilaventisette"; nothing for no day.
func (g Giorno) InLettere() string {
	if g.IsZero() {
		return ""
	}
	anno, mese, giorno := g.Date()
	primo := "primo"
	if giorno > 1 {
		primo = importo.Cardinale(uint64(giorno))
	}
	return primo + " " + nomeMese(mese) + " " + importo.Cardinale(uint64(anno))
}
