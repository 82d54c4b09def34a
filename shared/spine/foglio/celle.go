package foglio

import (
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Celle reads the cells of one row by the name of their column and keeps the faults: the first of each
// field, so that a cell which is no number is not also told to be too small.
type Celle struct {
	colonne map[string]int
	linea   int
	celle   []string
	errori  []error
	difetti []string // the fields at fault
}

// Linea is the line of the file, 1 for the header.
func (c *Celle) Linea() int { return c.linea }

// Errori are the faults of this row so far.
func (c *Celle) Errori() []error { return c.errori }

// Errore adds a fault, unless the field already has one.
func (c *Celle) Errore(campo, motivo string) {
	if len(c.errori) == 0 {
		c.difetti = c.difetti[:0]
	}
	if !slices.Contains(c.difetti, campo) {
		c.difetti = append(c.difetti, campo)
		c.errori = append(c.errori, &ErroreRiga{Riga: c.linea, Campo: campo, Motivo: motivo})
	}
}

// Aggiungi adds the faults found in the row that was read.
func (c *Celle) Aggiungi(difetti []Difetto) {
	for _, d := range difetti {
		c.Errore(d.Campo, d.Motivo)
	}
}

// Testo is the cell without spaces around it and without the apostrophe of Scrivi; a cell that is not
// there, in a row cut short, is empty.
func (c *Celle) Testo(colonna string) string {
	i, esiste := c.colonne[colonna]
	if !esiste || i >= len(c.celle) {
		return ""
	}
	return ripristina(Rifila(c.celle[i]))
}

// Elenco splits the cell at spaces; an empty cell is nil.
func (c *Celle) Elenco(colonna string) []string {
	if voci := strings.Fields(c.Testo(colonna)); len(voci) > 0 {
		return voci
	}
	return nil
}

// SiNo reads "si" or "no"; anything else is a fault.
func (c *Celle) SiNo(colonna string) bool {
	switch c.Testo(colonna) {
	case "si":
		return true
	case "no":
		return false
	}
	c.Errore(colonna, `deve essere "si" o "no"`)
	return false
}

// Intero reads a whole number between 0 and massimo; anything else is a fault.
func (c *Celle) Intero(colonna string, massimo int) int {
	n, err := strconv.Atoi(c.Testo(colonna))
	if err != nil || n < 0 || n > massimo {
		c.Errore(colonna, "deve essere un numero intero tra 0 e "+strconv.Itoa(massimo))
		return 0
	}
	return n
}

// Giorno reads a day AAAA-MM-GG; an empty cell is no day, anything else a fault.
func (c *Celle) Giorno(colonna string) calendario.Giorno {
	var g calendario.Giorno
	if err := g.UnmarshalText([]byte(c.Testo(colonna))); err != nil {
		c.Errore(colonna, "deve essere una data AAAA-MM-GG")
	}
	return g
}
