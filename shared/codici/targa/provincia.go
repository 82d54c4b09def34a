package targa

import "strings"

const (
	// province1999 are the provinces when the motorcycle series began (5 July 1999): its pairs
	// skip them. Includes FO and PS, renamed later, and the eight born in 1992.
	province1999 = " AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BZ CA CB CE CH CL CN CO CR CS CT CZ" +
		" EN FE FG FI FO FR GE GO GR IM IS KR LC LE LI LO LT LU MC ME MI MN MO MS MT NA NO NU OR PA PC" +
		" PD PE PG PI PN PO PR PS PT PV PZ RA RC RE RG RI RM RN RO SA SI SO SP SR SS SV TA TE TN TO TP" +
		" TR TS TV UD VA VB VC VE VI VR VT VV "
	// provinceCessate had plates and were dissolved or renamed before 1999: Fiume, Pola, Zara,
	// Apuania.
	provinceCessate = " FU PL ZA AU "
	roma            = "ROMA"
	massimoNumero   = 6
)

// ProvinciaStorica says whether two capital letters marked a province on a plate or a driving
// licence at any time up to 1999, dissolved ones included. Rome is RM here; on plates it is also
// written in full.
func ProvinciaStorica(sigla string) bool {
	return provinciaNel1999(sigla) || siglaIn(provinceCessate, sigla)
}

func provinciaNel1999(sigla string) bool { return siglaIn(province1999, sigla) }

func siglaIn(elenco, sigla string) bool {
	if len(sigla) != 2 || !classeDi('a', sigla[0]) || !classeDi('a', sigla[1]) {
		return false
	}
	return strings.Contains(elenco, sigla)
}

// provinciale says whether s is a plate of before 1994 (motorcycles: 1999): province, then one to
// six characters, all digits or digits with one letter among them.
func provinciale(s string) bool {
	numero, ok := dopoProvincia(s)
	return ok && numeroProvinciale(numero)
}

func dopoProvincia(s string) (string, bool) {
	if numero, ok := strings.CutPrefix(s, roma); ok {
		return numero, true
	}
	if len(s) > 2 && ProvinciaStorica(s[:2]) {
		return s[2:], true
	}
	return "", false
}

func numeroProvinciale(numero string) bool {
	if numero == "" || len(numero) > massimoNumero {
		return false
	}
	lettere := 0
	for i := range len(numero) {
		switch c := numero[i]; {
		case classeDi('d', c):
		case classeDi('a', c) && c != 'I' && c != 'O' && c != 'Q':
			lettere++
		default:
			return false
		}
	}
	return lettere == 0 || lettere == 1 && len(numero) > 1
}
