// Package campo has the fields of an optical reading, as the API shows them.
package campo

import (
	"math"

	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

// Names of fields.
const (
	Targa             = "targa"
	Nazione           = "nazione"
	Codice            = "codice"
	CodiceAtto        = "codiceAtto"
	Data              = "data"
	DataCad           = "dataCad" // dispatch of the notice of deposit, where the outcome is a deposit
	Esito             = "esito"
	Firma             = "firma"
	NumeroAvviso      = "numeroAvviso"
	CodiceFiscaleEnte = "codiceFiscaleEnte"
	ImportoCent       = "importoCent"
	Conto             = "conto"
)

// Campo is a field of a reading. Valore is absent below the field's threshold: then Alternative has what it may be. Confidenza is the
// probability that Valore, or the first alternative, is right. Riquadro are the corners in the picture, from top left on.
type Campo struct {
	Nome        string        `json:"nome"`
	Valore      string        `json:"valore,omitempty"`
	Confidenza  float64       `json:"confidenza"`
	Riquadro    [][2]float64  `json:"riquadro,omitempty"`
	Alternative []Alternativa `json:"alternative,omitempty"`
	Tipi        []string      `json:"tipi,omitempty"`       // of a plate: what its shape may be, likeliest first
	Avvertenze  []string      `json:"avvertenze,omitempty"` // Italian, for a person
}

// Alternativa is another reading of a field.
type Alternativa struct {
	Valore     string  `json:"valore"`
	Confidenza float64 `json:"confidenza"`
}

// Angoli are the corners as the API shows them, to a tenth of a pixel.
func Angoli(q grigio.Quadro) [][2]float64 {
	esce := make([][2]float64, 4)
	for i, p := range q {
		esce[i] = [2]float64{math.Round(p.X*10) / 10, math.Round(p.Y*10) / 10}
	}
	return esce
}
