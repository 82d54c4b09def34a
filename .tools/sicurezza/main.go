// Command sicurezza holds docs/sicurezza.md and docs/asvs.md to the code: every test and every file that they name is
// there, and the numbers that asvs.md begins with are those of its rows. It is run by make verify.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "uso: sicurezza CARTELLA")
		os.Exit(2)
	}
	trovati, err := esegui(os.Args[1])
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

// The pages, from the root.
const (
	paginaPorte = "docs/sicurezza.md"
	paginaAsvs  = "docs/asvs.md"
)

// esegui reads both pages of the repository at radice and returns what is wrong with them, in their order.
func esegui(radice string) ([]string, error) {
	codice, err := leggiCodice(radice)
	if err != nil {
		return nil, err
	}
	var trovati []string
	for _, nome := range []string{paginaPorte, paginaAsvs} {
		testo, err := os.ReadFile(filepath.Join(radice, filepath.FromSlash(nome)))
		if err != nil {
			return nil, err
		}
		righe := leggiRighe(string(testo))
		if len(righe) == 0 {
			trovati = append(trovati, nome+": nessuna tabella")
		}
		for _, r := range righe {
			for _, guasto := range codice.guasti(r.prova()) {
				trovati = append(trovati, fmt.Sprintf("%s:%d: %s", nome, r.numero, guasto))
			}
		}
		if nome == paginaAsvs {
			trovati = append(trovati, codice.giudica(string(testo), righe)...)
		}
	}
	return trovati, nil
}
