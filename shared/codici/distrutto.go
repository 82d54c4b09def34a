package codici

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Distrutto says, in Italian, what a spreadsheet has made of a code that it took for a number: a number in scientific
// notation, a row of # or one of its error values. The digits are lost, nobody can write them again from the text. Empty: the
// text may be intact.
func Distrutto(testo string) string {
	if !sospetto(testo) {
		return ""
	}
	testo = strings.TrimSpace(norm.NFKC.String(testo))
	switch {
	case scientifica(testo):
		return "un foglio di calcolo l'ha ridotto a un numero in notazione scientifica e le cifre sono perse: va ripreso dal file di origine, con la colonna in formato testo"
	case erroreDelFoglio(testo):
		return "è un errore del foglio di calcolo (#): il valore è perso e va ripreso dal file di origine"
	}
	return ""
}

// sospetto spares the texts that have none of the signs.
func sospetto(testo string) bool {
	for i := range len(testo) {
		switch c := testo[i]; {
		case c == 'e', c == 'E', c == '#', c == '*', c == 'x', c >= utf8.RuneSelf:
			return true
		}
	}
	return false
}

// scientifica finds a number in scientific notation: a mantissa with decimals, or an exponent with a plus. A plate or a code
// such as 2E11 has neither. Some exports write the power of ten.
func scientifica(testo string) bool {
	for i := range len(testo) {
		if (testo[i] == 'e' || testo[i] == 'E') && esponente(testo[:i], testo[i+1:]) {
			return true
		}
	}
	stretto := strings.Join(strings.Fields(testo), "")
	for _, segno := range []string{"×10", "x10^", "X10^", "*10^"} {
		if i := strings.Index(stretto, segno); i > 0 && Cifra(stretto[i-1]) {
			return true
		}
	}
	return false
}

// esponente reports that an E stands between a mantissa and an exponent.
func esponente(prima, dopo string) bool {
	scritto := strings.TrimRight(prima, " ")
	numero := mantissa(scritto)
	if strings.Trim(numero, ".,") == "" {
		return false
	}
	resto, piu := strings.CutPrefix(strings.TrimLeft(dopo, " "), "+")
	if !piu {
		resto = strings.TrimPrefix(dopo, "-")
	}
	fine := strings.TrimLeft(strings.TrimLeft(resto, " "), "0123456789")
	cifre := len(strings.TrimLeft(resto, " ")) - len(fine)
	if cifre < 1 || cifre > 3 || fine != "" && alfanumerico(fine[0]) {
		return false
	}
	if strings.ContainsAny(numero, ".,") {
		return piu || len(scritto) == len(prima) && Cifra(numero[len(numero)-1]) && resto[0] != ' '
	}
	return piu && len(scritto) == len(prima) && dopo[0] == '+' && resto[0] != ' '
}

// mantissa gives the number at the end of a text, nothing where it is the end of a word.
func mantissa(testo string) string {
	inizio := strings.TrimRight(testo, "0123456789.,")
	if inizio != "" && alfanumerico(inizio[len(inizio)-1]) {
		return ""
	}
	return testo[len(inizio):]
}

func alfanumerico(c byte) bool { return Cifra(c) || Lettera(c&^0x20) }

// erroreDelFoglio reports #####, #N/D, #VALORE!, #RIF!, #NOME?, #DIV/0! and their English names, of which the sign at the
// end is sometimes missing.
func erroreDelFoglio(testo string) bool {
	if strings.Trim(testo, "#") == "" {
		return len(testo) > 2 // one is a code of its own in some files
	}
	nome, comincia := strings.CutPrefix(strings.ToUpper(testo), "#")
	if !comincia {
		return false
	}
	switch strings.TrimRight(nome, "!?") {
	case "N/D", "N/A", "ND", "NA", "VALORE", "VALUE", "RIF", "REF", "NOME", "NAME", "NUM", "DIV/0", "NULLO", "NULL", "CALC", "SPILL", "ESPANSIONE":
		return true
	}
	return false
}

// SenzaSegniDelFoglio takes away what a spreadsheet or its export writes around a text to keep it a text: ="00123",
// an apostrophe before it, a pair of quotation marks.
func SenzaSegniDelFoglio(testo string) string {
	testo = strings.TrimSpace(testo)
	if resto, formula := strings.CutPrefix(testo, "="); formula && len(resto) >= 2 && resto[0] == '"' && resto[len(resto)-1] == '"' {
		return strings.TrimSpace(strings.ReplaceAll(resto[1:len(resto)-1], `""`, `"`))
	}
	return testo
}
