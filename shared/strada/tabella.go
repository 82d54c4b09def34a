package strada

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"io"
	"slices"
)

// Tabella is the streets of one command. It never changes after loading and may be shared.
type Tabella struct {
	righe    []Strada
	versione string
}

// Nuova makes a table of rows that were read before.
func Nuova(righe []Strada) (*Tabella, error) {
	t := &Tabella{righe: slices.Clone(righe)}
	h := sha256.New()
	if err := t.Scrivi(h); err != nil {
		return nil, err
	}
	t.versione = hex.EncodeToString(h.Sum(nil))[:16]
	return t, nil
}

// Tutte returns every row.
func (t *Tabella) Tutte() []Strada { return slices.Clone(t.righe) }

// Versione is a hash of the rows: sixteen hexadecimal digits.
func (t *Tabella) Versione() string { return t.versione }

// Scrivi writes the table as CSV.
func (t *Tabella) Scrivi(w io.Writer) error {
	penna := csv.NewWriter(w)
	penna.Comma = ';'
	if err := penna.Write(Colonne()); err != nil {
		return err
	}
	for _, s := range t.righe {
		if err := penna.Write(s.Campi()); err != nil {
			return err
		}
	}
	penna.Flush()
	return penna.Error()
}
