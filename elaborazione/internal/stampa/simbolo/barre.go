package simbolo

import (
	"errors"
	"fmt"
)

// disegniCifre are the five elements of each digit in 2 of 5: a bit for each, 1 wide.
const disegniCifre = "\x06\x11\x09\x18\x05\x14\x0c\x03\x12\x0a"

// Interleaved25 writes an even number of digits in Interleaved 2 of 5 (ISO/IEC 16390), without check
// digit: the elements from the left, bar and space by turns, true where wide.
func Interleaved25(cifre string) ([]bool, error) {
	if len(cifre)%2 != 0 || cifre == "" {
		return nil, fmt.Errorf("simbolo: le cifre da scrivere in barre sono %d, devono essere pari", len(cifre))
	}
	elementi := make([]bool, 4, 7+5*len(cifre)) // the start is four narrow elements
	for i := 0; i < len(cifre); i += 2 {
		if !cifra(cifre[i]) || !cifra(cifre[i+1]) {
			return nil, errors.New("simbolo: il codice a barre è fatto di sole cifre")
		}
		barre, spazi := disegniCifre[cifre[i]-'0'], disegniCifre[cifre[i+1]-'0']
		for b := 4; b >= 0; b-- {
			elementi = append(elementi, barre>>b&1 == 1, spazi>>b&1 == 1)
		}
	}
	return append(elementi, true, false, false), nil
}
