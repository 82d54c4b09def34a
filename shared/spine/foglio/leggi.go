package foglio

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Forma says how a file is written.
type Forma struct {
	// Colonne is the header, Facoltative what may follow in it: all of them, or the first ones; a column that is not there
	// is read as empty.
	Colonne, Facoltative []string
	// Separatore of the cells; zero is the semicolon.
	Separatore rune
	// Estranea is a file that others publish: further columns and any order will do, and a row at fault
	// does not refuse the file. Its faults are for the caller, in Celle.Errori.
	Estranea bool
}

// Leggi passes every row below the header to riga, in Celle that are good for that call only. The
// faults of the rows come back joined, at most 100 *ErroreRiga; a file without rows, without the
// header or above 16 MiB is one *ErroreRiga. The failures of r come back as they are.
func (f Forma) Leggi(r io.Reader, riga func(*Celle)) error {
	limitato := &io.LimitedReader{R: r, N: maxByte + 1}
	errori, err := f.leggi(limitato, riga)
	if limitato.N <= 0 {
		return &ErroreRiga{Campo: "file", Motivo: "supera 16 MiB"}
	}
	if err != nil {
		errori = append(errori, err)
	}
	return Unisci(errori)
}

func (f Forma) leggi(r io.Reader, riga func(*Celle)) (errori []error, err error) {
	separatore := f.Separatore
	if separatore == 0 {
		separatore = ';'
	}
	lettore := NuoveRighe(r, separatore)
	celle, err := f.testata(lettore)
	if err != nil {
		return nil, err
	}
	for n := 0; len(errori) < maxErrori; n++ {
		err := celle.prossima(lettore)
		if errors.Is(err, io.EOF) {
			if n == 0 {
				return nil, &ErroreRiga{Riga: 2, Campo: "file", Motivo: "la tabella è vuota"}
			}
			break
		}
		if err != nil {
			return errori, err
		}
		if f.Estranea || len(celle.errori) == 0 {
			riga(celle)
		}
		if !f.Estranea {
			errori = append(errori, celle.errori...)
		}
	}
	return errori, nil
}

// testata reads the header and finds the columns in it.
func (f Forma) testata(lettore *Righe) (*Celle, error) {
	trovate, err := lettore.Testata()
	switch {
	case errors.Is(err, io.EOF):
		return nil, &ErroreRiga{Riga: 1, Campo: "file", Motivo: "è vuoto"}
	case err != nil:
		return nil, erroreLettura(err)
	}
	celle := &Celle{colonne: make(map[string]int, len(f.Colonne))}
	for _, nome := range f.Colonne {
		celle.colonne[nome] = slices.Index(trovate, nome)
		if celle.colonne[nome] < 0 && f.Estranea {
			return nil, &ErroreRiga{Riga: 1, Campo: "testata", Motivo: "manca la colonna " + nome}
		}
	}
	if tutte := slices.Concat(f.Colonne, f.Facoltative); !f.Estranea &&
		(len(trovate) < len(f.Colonne) || len(trovate) > len(tutte) || !slices.Equal(trovate, tutte[:len(trovate)])) {
		return nil, &ErroreRiga{Riga: 1, Campo: "testata", Motivo: "le colonne devono essere: " + strings.Join(tutte, ";")}
	}
	for i := len(f.Colonne); i < len(trovate); i++ {
		celle.colonne[trovate[i]] = i
	}
	return celle, nil
}

// prossima reads the next row. Its error ends the reading; a row of the wrong shape is a fault of the row.
func (c *Celle) prossima(lettore *Righe) error {
	c.errori = nil
	celle, difetto, err := lettore.Prossima()
	if err != nil {
		return erroreLettura(err)
	}
	c.celle = celle
	c.linea, _ = lettore.FieldPos(0)
	switch {
	case difetto != "":
		c.Errore("riga", difetto)
	case slices.ContainsFunc(celle, func(s string) bool { return !utf8.ValidString(s) }):
		c.Errore("riga", "non è scritta in UTF-8: salvare il file come «CSV UTF-8»")
	}
	for colonna, i := range c.colonne {
		if i >= 0 && i < len(celle) && c.errori == nil {
			if motivo := codici.Distrutto(celle[i]); motivo != "" && !strings.ContainsRune(strings.TrimSpace(celle[i]), ' ') {
				c.Errore(colonna, motivo)
			}
		}
	}
	return nil
}

// erroreLettura puts the faults of quoting into Italian and leaves those of the source alone.
func erroreLettura(err error) error {
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return &ErroreRiga{Riga: e.StartLine, Campo: "riga", Motivo: "le virgolette non sono chiuse o stanno in mezzo a una cella"}
	}
	return err
}
