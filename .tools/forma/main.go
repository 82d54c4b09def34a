// Command forma prints the shape of the tree: packages and lines of each module, the widest packages, and who imports each package of
// shared. Lines are those of Go written by hand, comments and blanks in, tests and generated files apart (make forma).
package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "uso: forma CARTELLA")
		os.Exit(2)
	}
	pacchetti, err := leggi(os.Args[1])
	if err == nil {
		err = stampa(os.Stdout, pacchetti)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "forma:", err)
		os.Exit(1)
	}
}

// pacchetto is a folder with Go files of production.
type pacchetto struct {
	nome        string // folder, from the root
	file, righe int
	importa     []string // folders of the workspace
}

const spazio = "github.com/piattaforma-verbali/verbali/"

var (
	generato = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	importo  = regexp.MustCompile(`(?m)^\s*(?:import )?(?:\w+ )?"` + regexp.QuoteMeta(spazio) + `([^"]+)"`)
)

// leggi reads the packages of the tree at radice, by name.
func leggi(radice string) ([]pacchetto, error) {
	tutti := map[string]*pacchetto{}
	err := filepath.WalkDir(radice, func(nome string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && nome != radice && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(nome) != ".go" || strings.HasSuffix(nome, "_test.go"):
			return nil
		}
		testo, err := os.ReadFile(nome)
		if err != nil || generato.Match(testo) {
			return err
		}
		cartella, err := filepath.Rel(radice, filepath.Dir(nome))
		cartella = filepath.ToSlash(cartella)
		p := tutti[cartella]
		if p == nil {
			p = &pacchetto{nome: cartella}
			tutti[cartella] = p
		}
		p.file++
		p.righe += strings.Count(string(testo), "\n")
		for _, m := range importo.FindAllStringSubmatch(string(testo), -1) {
			if !slices.Contains(p.importa, m[1]) {
				p.importa = append(p.importa, m[1])
			}
		}
		return err
	})
	var ordinati []pacchetto
	for _, p := range tutti {
		ordinati = append(ordinati, *p)
	}
	slices.SortFunc(ordinati, func(a, b pacchetto) int { return strings.Compare(a.nome, b.nome) })
	return ordinati, err
}

// modulo is the first folder of a package; the laboratory is a module of its own.
func modulo(nome string) string {
	if strings.HasPrefix(nome, "shared/laboratorio") {
		return "shared/laboratorio"
	}
	primo, _, _ := strings.Cut(nome, "/")
	return primo
}

// larghi are how many of the widest packages are printed.
const larghi = 20

func stampa(dove io.Writer, pacchetti []pacchetto) error {
	w := tabwriter.NewWriter(dove, 0, 0, 2, ' ', 0)
	somma := map[string]*pacchetto{}
	quanti := map[string]int{}
	importatori := map[string]int{}
	var moduli []string
	for _, p := range pacchetti {
		m := modulo(p.nome)
		if somma[m] == nil {
			somma[m] = &pacchetto{}
			moduli = append(moduli, m)
		}
		quanti[m]++
		somma[m].file += p.file
		somma[m].righe += p.righe
		for _, altro := range p.importa {
			importatori[altro]++
		}
	}
	fmt.Fprintln(w, "MODULE\tPACKAGES\tFILES\tLINES")
	for _, m := range moduli {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", m, quanti[m], somma[m].file, somma[m].righe)
	}
	fmt.Fprintln(w, "\nWIDEST PACKAGE\t\tFILES\tLINES")
	perRighe := slices.Clone(pacchetti)
	slices.SortStableFunc(perRighe, func(a, b pacchetto) int { return b.righe - a.righe })
	for _, p := range perRighe[:min(larghi, len(perRighe))] {
		fmt.Fprintf(w, "%s\t\t%d\t%d\n", p.nome, p.file, p.righe)
	}
	fmt.Fprintln(w, "\nPACKAGE OF SHARED\tIMPORTERS\tFILES\tLINES")
	for _, p := range pacchetti {
		if m := modulo(p.nome); m == "shared" {
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", path.Clean(p.nome), importatori[p.nome], p.file, p.righe)
		}
	}
	return w.Flush()
}
