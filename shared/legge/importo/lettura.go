package importo

import (
	"strconv"
	"strings"
)

// cifreMassime of a sum, cents included: it fits in 64 bits.
const cifreMassime = 17

// Leggi reads euro as Cifre writes them, and without the dots between thousands or with one decimal or
// none: "1.234,56", "1234,5", "87". A dot is never a decimal mark; no sign, no currency.
func Leggi(testo string) (Cent, bool) {
	interi, decimali, virgola := strings.Cut(testo, ",")
	if virgola && (decimali == "" || len(decimali) > 2) {
		return 0, false
	}
	interi, ok := senzaMigliaia(interi)
	cifre := interi + (decimali + "00")[:2]
	if !ok || len(cifre) > cifreMassime || strings.Trim(cifre, "0123456789") != "" {
		return 0, false
	}
	cent, err := strconv.ParseInt(cifre, 10, 64)
	return Cent(cent), err == nil
}

// senzaMigliaia takes out the dots between thousands, where they stand where they should.
func senzaMigliaia(interi string) (string, bool) {
	gruppi := strings.Split(interi, ".")
	for i, g := range gruppi {
		if g == "" || i > 0 && len(g) != 3 || i == 0 && len(gruppi) > 1 && len(g) > 3 {
			return "", false
		}
	}
	return strings.Join(gruppi, ""), true
}
