package ricerca

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// Pagina is one page of a search; Cursore is empty on the last one.
type Pagina struct {
	Elementi []Elemento `json:"elementi"`
	Cursore  string     `json:"cursore,omitempty"`
}

func (p Pagina) esito() string { return "elementi " + strconv.Itoa(len(p.Elementi)) }

// Elemento is a fine in a list: no names, tax codes, addresses of persons or documents.
type Elemento struct {
	ID                string             `json:"id"`
	Numero            string             `json:"numero"`
	Lettera           string             `json:"lettera"`
	Anno              int                `json:"anno"`
	Targa             string             `json:"targa"`
	DataViolazione    time.Time          `json:"dataViolazione"`
	Luogo             string             `json:"luogo"`
	Articoli          []string           `json:"articoli"`
	Procedura         string             `json:"procedura"`
	Debito            string             `json:"debito"`
	Ricorso           string             `json:"ricorso"`
	ImportoCent       int64              `json:"importoCent"`
	DataNotifica      *calendario.Giorno `json:"dataNotifica,omitempty"`
	ScadenzaPagamento *calendario.Giorno `json:"scadenzaPagamento,omitempty"`
	Reparto           string             `json:"reparto"`
	Fonte             string             `json:"fonte"`
}

// cursore is the place after the last element of a page, in the order it was read.
type cursore struct {
	Ordina string `json:"o"`
	Valore string `json:"v"`
	ID     string `json:"i"`
}

// String writes the cursor as it travels, opaque to who receives it.
func (c cursore) String() string {
	dati, err := json.Marshal(c)
	if err != nil {
		return "" // cannot happen: three strings
	}
	return base64.RawURLEncoding.EncodeToString(dati)
}

// leggiCursore refuses a cursor of another order, or of nobody.
func leggiCursore(testo, ordina string) (c cursore, err error) {
	dati, err := base64.RawURLEncoding.DecodeString(testo)
	if err == nil {
		err = json.Unmarshal(dati, &c)
	}
	if err != nil || c.Ordina != ordina {
		return c, problem.CampoNonValido("cursore", "non appartiene a questa ricerca").Con(err)
	}
	return c, nil
}

// dopo gives the cursor after an element.
func dopo(e Elemento, o ordine) cursore {
	c := cursore{Ordina: o.nome, ID: e.ID}
	if o.colonna == "numero" {
		c.Valore = e.Numero
	} else {
		c.Valore = e.DataViolazione.UTC().Format(time.RFC3339Nano)
	}
	return c
}
