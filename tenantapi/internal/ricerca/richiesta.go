// Package ricerca finds fines of one tenant by any of their marks, page by page or all in a stream.
package ricerca

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Richiesta is the body of a search: any of its members, all of them narrowing. An empty text or list is
// as a missing one.
type Richiesta struct {
	Numero            Numero              `json:"numero"`
	Lettera           *string             `json:"lettera"`
	Anno              *int                `json:"anno"`
	Targa             string              `json:"targa"`
	IUV               string              `json:"iuv"`
	CodiceFiscale     string              `json:"codiceFiscale"`
	Procedura         []verbale.Procedura `json:"procedura"`
	Debito            []verbale.Debito    `json:"debito"`
	Ricorso           []verbale.Ricorso   `json:"ricorso"`
	Articolo          string              `json:"articolo"`
	Reparto           string              `json:"reparto"`
	Fonte             []verbale.Fonte     `json:"fonte"`
	DataViolazione    Intervallo          `json:"dataViolazione"`
	DataNotifica      Intervallo          `json:"dataNotifica"`
	ScadenzaPagamento Intervallo          `json:"scadenzaPagamento"`
	ImportoCent       Importi             `json:"importoCent"`
	Testo             string              `json:"testo"`
	Ordina            string              `json:"ordina"`
	Dimensione        *int                `json:"dimensione"`
	Cursore           string              `json:"cursore"`

	propri  []string // not nil: only fines that an officer with one of these numbers ascertained
	conNote bool     // testo is looked for in the notes too: they may name people
}

// Intervallo of days, both ends included, as they are in Rome.
type Intervallo struct {
	Da string `json:"da"`
	A  string `json:"a"`

	da, a calendario.Giorno // as read; zero: not bounded
}

// Importi is a range of cents, both ends included.
type Importi struct {
	Da *int64 `json:"da"`
	A  *int64 `json:"a"`
}

// Numero of a fine: a string of digits, and a JSON number is accepted.
type Numero string

// UnmarshalJSON reads a string or an integer.
func (n *Numero) UnmarshalJSON(dati []byte) error {
	var testo string
	if json.Unmarshal(dati, &testo) != nil {
		var cifre json.Number
		if err := json.Unmarshal(dati, &cifre); err != nil {
			return problem.CampoNonValido("numero", "deve essere una stringa di cifre").With(err)
		}
		testo = cifre.String()
	}
	*n = Numero(testo)
	return nil
}

// intero is the number of a Numero that has been checked.
func (n Numero) intero() int64 {
	i, _ := strconv.ParseInt(string(n), 10, 64)
	return i
}

// criteri names the members in use, without their values: the audit keeps no personal data of a search.
func (r *Richiesta) criteri() string {
	var usati []string
	for _, m := range []struct {
		nome  string
		usato bool
	}{
		{"anno", r.Anno != nil}, {"articolo", r.Articolo != ""}, {"codiceFiscale", r.CodiceFiscale != ""},
		{"dataNotifica", r.DataNotifica != Intervallo{}}, {"dataViolazione", r.DataViolazione != Intervallo{}},
		{"debito", len(r.Debito) > 0}, {"fonte", len(r.Fonte) > 0}, {"importoCent", r.ImportoCent != Importi{}},
		{"iuv", r.IUV != ""}, {"lettera", r.Lettera != nil}, {"numero", r.Numero != ""}, {"procedura", len(r.Procedura) > 0},
		{"reparto", r.Reparto != ""}, {"ricorso", len(r.Ricorso) > 0}, {"scadenzaPagamento", r.ScadenzaPagamento != Intervallo{}},
		{"targa", r.Targa != ""}, {"testo", r.Testo != ""},
	} {
		if m.usato {
			usati = append(usati, m.nome)
		}
	}
	return strings.Join(usati, ",")
}
