package utilita

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// cifreMassime of a number, decimals included: it fits in 64 bits.
const cifreMassime = 17

// Numero is a number of JSON as it was written, so that no figure passes through binary fractions.
type Numero string

// UnmarshalJSON takes a number as it stands; anything else is a *json.UnmarshalTypeError.
func (n *Numero) UnmarshalJSON(dati []byte) error {
	if specie := nonNumero(dati); specie != "" {
		return &json.UnmarshalTypeError{Value: specie, Type: reflect.TypeFor[Numero]()}
	}
	*n = Numero(dati)
	return nil
}

// nonNumero names the type of a value that is no number, as encoding/json does.
func nonNumero(dati []byte) string {
	switch dati[0] {
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case '[':
		return "array"
	case '{':
		return "object"
	}
	return ""
}

// scala gives the number times ten to the power of decimali, exact. Zeros after the last decimal
// admitted do not count. motivo says why it cannot be.
func (n Numero) scala(decimali int) (valore int64, motivo string) {
	interi, frazione, _ := strings.Cut(string(n), ".")
	frazione = strings.TrimRight(frazione, "0")
	switch {
	case strings.ContainsAny(string(n), "eE"):
		return 0, "scrivere il numero per esteso, senza esponente"
	case len(frazione) > decimali && decimali == 0:
		return 0, "deve essere un numero intero, senza decimali"
	case len(frazione) > decimali:
		return 0, fmt.Sprintf("può avere al massimo %d decimale", decimali)
	}
	cifre := interi + frazione + strings.Repeat("0", decimali-len(frazione))
	if len(strings.TrimPrefix(cifre, "-")) > cifreMassime {
		return 0, "numero troppo grande"
	}
	valore, err := strconv.ParseInt(cifre, 10, 64)
	if err != nil {
		return 0, "non è un numero"
	}
	return valore, ""
}
