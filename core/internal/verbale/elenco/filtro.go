package elenco

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// PerPagina is how many fines a page of the list has.
const PerPagina = 50

// Filtro is what an operator looks for. Zero fields do not filter.
type Filtro struct {
	Anno    int
	Numero  int64
	Lettera string
	Targa   string

	Procedura verbale.Procedura
	Coda      string               // codaDecidere, codaFermi, codaAttesa or codaRimborsi
	Anomalia  verbale.TipoAnomalia // kind of an open anomaly
	Motivo    verbale.Avvertenza   // what holds a fine that waits to be validated, or senzaAvvertenze

	Dopo Posto // the last fine of the page before

	Propri []string // not nil: only fines that an officer with one of these numbers ascertained
}

// Posto is a place in the list: fines are in order of violation, the newest first, those that wait to be validated the
// oldest first.
type Posto struct {
	Data time.Time
	ID   uuid.UUID
}

// LeggiFiltro reads the fields of the search form. numero is written as on paper: 123, 123/A,
// 123/2026, 123/A/2026, the year also first. The faults are named by field.
func LeggiFiltro(numero, targaScritta, cursore string) (Filtro, error) {
	var guasti []problem.Campo
	f, buono := leggiNumero(numero)
	if !buono {
		guasti = append(guasti, problem.Campo{Campo: "numero", Messaggio: "si scrive come sul verbale: 123, 123/A oppure 123/A/2026"})
	}
	if f.Targa = targa.Chiave(targaScritta); len(f.Targa) > 20 {
		guasti = append(guasti, problem.Campo{Campo: "targa", Messaggio: "è troppo lunga"})
	}
	if f.Dopo, buono = LeggiPosto(cursore); !buono {
		guasti = append(guasti, problem.Campo{Campo: "dopo", Messaggio: "non è un segnaposto di questo elenco"})
	}
	if guasti != nil {
		return Filtro{}, problem.NonValido(guasti...)
	}
	return f, nil
}

// leggiNumero reads the call number of a fine; false when it is not one.
func leggiNumero(scritto string) (f Filtro, buono bool) {
	var cifre []int64
	for _, parte := range strings.FieldsFunc(scritto, func(r rune) bool { return r == '/' || r == '-' || r == ' ' }) {
		n, err := strconv.ParseInt(parte, 10, 64)
		switch {
		case err == nil && n > 0 && n <= 9_999_999_999:
			cifre = append(cifre, n)
		case err != nil && f.Lettera == "" && serie(parte):
			f.Lettera = strings.ToUpper(parte)
		default:
			return Filtro{}, false
		}
	}
	switch len(cifre) {
	case 0:
		return f, f.Lettera == ""
	case 1:
		f.Numero = cifre[0]
		return f, true
	case 2:
		f.Numero, f.Anno, buono = numeroEAnno(cifre[0], cifre[1])
		return f, buono
	}
	return Filtro{}, false
}

// numeroEAnno tells the year from the number: the year is the second, or the first when only that
// can be one.
func numeroEAnno(primo, secondo int64) (numero int64, anno int, buono bool) {
	puo := func(n int64) bool { return n >= 1900 && n <= 2999 }
	switch {
	case puo(secondo):
		return primo, int(secondo), true
	case puo(primo):
		return secondo, int(primo), true
	}
	return 0, 0, false
}

// serie reports whether a word may be the letters of a series.
func serie(parola string) bool {
	return len(parola) <= 3 && strings.Trim(strings.ToUpper(parola), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// String is the place as it travels in an address.
func (p Posto) String() string {
	if p.ID == uuid.Nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(append(strconv.AppendInt(nil, p.Data.UnixMicro(), 10), p.ID[:]...))
}

// LeggiPosto reads what String wrote; empty is the beginning.
func LeggiPosto(s string) (Posto, bool) {
	if s == "" {
		return Posto{}, true
	}
	grezzo, err := base64.RawURLEncoding.DecodeString(s)
	taglio := len(grezzo) - len(uuid.UUID{})
	if err != nil || taglio < 1 {
		return Posto{}, false
	}
	micro, err := strconv.ParseInt(string(grezzo[:taglio]), 10, 64)
	if err != nil || micro < 0 || micro > 253_402_300_799_000_000 { // beyond, PostgreSQL's and Go's years part
		return Posto{}, false
	}
	return Posto{Data: time.UnixMicro(micro).UTC(), ID: uuid.UUID(grezzo[taglio:])}, true
}
