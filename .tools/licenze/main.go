// Command licenze looks at the licence of every library in the programs, and of every package in their pages: one that
// is not among those that the EUPL 1.2 goes with, or that cannot be recognised, is named. It is run by make verify; make
// distinta has it write the bill of materials too.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	argomenti, file := os.Args[1:], ""
	if len(argomenti) > 1 && argomenti[0] == "--distinta" {
		file, argomenti = argomenti[1], argomenti[2:]
	}
	if len(argomenti) < 2 {
		fmt.Fprintln(os.Stderr, "uso: licenze [--distinta FILE] PACKAGE-LOCK PROGRAMMA…")
		os.Exit(2)
	}
	difetti, quante, err := esegui(file, argomenti[0], argomenti[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "licenze:", err)
		os.Exit(2)
	}
	for _, d := range difetti {
		fmt.Fprintln(os.Stderr, "licenze:", d)
	}
	if len(difetti) > 0 {
		os.Exit(1)
	}
	fmt.Printf("licenze: %d librerie, tutte compatibili\n", quante)
}

// esegui judges the licences, and writes the bill of materials to file unless that is empty.
func esegui(file, lock string, programmi []string) (difetti []string, quante int, err error) {
	cartelle := map[string]string{}
	for _, p := range programmi {
		if err := moduli(p, cartelle); err != nil {
			return nil, 0, err
		}
	}
	for _, nome := range slices.Sorted(maps.Keys(cartelle)) {
		if motivo := giudica(cartelle[nome]); motivo != "" {
			difetti = append(difetti, nome+": "+motivo)
		}
	}
	testo, err := os.ReadFile(lock)
	if err != nil {
		return nil, 0, err
	}
	dellePagine, n, err := pacchetti(testo)
	if err == nil && file != "" {
		err = scriviDistinta(file, cartelle, testo)
	}
	return append(difetti, dellePagine...), len(cartelle) + n, err
}

// moduli adds the modules whose packages are in a program, by path and version, with the folder of their files.
func moduli(programma string, cartelle map[string]string) error {
	const forma = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
	c := exec.Command("go", "list", "-deps", "-f", forma, ".")
	c.Dir, c.Stderr = programma, os.Stderr
	uscita, err := c.Output()
	if err != nil {
		return fmt.Errorf("go list in %s: %w", programma, err)
	}
	for riga := range strings.Lines(string(uscita)) {
		if nome, cartella, c := strings.Cut(strings.TrimSpace(riga), "\t"); c {
			cartelle[nome] = cartella
		}
	}
	return nil
}

// giudica reads the licences of a module; empty: all are good.
func giudica(cartella string) string {
	_, motivo := licenze(cartella)
	return motivo
}

// licenze are those of a module, by name; motivo is empty where all are good.
func licenze(cartella string) (trovate []string, motivo string) {
	for _, forma := range []string{"LICEN[CS]E*", "[Ll]icense*", "COPYING*", "UNLICENSE*"} {
		nomi, _ := filepath.Glob(filepath.Join(cartella, forma)) // the pattern is good
		for _, nome := range nomi {
			testo, err := os.ReadFile(nome)
			if err != nil { // a folder of licences
				continue
			}
			licenza := riconosci(testo)
			if licenza == "" {
				return trovate, "non si riconosce la licenza di " + filepath.Base(nome)
			}
			if !slices.Contains(ammesse(), licenza) {
				return trovate, licenza + " (" + filepath.Base(nome) + ") non è tra le licenze ammesse"
			}
			trovate = append(trovate, licenza)
		}
	}
	if trovate == nil {
		return nil, "non ha un file di licenza"
	}
	return trovate, ""
}

// pacchetto is a package of a package-lock.json.
type pacchetto struct {
	Version, License, Integrity string
	Dev                         bool
}

// leggiLock gives the packages that the pages are made of, by folder: not our own, nor those that only the tests use.
func leggiLock(lock []byte) (map[string]pacchetto, error) {
	var letto struct{ Packages map[string]pacchetto }
	if err := json.NewDecoder(bytes.NewReader(lock)).Decode(&letto); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	maps.DeleteFunc(letto.Packages, func(nome string, p pacchetto) bool { return nome == "" || p.Dev })
	return letto.Packages, nil
}

// pacchetti judges the packages of a package-lock.json that the pages are made of, by the licence that each declares.
func pacchetti(lock []byte) (difetti []string, quanti int, err error) {
	letti, err := leggiLock(lock)
	if err != nil {
		return nil, 0, err
	}
	for _, nome := range slices.Sorted(maps.Keys(letti)) {
		if p := letti[nome]; !slices.Contains(ammesse(), p.License) && !slices.Contains(eccezioni(), nome) {
			difetti = append(difetti, fmt.Sprintf("%s: licenza %q non ammessa", nome, p.License))
		}
	}
	return difetti, len(letti), nil
}
