package sanzione

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

//go:embed sanzioni.csv
var iniziale []byte

// Tabella is a whole table of violations. It never changes after loading and may be shared.
type Tabella struct {
	righe    []Sanzione
	versione string
	codici   map[string][]int // rows of a codice, by ValidoDa
	articoli map[string][]int // rows of an article, in file order
}

// Iniziale loads the table compiled into the program. It parses at every call: keep the result.
func Iniziale() *Tabella {
	t, err := Carica(bytes.NewReader(iniziale))
	if err != nil {
		panic(err) // cannot happen: a test loads the embedded file
	}
	return t
}

// Carica reads a table from CSV as Scrivi writes it. The error joins an *ErroreRiga for every fault
// found (at most 100); nothing is loaded then.
func Carica(r io.Reader) (*Tabella, error) {
	righe, err := leggi(r)
	if err != nil {
		return nil, err
	}
	return Nuova(righe)
}

// Nuova makes a table of rows that were read before; it checks what no single row shows.
func Nuova(righe []Sanzione) (*Tabella, error) {
	t := &Tabella{righe: righe, codici: map[string][]int{}, articoli: map[string][]int{}}
	for i, s := range righe {
		t.codici[s.Codice] = append(t.codici[s.Codice], i)
		chiave := strings.ToLower(s.Articolo)
		t.articoli[chiave] = append(t.articoli[chiave], i)
	}
	if err := t.controlla(); err != nil {
		return nil, err
	}
	t.versione = t.impronta()
	return t, nil
}

// Versione is a hash of the content: sixteen hexadecimal digits, equal for equal rows in any order.
func (t *Tabella) Versione() string { return t.versione }

// Tutte returns every row, in the order of the file.
func (t *Tabella) Tutte() []Sanzione { return slices.Clone(t.righe) }

// Cerca finds the row of a codice in force on the day of the violation.
func (t *Tabella) Cerca(codice string, violazione calendario.Giorno) (Sanzione, bool) {
	for _, i := range t.codici[codice] {
		if t.inVigore(i, violazione) {
			return t.righe[i], true
		}
	}
	return Sanzione{}, false
}

// inVigore reports that the row holds on the day and no later row of the same codice does.
func (t *Tabella) inVigore(i int, giorno calendario.Giorno) bool {
	s := t.righe[i]
	if giorno.Before(s.ValidoDa) || !s.ValidoA.IsZero() && giorno.After(s.ValidoA) {
		return false
	}
	for _, j := range t.codici[s.Codice] {
		altra := t.righe[j]
		if altra.ValidoDa.After(s.ValidoDa) && !giorno.Before(altra.ValidoDa) {
			return false
		}
	}
	return true
}

// controlla checks what no single row shows: codes repeated or overlapping in time, bases missing.
func (t *Tabella) controlla() error {
	var errori []error
	for _, indici := range t.codici {
		slices.SortStableFunc(indici, func(a, b int) int { return t.righe[a].ValidoDa.DiffDays(t.righe[b].ValidoDa) })
		for k := 1; k < len(indici); k++ {
			prima, dopo := t.righe[indici[k-1]], t.righe[indici[k]]
			if prima.ValidoDa == dopo.ValidoDa || !prima.ValidoA.IsZero() && !prima.ValidoA.Before(dopo.ValidoDa) {
				errori = append(errori, erroreRiga(indici[k]+2, "validoDa", "si sovrappone a un'altra riga di "+dopo.Codice))
			}
		}
	}
	for i, s := range t.righe {
		if s.Base == "" {
			continue
		}
		base, esiste := t.codici[s.Base]
		if !esiste || t.righe[base[0]].Base != "" || t.righe[base[0]].Articolo != s.Articolo {
			errori = append(errori, erroreRiga(i+2, "base", "non è il codice di una riga ordinaria dello stesso articolo"))
		}
	}
	return unisci(errori)
}

func (t *Tabella) impronta() string {
	righe := t.Tutte()
	slices.SortFunc(righe, func(a, b Sanzione) int {
		if c := strings.Compare(a.Codice, b.Codice); c != 0 {
			return c
		}
		return a.ValidoDa.DiffDays(b.ValidoDa)
	})
	h := sha256.New()
	if err := scrivi(h, righe); err != nil {
		return "" // a hash never fails to write
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// unisci joins at most 100 faults, by line.
func unisci(errori []error) error {
	slices.SortStableFunc(errori, func(a, b error) int { return riga(a) - riga(b) })
	return errors.Join(errori[:min(len(errori), maxErrori)]...)
}
