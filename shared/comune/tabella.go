package comune

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

//go:embed comuni.csv
var iniziale []byte

const (
	maxByte   = 16 << 20
	maxErrori = 100
)

// ErroreRiga is a fault of a table that is being loaded. Riga counts from 1, the header.
type ErroreRiga struct {
	Riga   int
	Campo  string
	Motivo string
}

// Error writes "riga 12, codiceIstat: motivo".
func (e *ErroreRiga) Error() string { return fmt.Sprintf("riga %d, %s: %s", e.Riga, e.Campo, e.Motivo) }

// Tabella is a table of municipalities. It never changes after loading and may be shared.
type Tabella struct {
	righe     []Comune
	versione  string
	istat     map[string][]int
	catastale map[string][]int
	nomi      map[string][]int
}

// Iniziale loads the seed compiled into the program. It parses at every call: keep the result.
func Iniziale() *Tabella {
	t, err := Carica(bytes.NewReader(iniziale))
	if err != nil {
		panic(err) // cannot happen: a test loads the embedded file
	}
	return t
}

// Carica reads a table from CSV with the columns of the seed. The error joins an *ErroreRiga for every
// fault found (at most 100); nothing is loaded then.
func Carica(r io.Reader) (*Tabella, error) {
	limitato := &io.LimitedReader{R: r, N: maxByte + 1}
	lettore := csv.NewReader(limitato)
	lettore.Comma = ';'
	lettore.FieldsPerRecord = len(Colonne())
	testata, err := lettore.Read()
	if err != nil {
		return nil, &ErroreRiga{1, "riga", err.Error()}
	}
	if !slices.Equal(testata, Colonne()) {
		return nil, &ErroreRiga{1, "testata", "le colonne devono essere: " + strings.Join(Colonne(), ";")}
	}
	t := vuota()
	errori := t.leggi(lettore)
	if limitato.N <= 0 {
		return nil, &ErroreRiga{0, "file", "supera 16 MiB"}
	}
	if len(errori) > 0 {
		return nil, errors.Join(errori...)
	}
	return t, t.firma()
}

func vuota() *Tabella {
	return &Tabella{istat: map[string][]int{}, catastale: map[string][]int{}, nomi: map[string][]int{}}
}

// Nuova makes a table of rows that were read before; two of one code may not hold on the same day.
func Nuova(righe []Comune) (*Tabella, error) {
	t := vuota()
	for i, c := range righe {
		if err := t.aggiungi(i+2, c); err != nil {
			return nil, err
		}
	}
	return t, t.firma()
}

// Scrivi writes the table as CSV: what Carica reads, row by row.
func (t *Tabella) Scrivi(w io.Writer) error {
	penna := csv.NewWriter(w)
	penna.Comma = ';'
	if err := penna.Write(Colonne()); err != nil {
		return err
	}
	for _, c := range t.righe {
		if err := penna.Write(c.Campi()); err != nil {
			return err
		}
	}
	penna.Flush()
	return penna.Error()
}

func (t *Tabella) firma() error {
	h := sha256.New()
	if err := t.Scrivi(h); err != nil {
		return err
	}
	t.versione = hex.EncodeToString(h.Sum(nil))[:16]
	return nil
}

// Campi are the cells of the row in the CSV, in the order of Colonne.
func (c Comune) Campi() []string {
	return []string{c.CodiceIstat, c.Nome, c.AltroNome, c.Provincia, c.CodiceCatastale, c.ValidoDa.String(), c.ValidoA.String()}
}

// Chiave tells the row from every other of the table.
func (c Comune) Chiave() string { return c.CodiceIstat + "/" + c.ValidoDa.String() }

// Decorrenza is the first day on which the row holds.
func (c Comune) Decorrenza() calendario.Giorno { return c.ValidoDa }

// Colonne is the header of the CSV, separated by semicolons.
func Colonne() []string {
	return []string{"codiceIstat", "nome", "altroNome", "provincia", "codiceCatastale", "validoDa", "validoA"}
}

func (t *Tabella) leggi(lettore *csv.Reader) []error {
	var errori []error
	for n := 2; len(errori) < maxErrori; n++ {
		campi, err := lettore.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return append(errori, &ErroreRiga{n, "riga", err.Error()})
		}
		c, err := riga(n, campi)
		if err == nil {
			err = t.aggiungi(n, c)
		}
		if err != nil {
			errori = append(errori, err)
		}
	}
	return errori
}

