// Command controlla looks at every file that git tracks, or would track, for what must never be delivered:
// secrets, certificates, names of one machine, files of third parties. It is run by make verify.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "uso: controlla CARTELLA")
		os.Exit(2)
	}
	trovati, err := esegui(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "controlla:", err)
		os.Exit(2)
	}
	for _, t := range trovati {
		fmt.Fprintln(os.Stderr, t)
	}
	if len(trovati) > 0 {
		os.Exit(1)
	}
}

// esegui checks the files of the repository at radice and returns what it found, in the order of the files.
func esegui(radice string) ([]Trovato, error) {
	ammessi, err := leggiAmmessi(filepath.Join(radice, ".tools", "controlla", "ammessi.txt"))
	if err != nil {
		return nil, err
	}
	nomi, err := fileDiGit(radice)
	if err != nil {
		return nil, err
	}
	regole := append(regoleFisse(), regoleDellaMacchina()...)
	var trovati []Trovato
	for _, nome := range nomi {
		contenuto, err := leggi(filepath.Join(radice, nome))
		if err != nil {
			return nil, err
		}
		trovati = append(trovati, esamina(regole, ammessi, nome, contenuto)...)
	}
	return append(trovati, ammessi.inutili(nomi)...), nil
}
