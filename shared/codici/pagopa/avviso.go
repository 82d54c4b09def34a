package pagopa

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Lengths of the texts, in digits.
const (
	lunghezzaNAV         = 18
	lunghezzaIUV         = 17
	lunghezzaIUVAux0     = 15
	lunghezzaBase        = 13
	lunghezzaSegregativo = 2
	cifreControllate     = 16
	modulo               = 93
)

// Avviso is a notice number taken apart.
type Avviso struct {
	// Numero is the notice number (NAV), 18 digits; empty when only a 15-digit IUV was given,
	// because its application code is not in it.
	Numero string
	// IUV is the reference inside the notice number: 17 digits, 15 for aux digit 0.
	IUV string
	// Aux is the first digit, 0 to 3. Only 3 may be issued.
	Aux int
	// Segregazione is the two digits that follow aux 3; empty for the others.
	Segregazione string
	// Applicazione is the two digits that follow aux 0; empty for the others.
	Applicazione string
	// Base is the part the creditor chose: 13 digits (aux 0 and 3), 15 (aux 2), 17 (aux 1).
	Base string
	// Verificato is false when no check digits are defined (aux 1) or they cannot be computed
	// (a 15-digit IUV).
	Verificato bool
}

// Leggi reads what a citizen or a bank file calls the code of a notice, cleaning it up first: 18
// digits are a notice number, 17 an IUV of aux 3, 15 an IUV of aux 0. The error is an [Errore]:
// ErrDigitazione when only the check digits are wrong, ErrFormato for the rest.
func Leggi(raw string) (Avviso, error) {
	if len(raw) > lunghezzaGrezza {
		return Avviso{}, formato("codice", "il codice è troppo lungo: sono 18 cifre (numero avviso), 17 o 15 (IUV)")
	}
	codice := Normalizza(raw)
	switch {
	case codice == "":
		return Avviso{}, formato("codice", "il codice manca")
	case !codici.SoloCifre(codice):
		return Avviso{}, formato("codice", "il codice è fatto di sole cifre")
	}
	switch len(codice) {
	case lunghezzaNAV:
		return leggiNumero(codice)
	case lunghezzaIUV:
		return leggiNumero("3" + codice)
	case lunghezzaIUVAux0:
		return Avviso{IUV: codice, Base: codice[:lunghezzaBase]}, nil
	}
	return Avviso{}, formato("codice", fmt.Sprintf("il codice ha %d cifre: ne servono 18 (numero avviso), 17 o 15 (IUV)", len(codice)))
}

// LeggiNumero reads a notice number of exactly 18 digits as machines write it, no clean-up.
func LeggiNumero(nav string) (Avviso, error) {
	if len(nav) != lunghezzaNAV || !codici.SoloCifre(nav) {
		return Avviso{}, formato("numeroAvviso", "il numero avviso deve essere di 18 cifre")
	}
	return leggiNumero(nav)
}

func leggiNumero(nav string) (Avviso, error) {
	avviso := Avviso{Numero: nav, Aux: int(nav[0] - '0'), IUV: nav[1:], Verificato: true}
	switch avviso.Aux {
	case 0:
		avviso.Applicazione, avviso.IUV, avviso.Base = nav[1:3], nav[3:], nav[3:cifreControllate]
	case 1:
		avviso.Base, avviso.Verificato = nav[1:], false
		return avviso, nil
	case 2:
		avviso.Base = nav[1:cifreControllate]
	case 3:
		avviso.Segregazione, avviso.Base = nav[1:3], nav[3:cifreControllate]
	default:
		return Avviso{}, formato("numeroAvviso", "la prima cifra del numero avviso deve essere 0, 1, 2 o 3")
	}
	if nav[cifreControllate:] != controllo(nav[:cifreControllate]) {
		return Avviso{}, digitazione("numeroAvviso", "le cifre di controllo non corrispondono: il codice è scritto male")
	}
	return avviso, nil
}

// Componi makes a notice number of aux 3, the only kind that may be issued, from the creditor's segregation code (two digits)
// and a base of 13 digits never used before.
func Componi(segregazione, base string) (Avviso, error) {
	if len(segregazione) != lunghezzaSegregativo || !codici.SoloCifre(segregazione) {
		return Avviso{}, formato("segregazione", "il codice di segregazione deve essere di due cifre")
	}
	if len(base) != lunghezzaBase || !codici.SoloCifre(base) {
		return Avviso{}, formato("base", "la base deve essere di 13 cifre")
	}
	prime := "3" + segregazione + base
	nav := prime + controllo(prime)
	return Avviso{Numero: nav, IUV: nav[1:], Aux: 3, Segregazione: segregazione, Base: base, Verificato: true}, nil
}

// Controllo computes the two check digits of a notice number from its first 16 digits: the
// remainder of their division by 93.
func Controllo(prime16 string) (string, error) {
	if len(prime16) != cifreControllate || !codici.SoloCifre(prime16) {
		return "", formato("numeroAvviso", "servono le prime 16 cifre del numero avviso")
	}
	return controllo(prime16), nil
}

func controllo(cifre string) string {
	resto := 0
	for i := range len(cifre) {
		resto = (resto*10 + int(cifre[i]-'0')) % modulo
	}
	return string([]byte{'0' + byte(resto/10), '0' + byte(resto%10)})
}

// Raggruppa writes a notice number as it is printed: groups of four separated by a blank,
// "3122 6112 0000 4711 64". Shorter or longer texts are grouped alike.
func Raggruppa(nav string) string {
	gruppi := make([]byte, 0, len(nav)+len(nav)/4)
	for i := range len(nav) {
		if i > 0 && i%4 == 0 {
			gruppi = append(gruppi, ' ')
		}
		gruppi = append(gruppi, nav[i])
	}
	return string(gruppi)
}
