package sanzione

import (
	"bytes"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

//go:embed sanzioni.csv
var iniziale []byte

//go:embed precedente.csv
var precedenteScritta []byte

// tabellaPrecedente is the table that the program had until it was read again at the source: its amounts are wrong in places and
// price nothing, its citations say what a sender who wrote to it means.
//
//nolint:gochecknoglobals // made once: it never changes
var tabellaPrecedente = sync.OnceValue(func() *Tabella {
	t, err := Carica(bytes.NewReader(precedenteScritta))
	if err != nil {
		panic(err) // cannot happen: a test loads the embedded file
	}
	return t
})

// Tabella is a whole table of violations. It never changes after loading and may be shared.
type Tabella struct {
	righe    []Sanzione // in canonical order
	versione string
	codici   map[string][]int // rows of a codice, by ValidoDa
	articoli map[string][]int // rows of an article, in canonical order
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
	voci, err := leggi(r)
	if err != nil {
		return nil, err
	}
	return nuova(voci)
}

// Nuova makes a table of rows that were read before, in any order. They are checked as Carica checks them;
// the *ErroreRiga names the key of the row in place of a line.
func Nuova(righe []Sanzione) (*Tabella, error) {
	voci := foglio.Voci(righe)
	if err := foglio.Controlla(voci, Sanzione.difetti); err != nil {
		return nil, err
	}
	return nuova(voci)
}

// nuova puts rows that are good by themselves in canonical order and checks them as a whole.
func nuova(voci []voce) (*Tabella, error) {
	slices.SortStableFunc(voci, func(a, b voce) int { return confronta(a.Riga, b.Riga) })
	t := &Tabella{righe: make([]Sanzione, len(voci)), codici: map[string][]int{}, articoli: map[string][]int{}}
	for i, v := range voci {
		t.righe[i] = v.Riga.senzaVuoti()
		t.codici[v.Riga.Codice] = append(t.codici[v.Riga.Codice], i)
		if v.Riga.Ritirata() {
			continue // found by its codice alone
		}
		chiave := strings.ToLower(v.Riga.Articolo)
		t.articoli[chiave] = append(t.articoli[chiave], i)
	}
	for _, indici := range t.codici {
		slices.SortStableFunc(indici, func(a, b int) int { return t.righe[a].ValidoDa.DiffDays(t.righe[b].ValidoDa) })
	}
	if err := t.controllaTabella(voci); err != nil {
		return nil, err
	}
	t.versione = t.impronta()
	return t, nil
}

// impronta is the hash of the rows; of rows that say nothing in the later columns, what it was before there were those,
// so that a version kept since then still has its name.
func (t *Tabella) impronta() string {
	prime := make([]rigaPrima, len(t.righe))
	for i, s := range t.righe {
		campi := s.Campi()
		if slices.ContainsFunc(campi[len(colonnePrime()):], func(c string) bool { return c != "" }) {
			return foglio.Impronta(Colonne(), t.righe)
		}
		prime[i] = rigaPrima{s}
	}
	return foglio.Impronta(colonnePrime(), prime)
}

// rigaPrima is a row with the columns that there were at first.
type rigaPrima struct{ Sanzione }

// Campi are the cells of those columns.
func (r rigaPrima) Campi() []string { return r.Sanzione.Campi()[:len(colonnePrime())] }

// senzaVuoti has nil for the empty lists, as a row read from CSV has.
func (s Sanzione) senzaVuoti() Sanzione {
	s.Classi, s.AltriCommi, s.SostituitaDa = nonVuoto(s.Classi), nonVuoto(s.AltriCommi), nonVuoto(s.SostituitaDa)
	s.Conseguenze, s.ConseguenzeRecidiva, s.Dubbi = nonVuoto(s.Conseguenze), nonVuoto(s.ConseguenzeRecidiva), nonVuoto(s.Dubbi)
	return s
}

func nonVuoto[T any](x []T) []T {
	if len(x) == 0 {
		return nil
	}
	return x
}

// Versione is a hash of the content: sixteen hexadecimal digits, equal for equal rows in any order.
func (t *Tabella) Versione() string { return t.versione }

// Tutte returns every row, in canonical order: article, paragraph, letter, codice, first day.
func (t *Tabella) Tutte() []Sanzione { return slices.Clone(t.righe) }

// Cerca finds the row of a codice in force on the day of the violation.
func (t *Tabella) Cerca(codice string, violazione calendario.Giorno) (Sanzione, bool) {
	i, trovata := t.cerca(codice, violazione)
	if !trovata {
		return Sanzione{}, false
	}
	return t.righe[i], true
}

func (t *Tabella) cerca(codice string, giorno calendario.Giorno) (int, bool) {
	for _, i := range t.codici[codice] {
		if t.inVigore(i, giorno) {
			return i, true
		}
	}
	return 0, false
}

// inVigore reports that the row holds on the day and no later row of the same codice does.
func (t *Tabella) inVigore(i int, giorno calendario.Giorno) bool {
	s := &t.righe[i]
	if s.maiInVigore() || giorno.Before(s.ValidoDa) || !s.ValidoA.IsZero() && giorno.After(s.ValidoA) {
		return false
	}
	for _, j := range t.codici[s.Codice] {
		altra := &t.righe[j]
		if altra.ValidoDa.After(s.ValidoDa) && !giorno.Before(altra.ValidoDa) {
			return false
		}
	}
	return true
}
