package foglio

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Difetto is a fault of one field of a row. Motivo is an Italian sentence without a full stop.
type Difetto struct {
	Campo  string
	Motivo string
}

// Difetti collects what a single row cannot be.
type Difetti []Difetto

// Esigi adds the fault unless the rule holds.
func (d *Difetti) Esigi(vale bool, campo, motivo string) {
	if !vale {
		*d = append(*d, Difetto{Campo: campo, Motivo: motivo})
	}
}

// Controlla asks every row for its faults and joins them as Unisci does: for rows that Forma did not read.
func Controlla[R Riga](voci []Voce[R], difetti func(R) Difetti) error {
	var errori []error
	for _, v := range voci {
		for _, d := range difetti(v.Riga) {
			errori = append(errori, v.Errore(d.Campo, d.Motivo))
		}
	}
	return Unisci(errori)
}

// TestoPulito reports that a text survives being written and read: UTF-8, at most massimo characters,
// nothing invisible but spaces, and none of those at either end.
func TestoPulito(s string, massimo int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= massimo &&
		strings.IndexFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }) < 0 && strings.TrimSpace(s) == s
}

// CodiceValido reports a key that may stand in a URL as it is: from 1 to massimo ASCII letters, digits or
// hyphens.
func CodiceValido(codice string, massimo int) bool {
	estraneo := func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return codice != "" && len(codice) <= massimo && strings.IndexFunc(codice, estraneo) < 0
}
