package raccomandata

import (
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

const (
	lunghezzaS10 = 13
	cifreS10     = 8
	// pesiS10 weigh the eight digits of an S10 code, from the left.
	pesiS10 = "\x08\x06\x04\x02\x03\x05\x09\x07"
)

func (e Esito) internazionale() Esito {
	if e.Motivo = difettoS10(e.Normalizzato); e.Motivo != "" {
		return e
	}
	e.Tipo = servizio(e.Normalizzato[0])
	if controlloS10(e.Normalizzato[2:10]) != e.Normalizzato[10] {
		e.Motivo = "la cifra di controllo non corrisponde: il codice è scritto male"
		return e
	}
	e.Valido = true
	if paese := e.Normalizzato[11:]; !paeseS10(paese) {
		e.Avvertenza = "le ultime due lettere, " + paese + ", non sono di un paese (ISO 3166): confrontare il codice con la busta"
	}
	return e
}

// paeseS10 reports a country of ISO 3166, or one of the two islands whose codes ISO keeps for the postal union.
func paeseS10(sigla string) bool {
	return comune.PaeseNoto(sigla) || sigla == "AC" || sigla == "TA"
}

func difettoS10(codice string) string {
	switch n := len(codice); {
	case n == lunghezzaS10-2 && codici.Lettera(codice[1]) && codici.SoloCifre(codice[2:]):
		return "mancano le due lettere del paese in fondo al codice internazionale"
	case n != lunghezzaS10:
		return "un codice internazionale ha 13 caratteri: due lettere, nove cifre, due lettere del paese"
	case !codici.Lettera(codice[1]):
		return "un codice internazionale inizia con due lettere, quelle del servizio"
	case !codici.SoloCifre(codice[2:11]):
		return "i caratteri dal terzo all'undicesimo di un codice internazionale devono essere cifre" + forseLettere(codice[2:11])
	case !codici.Lettera(codice[11]) || !codici.Lettera(codice[12]):
		return "un codice internazionale finisce con le due lettere del paese"
	}
	return ""
}

// ComponiS10 writes an international code from the two service letters, the eight digits and the two
// letters of the country (not looked up). ok is false unless they have that form, in
// capitals.
func ComponiS10(lettere, otto, paese string) (codice string, ok bool) {
	if len(lettere) != 2 || !codici.Lettera(lettere[0]) || len(otto) != cifreS10 || !codici.SoloCifre(otto) {
		return "", false
	}
	codice = lettere + otto + string(controlloS10(otto)) + paese
	if difettoS10(codice) != "" {
		return "", false
	}
	return codice, true
}

// controlloS10 is 11 less the remainder of the weighted sum by 11; 10 becomes 0 and 11 becomes 5.
// Any wrong digit is caught unless the two remainders are 0 and 6, which share the check digit 5.
func controlloS10(otto string) byte {
	somma := 0
	for i := range cifreS10 {
		somma += int(pesiS10[i]) * int(otto[i]-'0')
	}
	switch c := 11 - somma%11; c {
	case 10:
		return '0'
	case 11:
		return '5'
	default:
		return '0' + byte(c)
	}
}

func servizio(prima byte) Tipo {
	switch prima {
	case 'R':
		return Raccomandata
	case 'V':
		return Assicurata
	case 'C':
		return Pacco
	case 'E':
		return Espresso
	case 'L':
		return Corrispondenza
	}
	return AltroServizio
}
