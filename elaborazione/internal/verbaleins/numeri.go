package verbaleins

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

func booleano(s string) (bool, error) {
	switch richiesta.Comprimi(s) {
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, errors.New("deve essere true o false")
}

// intero is a whole number between two bounds.
func intero(minimo, massimo int64) soap.Conversion[int64] {
	return func(s string) (int64, error) {
		n, err := strconv.ParseInt(richiesta.Comprimi(s), 10, 64)
		if err != nil || n < minimo || n > massimo {
			return 0, fmt.Errorf("deve essere un numero intero da %d a %d", minimo, massimo)
		}
		return n, nil
	}
}

func anno(s string) (int, error) {
	n, err := intero(1990, 2099)(s)
	return int(n), err
}

// decimale describes an xsd:decimal kept as an integer: the value times ten to the scala.
type decimale struct {
	scala           int   // digits kept
	cifre           int   // digits accepted after the point, at least scala
	minimo, massimo int64 // bounds, at the scale
	atteso          string
}

// leggi reads the lexical form of xsd:decimal without passing through a float. Digits beyond the
// scale are rounded half away from zero; the bounds hold before rounding, as in the schema.
func (d decimale) leggi(s string) (int64, error) {
	s = richiesta.Comprimi(s)
	negativo := strings.HasPrefix(s, "-")
	if negativo || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	intera, frazione, _ := strings.Cut(s, ".")
	if intera+frazione == "" || strings.TrimLeft(intera+frazione, "0123456789") != "" {
		return 0, errors.New("deve essere " + d.atteso)
	}
	intera, frazione = strings.TrimLeft(intera, "0"), strings.TrimRight(frazione, "0")
	if len(intera) > 9 || len(frazione) > d.cifre {
		return 0, errors.New("deve essere " + d.atteso)
	}
	n, resto := d.scalato(intera, frazione)
	if d.oltre(n, resto, negativo) {
		return 0, errors.New("deve essere " + d.atteso)
	}
	if resto >= "5" {
		n++
	}
	if negativo {
		n = -n
	}
	return n, nil
}

// scalato gives the value at the scale, cut, and the digits that were cut.
func (d decimale) scalato(intera, frazione string) (n int64, resto string) {
	tenute := frazione
	if len(tenute) > d.scala {
		tenute, resto = frazione[:d.scala], frazione[d.scala:]
	}
	n, _ = strconv.ParseInt("0"+intera+tenute+strings.Repeat("0", d.scala-len(tenute)), 10, 64)
	return n, resto
}

// oltre reports a value out of bounds; resto, when not empty, is a non-zero tail.
func (d decimale) oltre(n int64, resto string, negativo bool) bool {
	limite := d.massimo
	if negativo {
		limite = -d.minimo
	} else if n < d.minimo {
		return true
	}
	return n > limite || n == limite && resto != "" || negativo && d.minimo > 0
}

func gradi(massimo int64, atteso string) soap.Conversion[int64] {
	return decimale{scala: 6, cifre: 12, minimo: -massimo * 1_000_000, massimo: massimo * 1_000_000, atteso: atteso}.leggi
}

func latitudine(s string) (int64, error) {
	return gradi(90, "un numero da -90 a 90, con al massimo 12 decimali")(s)
}

func longitudine(s string) (int64, error) {
	return gradi(180, "un numero da -180 a 180, con al massimo 12 decimali")(s)
}

func metri(s string) (int64, error) {
	return decimale{scala: 3, cifre: 3, massimo: 9_999_999, atteso: "un numero da 0 a 9999.999, con al massimo 3 decimali"}.leggi(s)
}

func velocita(s string) (int64, error) {
	return decimale{scala: 1, cifre: 1, minimo: 10, massimo: 5000, atteso: "un numero da 1 a 500, con al massimo un decimale"}.leggi(s)
}

func limite(s string) (int64, error) { return intero(5, 150)(s) }

// periodi is how often a sanction applies, tariffa a sum in cents: a thousand euro at most.
func periodi(s string) (int64, error) { return intero(1, 1000)(s) }
func tariffa(s string) (int64, error) { return intero(1, 100_000)(s) }

// puntiResidui are the points that a licence may have.
func puntiResidui(s string) (int64, error) { return intero(0, 30)(s) }

func massimo(s string) (int, error) {
	n, err := intero(1, 1000)(s)
	return int(n), err
}
