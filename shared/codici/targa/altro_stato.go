package targa

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

const (
	forseVaticana    = "forse targa vaticana: indicare la nazione (V)"
	forseSammarinese = "forse targa sammarinese: indicare la nazione (RSM)"
)

// altroStato is the remark on a plate without a country that has a shape of the two States inside Italy:
// SCV or CV and up to five figures; RSM before the number, or one letter and three or four figures.
func altroStato(chiave string) string {
	for _, prefisso := range []string{"SCV", "CV"} {
		if cifre, c := strings.CutPrefix(chiave, prefisso); c && cifre != "" && len(cifre) <= 5 && codici.SoloCifre(cifre) {
			return forseVaticana
		}
	}
	numero, conSigla := strings.CutPrefix(chiave, "RSM")
	if numero == "" {
		return ""
	}
	cifre := strings.TrimLeft(numero[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + numero[1:]
	if !codici.SoloCifre(cifre) || cifre == "" || len(cifre) > 5 {
		return ""
	}
	if conSigla || len(cifre) == len(numero)-1 && (len(cifre) == 3 || len(cifre) == 4) {
		return forseSammarinese
	}
	return ""
}
