package storico

import (
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// forma is how a file writes its days.
type forma struct {
	modello          string
	anno, mese, gior int // where each begins
}

func nuovaForma(modello string) (forma, bool) {
	f := forma{modello: modello, anno: strings.Index(modello, "AAAA"), mese: strings.Index(modello, "MM"), gior: strings.Index(modello, "GG")}
	resto := strings.NewReplacer("AAAA", "", "MM", "", "GG", "").Replace(modello)
	return f, f.anno >= 0 && f.mese >= 0 && f.gior >= 0 && len(modello)-len(resto) == len("AAAAMMGG") && strings.Trim(resto, " -/.") == ""
}

// leggi reads a day, all its figures and nothing else.
func (f forma) leggi(testo string) (calendario.Giorno, bool) {
	if len(testo) != len(f.modello) {
		return calendario.Giorno{}, false
	}
	for i := range len(testo) {
		switch c := f.modello[i]; c {
		case 'A', 'M', 'G':
			if testo[i] < '0' || testo[i] > '9' {
				return calendario.Giorno{}, false
			}
		default:
			if testo[i] != c {
				return calendario.Giorno{}, false
			}
		}
	}
	g, err := calendario.Nuovo(cifre(testo[f.anno:f.anno+4]), time.Month(cifre(testo[f.mese:f.mese+2])), cifre(testo[f.gior:f.gior+2]))
	return g, err == nil
}

func cifre(testo string) (n int) {
	for i := range len(testo) {
		n = 10*n + int(testo[i]-'0')
	}
	return n
}

const (
	decimali       = 2
	cifreDiImporto = 13 // with the decimals: more than any fine, and no sum of them leaves 64 bits
)

// leggiImporto reads euro with two decimals and no sign, no currency, no thousands: "35.00". Exactly two,
// so that a line that was cut there is seen.
func leggiImporto(testo string, segno byte) (importo.Cent, bool) {
	punto := len(testo) - decimali - 1
	if punto < 1 || punto+decimali > cifreDiImporto || testo[punto] != segno {
		return 0, false
	}
	var c importo.Cent
	for i := range len(testo) {
		if i == punto {
			continue
		}
		if testo[i] < '0' || testo[i] > '9' {
			return 0, false
		}
		c = 10*c + importo.Cent(testo[i]-'0')
	}
	return c, true
}
