package verbaleins

import (
	"errors"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
)

// numerata reads a piece of a norm: a base (digits, or one letter) with a Latin suffix after an
// optional blank or hyphen. "126 BIS" and "126bis" are 126-bis.
func numerata(s string, base func(string) bool, atteso string) (string, error) {
	s = richiesta.Comprimi(s)
	testa, suffisso := dividi(s)
	buona := base(testa) && (testa == s || richiesta.Tutti(suffisso, 3, 12, richiesta.LetteraASCII))
	switch {
	case !buona:
		return "", errors.New("deve essere " + atteso)
	case suffisso == "":
		return strings.ToLower(testa), nil
	}
	return strings.ToLower(testa + "-" + suffisso), nil
}

// dividi cuts a norm after its digits, or after its first letter.
func dividi(s string) (testa, suffisso string) {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if n == 0 && s != "" && richiesta.LetteraASCII(rune(s[0])) {
		n = 1
	}
	resto := s[n:]
	if resto != "" && (resto[0] == ' ' || resto[0] == '-') {
		resto = resto[1:]
	}
	return s[:n], resto
}

func treCifre(s string) bool { return richiesta.Tutti(s, 1, 3, richiesta.Cifra) }

func dueCifre(s string) bool { return richiesta.Tutti(s, 1, 2, richiesta.Cifra) }

func unaLettera(s string) bool { return richiesta.Tutti(s, 1, 1, richiesta.LetteraASCII) }

func articolo(s string) (string, error) {
	return numerata(s, treCifre, "un articolo, come 142 o 126-bis")
}

func comma(s string) (string, error) {
	return numerata(s, dueCifre, "un comma, come 8 o 9-bis")
}

func letteraComma(s string) (string, error) {
	return numerata(s, unaLettera, "una lettera, come a oppure g-bis")
}
