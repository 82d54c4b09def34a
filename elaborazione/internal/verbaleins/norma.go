package verbaleins

import (
	"errors"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/soap"
)

// numerata reads a piece of a norm: a base (digits, or one letter) with a Latin suffix after an
// optional blank or hyphen. "126 BIS" and "126bis" are 126-bis.
func numerata(base func(string) bool, atteso string) soap.Conversione[string] {
	return func(s string) (string, error) {
		s = comprimi(s)
		testa, suffisso := dividi(s)
		if !base(testa) || suffisso != "" && !tutti(suffisso, 3, 12, letteraASCII) {
			return "", errors.New("deve essere " + atteso)
		}
		if suffisso == "" {
			if testa != s {
				return "", errors.New("deve essere " + atteso)
			}
			return strings.ToLower(testa), nil
		}
		return strings.ToLower(testa + "-" + suffisso), nil
	}
}

// dividi cuts a norm after its digits, or after its first letter.
func dividi(s string) (testa, suffisso string) {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if n == 0 && s != "" && letteraASCII(rune(s[0])) {
		n = 1
	}
	resto := s[n:]
	if resto != "" && (resto[0] == ' ' || resto[0] == '-') {
		resto = resto[1:]
	}
	return s[:n], resto
}

func cifre(massimo int) func(string) bool {
	return func(s string) bool { return tutti(s, 1, massimo, cifra) }
}

func unaLettera(s string) bool { return tutti(s, 1, 1, letteraASCII) }

func articolo(s string) (string, error) {
	return numerata(cifre(3), "un articolo, come 142 o 126-bis")(s)
}

func comma(s string) (string, error) {
	return numerata(cifre(2), "un comma, come 8 o 9-bis")(s)
}

func letteraComma(s string) (string, error) {
	return numerata(unaLettera, "una lettera, come a oppure g-bis")(s)
}
