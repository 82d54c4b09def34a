// Command sicurezza holds docs/sicurezza.md and asvs.csv, the answers to OWASP's standard, to the code: every test and every file
// that they name is there, no cell of the page is an essay, and every link between pages leads somewhere. It is run by make verify. With --asvs it prints the answers as a page instead (make asvs).
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"
)

func main() {
	argomenti := os.Args[1:]
	stampa := len(argomenti) == 2 && argomenti[0] == "--asvs"
	if !stampa && len(argomenti) != 1 {
		fmt.Fprintln(os.Stderr, "uso: sicurezza [--asvs] CARTELLA")
		os.Exit(2)
	}
	radice := argomenti[len(argomenti)-1]
	if stampa {
		pagina, err := stampaAsvs(radice)
		if err != nil {
			fmt.Fprintln(os.Stderr, "sicurezza:", err)
			os.Exit(2)
		}
		fmt.Print(pagina)
		return
	}
	trovati, err := esegui(radice)
	if err != nil {
		fmt.Fprintln(os.Stderr, "sicurezza:", err)
		os.Exit(2)
	}
	for _, t := range trovati {
		fmt.Fprintln(os.Stderr, t)
	}
	if len(trovati) > 0 {
		os.Exit(1)
	}
}

// The files, from the root.
const (
	paginaPorte = "docs/sicurezza.md"
	fileAsvs    = ".tools/sicurezza/asvs.csv"
)

// esegui reads both files of the repository at radice, and the links of all its pages, and returns what is wrong with them.
func esegui(radice string) ([]string, error) {
	codice, err := leggiCodice(radice)
	if err != nil {
		return nil, err
	}
	testo, err := os.ReadFile(filepath.Join(radice, filepath.FromSlash(paginaPorte)))
	if err != nil {
		return nil, err
	}
	porte := leggiRighe(string(testo))
	trovati := append(codice.guastiDi(paginaPorte, porte), lunghe(porte)...)
	requisiti, err := leggiAsvs(radice)
	if err != nil {
		return nil, err
	}
	trovati = append(trovati, codice.guastiDi(fileAsvs, requisiti)...)
	trovati = append(trovati, codice.giudica(requisiti)...)
	rotti, err := collegamentiRotti(radice)
	return append(trovati, rotti...), err
}

// massima is the length of a cell that a person still reads at a glance.
const massima = 300

// lunghe are the cells of the page that should be two rows.
func lunghe(righe []riga) (trovati []string) {
	for _, r := range righe {
		for _, c := range r.celle {
			if n := utf8.RuneCountInString(c); n > massima {
				trovati = append(trovati, fmt.Sprintf("%s:%d: una cella di %d caratteri, al più %d", paginaPorte, r.numero, n, massima))
			}
		}
	}
	return trovati
}

// guastiDi are the tests and files that the rows of a file name and that are not there.
func (c *codice) guastiDi(nome string, righe []riga) (trovati []string) {
	if len(righe) == 0 {
		trovati = append(trovati, nome+": nessuna tabella")
	}
	for _, r := range righe {
		for _, guasto := range c.guasti(r.prova()) {
			trovati = append(trovati, fmt.Sprintf("%s:%d: %s", nome, r.numero, guasto))
		}
	}
	return trovati
}
