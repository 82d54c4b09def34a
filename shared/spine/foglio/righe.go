package foglio

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Righe reads the rows of any CSV that people bring, without what a spreadsheet leaves in it: what fonte takes away, rows
// without a value, and at their end columns without a name and without a value. The reader inside tells where a cell stands.
type Righe struct {
	*csv.Reader

	nomi    []string
	scritti int // columns of the header, those without a name too
}

// NuoveRighe reads from r. separatore zero: the header tells it, or a first line sep=;.
func NuoveRighe(r io.Reader, separatore rune) *Righe {
	f := nuovaFonte(r, separatore)
	righe := &Righe{Reader: csv.NewReader(f)}
	righe.Comma, righe.FieldsPerRecord, righe.ReuseRecord = f.separatore, -1, true
	return righe
}

// Testata reads the names of the columns, which the caller keeps; io.EOF of an empty file. An unnamed column between others has the
// empty name; those at the end are not there.
func (r *Righe) Testata() ([]string, error) {
	celle, err := r.piena()
	if err != nil {
		return nil, err
	}
	r.scritti = len(celle)
	for _, c := range celle {
		r.nomi = append(r.nomi, strings.Clone(Rifila(c)))
	}
	for len(r.nomi) > 0 && r.nomi[len(r.nomi)-1] == "" {
		r.nomi = r.nomi[:len(r.nomi)-1]
	}
	return r.nomi, nil
}

// Prossima reads the next row that has a value; io.EOF after the last. The cells are good until the next call. difetto says, in
// Italian, which column without a name has a value, or that the row has more or fewer cells than the header has names.
func (r *Righe) Prossima() (celle []string, difetto string, err error) {
	if celle, err = r.piena(); err != nil {
		return nil, "", err
	}
	scritte := len(celle)
	for scritte > len(r.nomi) && Rifila(celle[scritte-1]) == "" {
		scritte--
	}
	for i, nome := range r.nomi {
		if nome == "" && i < scritte && Rifila(celle[i]) != "" {
			return celle, SenzaNome(i + 1), nil
		}
	}
	if len(r.nomi) < scritte && scritte <= r.scritti {
		return celle, SenzaNome(scritte), nil
	}
	if scritte != len(r.nomi) {
		return celle, fmt.Sprintf("ha %d celle invece di %d", scritte, len(r.nomi)), nil
	}
	return celle[:scritte], "", nil
}

// SenzaNome says that a column, counted from 1, has a value and no name.
func SenzaNome(colonna int) string {
	return fmt.Sprintf("la colonna %d non ha nome nella testata, ma qui ha un valore", colonna)
}

// piena reads the next row with a value.
func (r *Righe) piena() ([]string, error) {
	for {
		celle, err := r.Read()
		if err != nil {
			return nil, err
		}
		for _, c := range celle {
			if Rifila(c) != "" {
				return celle, nil
			}
		}
	}
}

// Rifila is a cell without what stands around its text: blanks of any kind, byte order marks, and the ="…" with
// which an export keeps a text a text.
func Rifila(cella string) string {
	intorno := func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' || r == '\u2060' }
	cella = strings.TrimFunc(cella, intorno)
	if strings.HasPrefix(cella, "=") {
		return strings.TrimFunc(codici.SenzaSegniDelFoglio(cella), intorno)
	}
	return cella
}
