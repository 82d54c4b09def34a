package utilita

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// RichiestaComponiQR gives what the QR code of a notice says.
type RichiestaComponiQR struct {
	NumeroAvviso      *string `json:"numeroAvviso"`
	CodiceFiscaleEnte *string `json:"codiceFiscaleEnte"`
	ImportoCent       *Numero `json:"importoCent"`
}

// EsitoTesto is the text of a code that was composed.
type EsitoTesto struct {
	Testo       string      `json:"testo"`
	Spiegazione []cds.Passo `json:"spiegazione"`
	// Avvertenze say what of the request the code does not have.
	Avvertenze []string `json:"avvertenze,omitempty"`
}

// RichiestaTesto is the text of a code as a scanner gives it.
type RichiestaTesto struct {
	Testo *string `json:"testo"`
}

// EsitoQR is the content of a QR code; for an invalid text only Valido and Motivo are set.
type EsitoQR struct {
	Valido            bool          `json:"valido"`
	NumeroAvviso      string        `json:"numeroAvviso,omitempty"`
	CodiceFiscaleEnte string        `json:"codiceFiscaleEnte,omitempty"`
	ImportoCent       *importo.Cent `json:"importoCent,omitempty"`
	Motivo            string        `json:"motivo"`
}

// ComponiQR writes the text of the QR code of a notice. The number may have the blanks and dashes of
// paper.
func ComponiQR(r RichiestaComponiQR) (EsitoTesto, error) {
	var c campi
	q := pagopa.QR{
		NumeroAvviso:      pagopa.Normalizza(testo(&c, "numeroAvviso", r.NumeroAvviso)),
		CodiceFiscaleEnte: creditore(&c, "codiceFiscaleEnte", r.CodiceFiscaleEnte),
		ImportoCent:       importo.Cent(intero(&c, "importoCent", r.ImportoCent)),
	}
	if err := c.errore(); err != nil {
		return EsitoTesto{}, err
	}
	scritto, err := pagopa.ComponiQR(q)
	if err != nil {
		return EsitoTesto{}, rifiuto(err, nil)
	}
	return EsitoTesto{Testo: scritto, Spiegazione: []cds.Passo{{Regola: "CODICE_QR", Norma: normaPagopa, Testo: fmt.Sprintf(
		"Cinque campi separati da |: PAGOPA, la versione 002, il numero avviso, il codice fiscale dell'ente e l'importo di %s in centesimi, con almeno due cifre.",
		q.ImportoCent.Euro())}}}, nil
}

// LeggiQR reads the text of a QR code.
func LeggiQR(r RichiestaTesto) (EsitoQR, error) {
	var c campi
	letto := testo(&c, "testo", r.Testo)
	if err := c.errore(); err != nil {
		return EsitoQR{}, err
	}
	q, err := pagopa.LeggiQR(letto)
	if err != nil {
		return EsitoQR{Motivo: err.Error()}, nil //nolint:nilerr // a wrong text is an answer
	}
	return EsitoQR{Valido: true, NumeroAvviso: q.NumeroAvviso, CodiceFiscaleEnte: q.CodiceFiscaleEnte, ImportoCent: &q.ImportoCent}, nil
}
