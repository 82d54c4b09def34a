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
// an apostrophe before it, which reading takes away again, so that the text comes back as it was
// written, to the byte.
func Scrivi[R Riga](w io.Writer, colonne []string, righe []R) error {
	return tutte(NuovaPenna(w), colonne, righe)
}

func tutte[R Riga](penna *Penna, colonne []string, righe []R) error {
	if err := penna.Scrivi(colonne...); err != nil {
		return err
	}
	for _, r := range righe {
		if err := penna.Scrivi(r.Campi()...); err != nil {
			return err
		}
	}
	return penna.Chiudi()
}

// segno is the byte order mark, without which Excel takes «Forlì» for «ForlÃ¬», and that comes back with the next
// import.
const segno = "\ufeff"

// Penna writes every CSV that leaves the platform, row by row, as an office opens it: the byte order mark, semicolons, and
// no cell that a spreadsheet would run.
type Penna struct {
	uscita   io.Writer
	csv      *csv.Writer
	iniziata bool
}

// NuovaPenna writes to w. It holds rows back until Chiudi.
func NuovaPenna(w io.Writer) *Penna {
	p := &Penna{uscita: w, csv: csv.NewWriter(w)}
	p.csv.Comma = ';'
	return p
}

// Scrivi writes a row. The cells given are not changed.
func (p *Penna) Scrivi(celle ...string) error {
	if !p.iniziata {
		p.iniziata = true
		if _, err := io.WriteString(p.uscita, segno); err != nil {
			return err
		}
	}
	scritte := make([]string, len(celle))
	for i, c := range celle {
		scritte[i] = Cella(c)
	}
	return p.csv.Write(scritte)
}

// Chiudi writes the rows still in the buffer.
func (p *Penna) Chiudi() error {
	p.csv.Flush()
	return p.csv.Error()
}

// Impronta is a hash of the rows in the order given, whatever the mark of the file: sixteen hexadecimal digits.
func Impronta[R Riga](colonne []string, righe []R) string {
	h := sha256.New()
	penna := NuovaPenna(h)
	penna.iniziata = true
	if err := tutte(penna, colonne, righe); err != nil {
		return "" // a hash never fails to write
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// formula begins what spreadsheets run; the wide forms of East Asian keyboards count for some, and a tab
// or a carriage return before a formula is dropped by others.
const formula = "=+-@＝＋－＠\t\r"

// eseguibile reports a text that a spreadsheet would run, or that Cella has already marked.
func eseguibile(s string) bool {
	prima, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "'"))
	return strings.ContainsRune(formula, prima)
}

// Cella is a text as Penna writes it in a cell, for a stream whose caller reads bytes from the database.
func Cella(s string) string {
	if eseguibile(s) {
		return "'" + s
	}
	return s
}

// ripristina undoes Cella; a formula that somebody typed in bare is taken as the text it is.
func ripristina(s string) string {
	if strings.HasPrefix(s, "'") && eseguibile(s) {
		return s[1:]
	}
	return s
}
