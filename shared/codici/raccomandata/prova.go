package raccomandata

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Valore is what a text is worth where the number of a letter proves a service.
type Valore int

// The values, from the least.
const (
	// NonProva is an empty text or an impossible letter number: the service has no proof yet.
	NonProva Valore = iota
	// Perduta is a number of which a spreadsheet has lost the digits: only its source has it.
	Perduta
	// DaGuardare has the shape of a number of another carrier (L. 124/2017 opened the service of acts to those with a
	// licence, whose numbers are their own): it proves, and a person may compare it with the envelope.
	DaGuardare
	// Codice is a number with its check digit.
	Codice
)

// Prova is the judgement on such a text.
type Prova struct {
	Valore Valore
	// Numero is the number as it is kept; empty unless Valore is DaGuardare or Codice.
	Numero string
	// Motivo names the fault or the doubt in Italian. Empty for a Codice, and for an empty text.
	Motivo string
}

// cifreDelFoglio are the digits of a number that a spreadsheet keeps; those after them become zeros.
const cifreDelFoglio = 15

// parolePerNessuna are what people and programs write in a cell that has no number.
const parolePerNessuna = `ND NA NP NR NC NN NV NDR NONE NULL NIL NAN UNDEFINED INF SI NO OK KO YES VERO FALSO TRUE FALSE NESSUNO NESSUNA MANCA MANCANTE
	ASSENTE VUOTO VUOTA PRESENTE ESISTE SENZA NONDISPONIBILE NONPRESENTE NONPERVENUTO NONPERVENUTA NONRILEVATO NONRILEVATA NONAPPLICABILE INATTESA
	INARRIVO DAVERIFICARE DAINSERIRE DADEFINIRE SENZARICEVUTA SENZAPROVA TBD TEST`

// LeggiProva judges the text of a column that holds the numbers of letters. Service starts the terms (artt. 201 and 203 CdS),
// so that what may be no number at all proves nothing.
func LeggiProva(testo string) Prova {
	pulito := strings.TrimPrefix(codici.SenzaSegniDelFoglio(norm.NFKC.String(testo)), "'")
	switch {
	case codici.Distrutto(pulito) != "":
		return Prova{Valore: Perduta, Motivo: codici.Distrutto(pulito)}
	case vuota(pulito):
		return Prova{}
	case data(pulito):
		return Prova{Motivo: "è una data, non il numero di una lettera"}
	}
	pulito = comeNumero(pulito)
	v := Valida(pulito)
	switch n := v.Normalizzato; {
	case finta(n):
		return Prova{Motivo: "non è il numero di una lettera"}
	case arrotondata(n) && !v.Valido:
		return Prova{Valore: Perduta, Motivo: "finisce con zeri al posto delle cifre, come i numeri che un foglio di calcolo arrotonda: va ripreso dal file di origine"}
	case v.Valido:
		return Prova{Valore: Codice, Numero: n}
	case formaNota(n):
		return Prova{Motivo: v.Motivo}
	case altroVettore(n):
		return Prova{Valore: DaGuardare, Numero: n, Motivo: "non è un codice di Poste Italiane: se la lettera è di un altro vettore va bene, altrimenti va confrontato con la busta"}
	}
	return Prova{Motivo: "non è il numero di una lettera"}
}

// ProvaNulla says, in Italian, why a text that a person wrote as the proof of a service proves nothing; empty when it may, or
// when it is empty. A person may write a number, or where the receipt lies; the letters AG, 23L, CAN, CAD and ARCAD go before a
// number that an outcome file gave, and each of those is judged.
func ProvaNulla(testo string) string {
	if motivo := codici.Distrutto(testo); motivo != "" {
		return motivo
	}
	buone, nulla := 0, ""
	for parte := range strings.SplitSeq(testo, ", ") {
		nome, numero := etichetta(parte)
		switch {
		case strings.TrimSpace(parte) == "":
		case !inutile(nome, numero):
			buone++
		default:
			nulla = "«" + strings.TrimSpace(parte) + "» non prova nulla: serve il numero della lettera, o dove si trova la ricevuta; si lascia vuota finché manca"
			if nome == "23L" || nome == "CAN" || nome == "ARCAD" {
				return nulla // a receipt that the law asks for
			}
		}
	}
	if buone > 0 {
		return ""
	}
	return nulla
}

// inutile reports a text that says neither a number nor a place.
func inutile(nome, numero string) bool {
	if nome != "" {
		return numero != "" && (vuota(numero) || data(numero))
	}
	return vuota(numero) || data(numero) || utf8.RuneCountInString(numero) < 2 || finta(Normalizza(numero))
}

// ProvaScritta judges as ProvaNulla what a person writes now, and the check digit of a number that stands alone: the person has
// the envelope at hand.
func ProvaScritta(testo string) string {
	if motivo := ProvaNulla(testo); motivo != "" {
		return motivo
	}
	_, numero := etichetta(testo)
	if v := Valida(numero); formaNota(v.Normalizzato) && !v.Valido {
		return v.Motivo + "; se sulla busta è proprio così, lo si scrive con parole: «" + v.Normalizzato + " come sulla busta»"
	}
	return ""
}

// etichetta parts the name of a letter from its number: "23L 281526382192".
func etichetta(testo string) (nome, numero string) {
	testo = strings.TrimSpace(testo)
	for _, nome := range []string{"23L", "AG", "CAN", "CAD", "ARCAD", "AR", "RAR", "RACCOMANDATA"} {
		if len(testo) < len(nome) || !strings.EqualFold(testo[:len(nome)], nome) {
			continue
		}
		resto := testo[len(nome):]
		if resto == "" || strings.ContainsAny(resto[:1], " -:.") {
			return nome, cmp.Or(strings.Trim(resto, " -:."), strings.TrimSpace(resto))
		}
	}
	return "", testo
}