// riga reads one row and says the first thing that is wrong with it.
func riga(n int, campi []string) (Comune, error) {
	c := Comune{CodiceIstat: campi[0], Nome: campi[1], AltroNome: campi[2], Provincia: campi[3], CodiceCatastale: campi[4]}
	errDa, errA := c.ValidoDa.UnmarshalText([]byte(campi[5])), c.ValidoA.UnmarshalText([]byte(campi[6]))
	sigla := len(c.Provincia) == 2 && strings.ToUpper(c.Provincia) == c.Provincia && !cifre(c.Provincia)
	switch {
	case !IstatValido(c.CodiceIstat):
		return c, &ErroreRiga{n, "codiceIstat", "deve avere sei cifre"}
	case chiaveNome(c.Nome) == "":
		return c, &ErroreRiga{n, "nome", "manca"}
	case !sigla:
		return c, &ErroreRiga{n, "provincia", "deve avere due lettere maiuscole"}
	case !CatastaleValido(c.CodiceCatastale):
		return c, &ErroreRiga{n, "codiceCatastale", "deve avere una lettera maiuscola e tre cifre"}
	case errDa != nil || c.ValidoDa.IsZero():
		return c, &ErroreRiga{n, "validoDa", "deve essere una data AAAA-MM-GG"}
	case errA != nil || !c.ValidoA.IsZero() && c.ValidoA.Before(c.ValidoDa):
		return c, &ErroreRiga{n, "validoA", "deve essere una data AAAA-MM-GG non prima di validoDa"}
	}
	return c, nil
}

// aggiungi indexes a row. Two rows of one code may not hold on the same day.
func (t *Tabella) aggiungi(n int, c Comune) error {
	if t.sovrappone(t.istat[c.CodiceIstat], c) {
		return &ErroreRiga{n, "codiceIstat", "si sovrappone nel tempo a un'altra riga di " + c.CodiceIstat}
	}
	if t.sovrappone(t.catastale[c.CodiceCatastale], c) {
		return &ErroreRiga{n, "codiceCatastale", "si sovrappone nel tempo a un'altra riga di " + c.CodiceCatastale}
	}
	i := len(t.righe)
	t.righe = append(t.righe, c)
	t.istat[c.CodiceIstat] = append(t.istat[c.CodiceIstat], i)
	t.catastale[c.CodiceCatastale] = append(t.catastale[c.CodiceCatastale], i)
	nomi := []string{chiaveNome(c.Nome), chiaveNome(c.AltroNome)}
	for _, nome := range slices.Compact(nomi) {
		if nome != "" {
			t.nomi[nome] = append(t.nomi[nome], i)
		}
	}
	return nil
}

func (t *Tabella) sovrappone(indici []int, c Comune) bool {
	return slices.ContainsFunc(indici, func(i int) bool {
		altro := t.righe[i]
		return altro.InVigore(c.ValidoDa) || c.InVigore(altro.ValidoDa)
	})
}

// Versione is a hash of the rows: sixteen hexadecimal digits.
func (t *Tabella) Versione() string { return t.versione }

// Tutte returns every row, in the order of the file.
func (t *Tabella) Tutte() []Comune { return slices.Clone(t.righe) }

// Cerca finds a comune by ISTAT code on a day; no day (zero) asks for the one in force.
func (t *Tabella) Cerca(codiceIstat string, giorno calendario.Giorno) (Comune, bool) {
	return t.primo(t.istat[codiceIstat], giorno)
}

// CercaCatastale finds a comune by Belfiore code on a day, such as a birth; no day (zero) asks for the
// one in force.
func (t *Tabella) CercaCatastale(codice string, giorno calendario.Giorno) (Comune, bool) {
	return t.primo(t.catastale[strings.ToUpper(codice)], giorno)
}

// CercaNome finds a comune by name and province on a day; no day (zero) asks for the one in force. Case,
// accents and apostrophes do not count; either official name will do. An empty province takes any, and
// then fails where two comuni share the name.
func (t *Tabella) CercaNome(nome, provincia string, giorno calendario.Giorno) (Comune, bool) {
	var trovati []int
	for _, i := range t.nomi[chiaveNome(nome)] {
		if t.righe[i].InVigore(giorno) && (provincia == "" || strings.EqualFold(provincia, t.righe[i].Provincia)) {
			trovati = append(trovati, i)
		}
	}
	if len(trovati) != 1 {
		return Comune{}, false
	}
	return t.righe[trovati[0]], true
}

func (t *Tabella) primo(indici []int, giorno calendario.Giorno) (Comune, bool) {
	for _, i := range indici {
		if t.righe[i].InVigore(giorno) {
			return t.righe[i], true
		}
	}
	return Comune{}, false
}
