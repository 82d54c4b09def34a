package main

import "strings"

// riga is a row of a table.
type riga struct {
	numero int // of the line, from 1
	celle  []string
}

// prova is the last cell of a row: what proves it.
func (r riga) prova() string { return r.celle[len(r.celle)-1] }

// leggiRighe reads the rows of the tables of a page, without their headings.
func leggiRighe(testo string) (righe []riga) {
	prima := ""
	for n, linea := range strings.Split(testo, "\n") {
		if strings.HasPrefix(linea, "|--") && len(righe) > 0 && strings.HasPrefix(prima, "|") {
			righe = righe[:len(righe)-1] // what stands above the line is the heading
		} else if strings.HasPrefix(linea, "|") {
			celle := strings.Split(strings.Trim(linea, "|"), "|")
			for i := range celle {
				celle[i] = strings.TrimSpace(celle[i])
			}
			righe = append(righe, riga{n + 1, celle})
		}
		prima = linea
	}
	return righe
}
