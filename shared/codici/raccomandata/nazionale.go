package raccomandata

import "github.com/piattaforma-verbali/verbali/shared/codici"

const cifreNazionali = 12

func (e Esito) nazionale() Esito {
	codice := e.Normalizzato
	switch {
	case !codici.SoloCifre(codice):
		e.Motivo = "un codice nazionale è fatto di sole cifre, uno internazionale inizia con due lettere" + forseLettere(codice)
		return e
	case len(codice) != cifreNazionali:
		e.Motivo = "un codice nazionale ha 12 cifre: undici e una di controllo"
		return e
	}
	e.Tipo, e.Indizio = Nazionale, indizio(codice)
	if controlloNazionale(codice) != codice[cifreNazionali-1] {
		e.DaConfermare = true
		e.Motivo = "la cifra di controllo non corrisponde: il codice sembra scritto male (regola non ufficiale)"
		e.Avvertenza = avvisoNonUfficiale
		return e
	}
	e.Valido = true
	return e
}

// ComponiNazionale adds the check digit to the eleven that precede it, as one does along the range
// that the carrier assigned. ok is false unless undici is eleven digits.
func ComponiNazionale(undici string) (codice string, ok bool) {
	if len(undici) != cifreNazionali-1 || !codici.SoloCifre(undici) {
		return "", false
	}
	return undici + string(controlloNazionale(undici)), true
}

// Stampa writes a national code as envelopes carry it, with a hyphen before the check digit; any
// other text comes back as it is.
func Stampa(codice string) string {
	if len(codice) != cifreNazionali || !codici.SoloCifre(codice) {
		return codice
	}
	return codice[:cifreNazionali-1] + "-" + codice[cifreNazionali-1:]
}

// controlloNazionale sums the digits of T = 11·E + O modulo 10, where O and E are the sums of the
// eleven digits at odd and at even places, counted from one. Inferred from published codes: it is
// no official text. Most wrong digits are caught, not all: 0 for 9 at an odd place often is not.
func controlloNazionale(codice string) byte {
	dispari, pari := 0, 0
	for i := range cifreNazionali - 1 {
		// The first place is index 0: odd places have even indexes.
		if valore := int(codice[i] - '0'); i%2 == 0 {
			dispari += valore
		} else {
			pari += valore
		}
	}
	somma := 0
	for totale := 11*pari + dispari; totale > 0; totale /= 10 {
		somma += totale % 10
	}
	return '0' + byte(somma%10)
}

func indizio(codice string) Indizio {
	switch prime := codice[:2]; {
	case "76" <= prime && prime <= "79":
		return AttoGiudiziario
	case "66" <= prime && prime <= "69":
		return CartaDiAtto
	case "12" <= prime && prime <= "15":
		return Sportello
	}
	return NessunIndizio
}
