// Command licenze looks at the licence of every library in the programs, and of every package in their pages: one that
// is not among those that the EUPL 1.2 goes with, or that cannot be recognised, is named. It is run by make verify.
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
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "uso: licenze PACKAGE-LOCK PROGRAMMA…")
		os.Exit(2)
	}
	difetti, quante, err := esegui(os.Args[1], os.Args[2:])
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

func esegui(lock string, programmi []string) (difetti []string, quante int, err error) {
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
	var trovate []string
	for _, forma := range []string{"LICEN[CS]E*", "[Ll]icense*", "COPYING*", "UNLICENSE*"} {
		nomi, _ := filepath.Glob(filepath.Join(cartella, forma)) // the pattern is good
		for _, nome := range nomi {
			testo, err := os.ReadFile(nome)
			if err != nil { // a folder of licences
				continue
			}
			licenza := riconosci(testo)
			if licenza == "" {
				return "non si riconosce la licenza di " + filepath.Base(nome)
			}
			if !slices.Contains(ammesse(), licenza) {
				return licenza + " (" + filepath.Base(nome) + ") non è tra le licenze ammesse"
			}
			trovate = append(trovate, licenza)
		}
	}
	if trovate == nil {
		return "non ha un file di licenza"
	}
	return ""
}

// pacchetti judges the packages of a package-lock.json that the pages are made of, by the licence that each declares.
func pacchetti(lock []byte) (difetti []string, quanti int, err error) {
	var letto struct {
		Packages map[string]struct {
			License string
			Dev     bool
		}
	}
	if err := json.NewDecoder(bytes.NewReader(lock)).Decode(&letto); err != nil {
		return nil, 0, fmt.Errorf("package-lock.json: %w", err)
	}
	for _, nome := range slices.Sorted(maps.Keys(letto.Packages)) {
		p := letto.Packages[nome]
		if nome == "" || p.Dev { // our own, and what only the tests use
			continue
		}
		quanti++
		if !slices.Contains(ammesse(), p.License) && !slices.Contains(eccezioni(), nome) {
			difetti = append(difetti, fmt.Sprintf("%s: licenza %q non ammessa", nome, p.License))
		}
	}
	return difetti, quanti, nil
}
