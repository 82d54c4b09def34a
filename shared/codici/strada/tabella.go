package strada

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

type voce = foglio.Voce[Strada]

// Tabella is the streets of one command. It never changes after loading and may be shared.
type Tabella struct {
	righe    []Strada // by codice and first day
	versione string
}

// Carica reads a table from CSV with Colonne. The error joins a *foglio.ErroreRiga for every fault found (at
// most 100); nothing is loaded then.
func Carica(r io.Reader) (*Tabella, error) {
	voci, err := leggi(r)
	if err != nil {
		return nil, err
	}
	return nuova(voci)
}

// Nuova makes a table of rows that were read before, in any order. They are checked as Carica checks them;
// the *foglio.ErroreRiga names the key of the row in place of a line.
func Nuova(righe []Strada) (*Tabella, error) {
	voci := foglio.Voci(righe)
	if err := foglio.Controlla(voci, Strada.difetti); err != nil {
		return nil, err
	}
	return nuova(voci)
}

// nuova puts rows that are good by themselves in canonical order. Two of one codice may not hold on the same
// day.
func nuova(voci []voce) (*Tabella, error) {
	slices.SortStableFunc(voci, func(a, b voce) int {
		return cmp.Or(strings.Compare(a.Riga.Codice, b.Riga.Codice), a.Riga.ValidoDa.DiffDays(b.Riga.ValidoDa))
	})
	t := &Tabella{righe: make([]Strada, len(voci))}
	var errori []error
	for i, v := range voci {
		t.righe[i] = v.Riga
		if i > 0 && v.Riga.Codice == voci[i-1].Riga.Codice && voci[i-1].Riga.InVigore(v.Riga.ValidoDa) {
			errori = append(errori, v.Errore("codice", "si sovrappone nel tempo a un'altra riga di "+v.Riga.Codice))
		}
	}
	if err := foglio.Unisci(errori); err != nil {
		return nil, err
	}
	t.versione = foglio.Impronta(Colonne(), t.righe)
	return t, nil
}

// Tutte returns every row, by codice and first day.
func (t *Tabella) Tutte() []Strada { return slices.Clone(t.righe) }

// Versione is a hash of the content: sixteen hexadecimal digits, equal for equal rows in any order.
func (t *Tabella) Versione() string { return t.versione }

// Scrivi writes the table as CSV: what Carica reads, in the order of Tutte.
func (t *Tabella) Scrivi(w io.Writer) error { return foglio.Scrivi(w, Colonne(), t.righe) }
