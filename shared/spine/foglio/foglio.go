// Package foglio reads and writes the CSV files of the fixed tables as an office handles them: cells
// separated by semicolons, a byte order mark, Windows line ends, faults told by line and column, and no
// cell that a spreadsheet would run as a formula. Pure but for the reader and the writer it is given.
package foglio

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	maxByte   = 16 << 20
	maxErrori = 100
)

// Riga is a row of a table that knows its own cells.
type Riga interface {
	// Campi are the cells in the order of the columns, in a slice of their own.
	Campi() []string
	// Chiave tells the row from every other of its table.
	Chiave() string
}

// Voce is a row and the line of the file it was read from, 0 when it comes from elsewhere.
type Voce[R Riga] struct {
	Riga  R
	Linea int
}

// Voci joins rows that come from no file.
func Voci[R Riga](righe []R) []Voce[R] {
	voci := make([]Voce[R], len(righe))
	for i, r := range righe {
		voci[i].Riga = r
	}
	return voci
}

// Errore is an *ErroreRiga that names the line of the row, or its key where it has none.
func (v Voce[R]) Errore(campo, motivo string) error {
	if v.Linea > 0 {
		return &ErroreRiga{Riga: v.Linea, Campo: campo, Motivo: motivo}
	}
	return &ErroreRiga{Chiave: v.Riga.Chiave(), Campo: campo, Motivo: motivo}
}

// Scrivi writes header and rows as Forma reads them. A text that a spreadsheet would run is written with
// an apostrophe before it; reading takes the apostrophe away again, so that what is read is what was
// written, to the byte.
func Scrivi[R Riga](w io.Writer, colonne []string, righe []R) error {
	penna := Penna(w)
	if err := penna.Write(colonne); err != nil {
		return err
	}
	for _, r := range righe {
		celle := r.Campi()
		for i, c := range celle {
			celle[i] = neutralizza(c)
		}
		if err := penna.Write(celle); err != nil {
			return err
		}
	}
	penna.Flush()
	return penna.Error()
}

// Penna writes rows as an office opens them, for a caller whose rows are too many to be in memory: each cell through Cella.
func Penna(w io.Writer) *csv.Writer {
	penna := csv.NewWriter(w)
	penna.Comma = ';'
	return penna
}

// Impronta is a hash of the rows in the order given: sixteen hexadecimal digits.
func Impronta[R Riga](colonne []string, righe []R) string {
	h := sha256.New()
	if err := Scrivi(h, colonne, righe); err != nil {
		return "" // a hash never fails to write
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// formula begins what spreadsheets run; the wide forms of East Asian keyboards count for some, and a tab
// or a carriage return before a formula is dropped by others.
const formula = "=+-@＝＋－＠\t\r"

// eseguibile reports a text that a spreadsheet would run, or one that neutralizza has already marked.
func eseguibile(s string) bool {
	prima, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "'"))
	return strings.ContainsRune(formula, prima)
}

// Cella is a text as Scrivi writes it in a cell, for a caller who writes rows of his own.
func Cella(s string) string { return neutralizza(s) }

func neutralizza(s string) string {
	if eseguibile(s) {
		return "'" + s
	}
	return s
}

// ripristina undoes neutralizza; a formula that somebody typed in bare is taken as the text it is.
func ripristina(s string) string {
	if strings.HasPrefix(s, "'") && eseguibile(s) {
		return s[1:]
	}
	return s
}
