// Package differenza compares two versions of a fixed table, row by row and cell by cell, so that a
// person sees what an import will do before it does it. Pure: no clock, no I/O.
package differenza

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// Riga is a row of a table that is imported and exported as CSV.
type Riga interface {
	// Chiave tells the row from every other of its table.
	Chiave() string
	// Campi are its cells in the order of the columns.
	Campi() []string
	// Decorrenza is the first day on which it holds.
	Decorrenza() calendario.Giorno
}

// Campo is a cell that differs.
type Campo struct {
	Nome  string `json:"nome"`
	Prima string `json:"prima"`
	Dopo  string `json:"dopo"`
}

// Variazione is a row that is added (every cell has only Dopo), changed (the cells that differ) or
// taken away (every cell has only Prima). Empty cells of added and removed rows are left out.
type Variazione struct {
	Chiave     string            `json:"chiave"`
	Decorrenza calendario.Giorno `json:"decorrenza"`
	Campi      []Campo           `json:"campi"`
}

// Rapporto is the difference between two versions, each list in the order of the keys.
type Rapporto struct {
	Aggiunte   []Variazione `json:"aggiunte"`
	Modificate []Variazione `json:"modificate"`
	Tolte      []Variazione `json:"tolte"`
	Invariate  int          `json:"invariate"`
}

// Vuoto reports that the two versions are the same.
func (r Rapporto) Vuoto() bool { return len(r.Aggiunte)+len(r.Modificate)+len(r.Tolte) == 0 }
