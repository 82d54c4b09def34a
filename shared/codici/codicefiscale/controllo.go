package codicefiscale

import "github.com/piattaforma-verbali/verbali/shared/codici"

// valoriDispari are the weights of A to Z, and of 0 to 9 as A to J, at odd places (first, third …)
// of a person's code. D.M. 23/12/1976 n. 13813.
const valoriDispari = "\x01\x00\x05\x07\x09\x0d\x0f\x11\x13\x15\x02\x04\x12\x14\x0b\x03\x06\x08\x0c\x0e\x10\x0a\x16\x19\x18\x17"

// LetteraControllo computes the last character from the fifteen that precede it, as they are
// written (omocodia letters count as letters). ok is false unless they are fifteen capital
// letters or digits.
//
// The letter guarantees that, within the pattern of a code, any one wrong character is caught, and
// any swap of two neighbours, except W with Y in the names and, in a code of omocodia, M with S or
// N with T in the last two places.
func LetteraControllo(quindici string) (lettera byte, ok bool) {
	if len(quindici) != lunghezzaPersona-1 {
		return 0, false
	}
	var codice persona
	copy(codice[:], quindici)
	return codice.controllo()
}

// persona are the sixteen characters of a person's code.
type persona [lunghezzaPersona]byte

func (p *persona) controllo() (lettera byte, ok bool) {
	somma := 0
	for i := range lunghezzaPersona - 1 {
		valore, ok := valorePari(p[i])
		if !ok {
			return 0, false
		}
		// The first place of the decree is index 0: odd places have even indexes.
		if i%2 == 0 {
			valore = int(valoriDispari[valore])
		}
		somma += valore
	}
	return 'A' + byte(somma%26), true
}

// conControllo writes the code with its last letter computed again.
func (p *persona) conControllo() string {
	p[lunghezzaPersona-1], _ = p.controllo()
	return string(p[:])
}

func valorePari(c byte) (int, bool) {
	switch {
	case codici.Cifra(c):
		return int(c - '0'), true
	case codici.Lettera(c):
		return int(c - 'A'), true
	}
	return 0, false
}

// CifraControllo computes the eleventh digit of a VAT number or of an eleven-digit tax code: digits
// at odd places as they are, at even places doubled, minus nine above nine; the total must end in
// 0. ok is false unless dieci is ten digits.
func CifraControllo(dieci string) (cifra byte, ok bool) {
	if len(dieci) != lunghezzaNumerico-1 {
		return 0, false
	}
	somma := 0
	for i := range len(dieci) {
		if !codici.Cifra(dieci[i]) {
			return 0, false
		}
		valore := int(dieci[i] - '0')
		if i%2 == 1 {
			if valore *= 2; valore > 9 {
				valore -= 9
			}
		}
		somma += valore
	}
	return '0' + byte((10-somma%10)%10), true
}