// vuota reports a text that says nothing: no letter or digit, or a word for none, for yes or for no.
func vuota(testo string) bool {
	solo := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, norm.NFKD.String(testo))
	if slices.Contains(strings.Fields(parolePerNessuna), solo) {
		return true
	}
	return strings.Trim(solo, "X") == "" || strings.Trim(solo, "0") == "" || len(solo) == 1 && codici.Lettera(solo[0])
}

// data reports a day, with or without its hour, in figures or with the name of its month.
func data(testo string) bool {
	parti := strings.FieldsFunc(strings.ToUpper(testo), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parti) > 2 {
		parti[2], _, _ = strings.Cut(parti[2], "T") // the hour of an instant
	}
	switch len(parti) {
	case 0:
		return false
	case 1:
		return giorno(parti[0], "20060102") || giorno(parti[0], "02012006") || giorno(parti[0], "20060102150405")
	}
	conMese := slices.IndexFunc(parti[:min(3, len(parti))], mese)
	numeri := slices.DeleteFunc(slices.Clone(parti[:min(3, len(parti))]), mese)
	if conMese >= 0 {
		return !slices.ContainsFunc(numeri, func(s string) bool { return !codici.SoloCifre(s) || len(s) > 4 })
	}
	if len(parti) < 3 {
		return false // 12/2026 is the number of a paper too
	}
	testo = strings.Join(numeri, "-")
	return slices.ContainsFunc([]string{"2006-1-2", "2-1-2006", "2-1-06", "1-2-2006", "1-2-06", "06-1-2"}, func(forma string) bool { return giorno(testo, forma) })
}

func giorno(testo, forma string) bool {
	t, err := time.Parse(forma, testo)
	return err == nil && 1980 <= t.Year() && t.Year() < 2100
}

// mese reports the name of a month, whole or its first letters, in Italian or in English.
func mese(s string) bool {
	return len(s) >= 3 && slices.ContainsFunc([]string{"GENNAIO", "FEBBRAIO", "MARZO", "APRILE", "MAGGIO", "GIUGNO", "LUGLIO", "AGOSTO", "SETTEMBRE", "OTTOBRE",
		"NOVEMBRE", "DICEMBRE", "JANUARY", "FEBRUARY", "MARCH", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "DECEMBER"},
		func(nome string) bool { return strings.HasPrefix(nome, s) })
}

// comeNumero gives back the digits of a number that a spreadsheet has written whole: with the points of the thousands, or
// with decimals that are zeros. Any other text comes back as it is.
func comeNumero(testo string) string {
	parti := strings.FieldsFunc(testo, func(r rune) bool { return r == '.' || r == ',' })
	if len(parti) < 2 || slices.ContainsFunc(parti, func(s string) bool { return !codici.SoloCifre(s) }) {
		return testo
	}
	if u := parti[len(parti)-1]; len(u) <= 2 && strings.Trim(u, "0") == "" {
		parti = parti[:len(parti)-1]
	}
	if len(parti) > 1 && (len(parti[0]) > 3 || slices.ContainsFunc(parti[1:], func(s string) bool { return len(s) != 3 })) {
		return testo
	}
	return strings.Join(parti, "")
}

// formaNota reports the two forms whose check digit is known.
func formaNota(codice string) bool {
	return len(codice) == cifreNazionali && codici.SoloCifre(codice) || len(codice) == lunghezzaS10 && difettoS10(codice) == ""
}

// finta reports a number that a hand writes to fill a cell: one digit repeated, or the digits in their order.
func finta(codice string) bool {
	cifre := soloCifre(codice)
	if len(cifre) == lunghezzaS10-4 && len(codice) == lunghezzaS10 {
		cifre = cifre[:cifreS10] // the ninth is the check digit
	}
	return len(cifre) > 1 && (strings.Trim(cifre, cifre[:1]) == "" || inOrdine(cifre)) && (len(cifre) == len(codice) || len(cifre) >= cifreS10)
}

func inOrdine(cifre string) bool {
	return slices.ContainsFunc([]string{"01234567890123456789", "12345678901234567890"}, func(tutte string) bool { return strings.HasPrefix(tutte, cifre) })
}

func soloCifre(codice string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && codici.Cifra(byte(r)) {
			return r
		}
		return -1
	}, codice)
}

// arrotondata reports the zeros that a spreadsheet writes for the digits that it has not kept.
func arrotondata(codice string) bool {
	return codici.SoloCifre(codice) && (len(codice) == cifreNazionali && strings.HasSuffix(codice, "00000") ||
		len(codice) > cifreDelFoglio+1 && strings.Trim(codice[cifreDelFoglio:], "0") == "")
}

// altroVettore reports the shape of a number of another carrier: 8 to 24 letters and digits, of which at least six are digits
// and no more than six letters. A tax code has more letters.
func altroVettore(codice string) bool {
	cifre := len(soloCifre(codice))
	lettere := len(codice) - cifre - strings.Count(codice, "-") - strings.Count(codice, "/")
	estraneo := func(r rune) bool { return r != '-' && r != '/' && segnoEstraneo(r) }
	return !strings.ContainsFunc(codice, estraneo) && cifre >= 6 && lettere <= 6 && cifre+lettere >= 8 && len(codice) <= 24
}
