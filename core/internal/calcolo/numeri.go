package calcolo

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// cifreMassime bounds the digits before the decimals: every number read fits in 64 bits with its cents.
const cifreMassime = 13

// leggiEuro reads a sum as people write it: "87", "87,5", "87.50", "1.234,56", "€ 12". A comma begins the
// cents; without one, a dot does so unless three digits follow it ("1.234" are thousands).
func leggiEuro(testo string) (importo.Cent, bool) {
	testo = strings.TrimSpace(strings.Trim(testo, "€ "))
	if i := strings.LastIndexByte(testo, '.'); i >= 0 && len(testo)-i-1 < 3 && !strings.Contains(testo, ",") {
		testo = testo[:i] + "," + testo[i+1:]
	}
	interi, _, _ := strings.Cut(testo, ",")
	if len(strings.ReplaceAll(interi, ".", "")) > cifreMassime {
		return 0, false
	}
	return importo.Leggi(testo)
}

// leggiDecimi reads a number with one decimal at most, after a comma or a dot, in tenths.
func leggiDecimi(testo string) (int, bool) {
	interi, decimale, virgola := strings.Cut(strings.ReplaceAll(testo, ",", "."), ".")
	if virgola && len(decimale) != 1 || interi == "" {
		return 0, false
	}
	return leggiCifre(interi + (decimale + "0")[:1])
}

// leggiCifre reads a number of digits alone.
func leggiCifre(testo string) (int, bool) {
	if testo == "" || len(testo) > cifreMassime+2 || strings.Trim(testo, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(testo)
	return n, err == nil
}

// chilometri writes tenths of km/h as people read them.
func chilometri(decimi int) string {
	return strconv.Itoa(decimi/10) + "," + strconv.Itoa(decimi%10) + " km/h"
}
