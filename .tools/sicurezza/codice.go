package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// codice is what the pages may name: the tests of each package, and any file.
type codice struct {
	radice  string
	prove   map[string][]string // names of the tests by folder, from the root
	servizi []string            // folders with a main.go and an internal/app
}

// dichiarata is the declaration of a test.
var dichiarata = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)

// leggiCodice finds the tests of the repository at radice.
func leggiCodice(radice string) (*codice, error) {
	c := &codice{radice: radice, prove: map[string][]string{}}
	err := filepath.WalkDir(radice, func(nome string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", ".locale", "node_modules"}, d.Name()):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(nome, "_test.go"):
			return nil
		}
		testo, err := os.ReadFile(nome)
		if err != nil {
			return err
		}
		cartella, err := filepath.Rel(radice, filepath.Dir(nome))
		cartella = filepath.ToSlash(cartella)
		for _, trovata := range dichiarata.FindAllStringSubmatch(string(testo), -1) {
			c.prove[cartella] = append(c.prove[cartella], trovata[1])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, cartella := range []string{"main.go", "internal/app"} {
		trovate, err := filepath.Glob(filepath.Join(radice, "*", filepath.FromSlash(cartella)))
		if err != nil {
			return nil, err
		}
		c.tieni(trovate)
	}
	return c, nil
}

// tieni keeps the services that are among the folders of these files; the first time it takes them all.
func (c *codice) tieni(trovate []string) {
	var nomi []string
	for _, t := range trovate {
		relativo, _ := filepath.Rel(c.radice, t)
		nome, _, _ := strings.Cut(filepath.ToSlash(relativo), "/")
		if c.servizi == nil || slices.Contains(c.servizi, nome) {
			nomi = append(nomi, nome)
		}
	}
	c.servizi = nomi
}

var (
	// citata is what stands between backquotes, with what follows it.
	citata = regexp.MustCompile("`([^`]+)`([^`]*)")
	// nomeProva is the name of a test.
	nomeProva = regexp.MustCompile(`^(Test|Fuzz)[A-Z]\w*$`)
)

// ovunque, after the name of a test, says that each service has one of that name.
const ovunque = " of every service"

// cita calls test for each test that a text names, with its packages, and file for each path. A test is of the package
// named before it in the same cell.
func (c *codice) cita(testo string, test func(nome string, pacchetti []string), file func(nome string)) {
	var pacchetto []string
	for _, m := range citata.FindAllStringSubmatch(testo, -1) {
		nome, dopo := m[1], m[2]
		switch {
		case nomeProva.MatchString(nome) && strings.HasPrefix(dopo, ovunque):
			test(nome, c.porte())
		case nomeProva.MatchString(nome):
			test(nome, pacchetto)
		case c.prove[nome] != nil:
			pacchetto = []string{nome}
		case c.percorso(nome):
			file(nome)
		}
	}
}

// porte are the packages that compose the services.
func (c *codice) porte() []string {
	tutte := make([]string, len(c.servizi))
	for i, s := range c.servizi {
		tutte[i] = path.Join(s, "internal/app")
	}
	return tutte
}

// percorso reports whether a word is meant as a path: it begins with an entry of the root.
func (c *codice) percorso(nome string) bool {
	primo, _, _ := strings.Cut(nome, "/")
	return primo != "" && !strings.ContainsAny(nome, " *{…") && c.esiste(primo)
}

func (c *codice) esiste(nome string) bool {
	_, err := os.Stat(filepath.Join(c.radice, filepath.FromSlash(nome)))
	return err == nil
}

// guasti are the tests and files that a text names and that are not there.
func (c *codice) guasti(testo string) (trovati []string) {
	c.cita(testo, func(nome string, pacchetti []string) {
		if len(pacchetti) == 0 {
			trovati = append(trovati, nome+": di quale pacchetto?")
		}
		for _, p := range pacchetti {
			if !slices.Contains(c.prove[p], nome) {
				trovati = append(trovati, fmt.Sprintf("%s: non c'è %s", p, nome))
			}
		}
	}, func(nome string) {
		if !c.esiste(nome) {
			trovati = append(trovati, "non c'è "+nome)
		}
	})
	return trovati
}

// prova reports whether a text names something that may be looked at: a test or a file.
func (c *codice) prova(testo string) (ce bool) {
	c.cita(testo, func(string, []string) { ce = true }, func(string) { ce = true })
	return ce
}
