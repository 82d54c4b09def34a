package utilita

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

const normaPoste = "Poste Italiane, Manuale della stampa in proprio dei bollettini"

// RichiestaDataMatrix gives what the DataMatrix of a postal slip says. Without debtor it is ANONIMO.
type RichiestaDataMatrix struct {
	NumeroAvviso          *string `json:"numeroAvviso"`
	ContoCorrente         *string `json:"contoCorrente"`
	ImportoCent           *Numero `json:"importoCent"`
	CodiceFiscaleEnte     *string `json:"codiceFiscaleEnte"`
	CodiceFiscaleDebitore *string `json:"codiceFiscaleDebitore"`
	NomeDebitore          *string `json:"nomeDebitore"`
	Causale               *string `json:"causale"`
}

// EsitoDataMatrix is the content of a DataMatrix; for an invalid text only Valido and Motivo are set.
type EsitoDataMatrix struct {
	Valido                bool          `json:"valido"`
	NumeroAvviso          string        `json:"numeroAvviso,omitempty"`
	ContoCorrente         string        `json:"contoCorrente,omitempty"`
	ImportoCent           *importo.Cent `json:"importoCent,omitempty"`
	CodiceFiscaleEnte     string        `json:"codiceFiscaleEnte,omitempty"`
	CodiceFiscaleDebitore string        `json:"codiceFiscaleDebitore,omitempty"`
	NomeDebitore          string        `json:"nomeDebitore,omitempty"`
	Causale               string        `json:"causale,omitempty"`
	Motivo                string        `json:"motivo"`
}

// ComponiDataMatrix writes the 256 characters of the DataMatrix of a postal slip. The number may have
// the blanks and dashes of paper; the name is spelled as acts spell it, and name and reason lose accents and are cut.
func (s *Service) ComponiDataMatrix(r RichiestaDataMatrix) (EsitoTesto, error) {
	var c campi
	nome, avvertenza := s.debitore(testoOppure(&c, "nomeDebitore", r.NomeDebitore))
	d := pagopa.DataMatrix{
		NumeroAvviso:          pagopa.Normalizza(testo(&c, "numeroAvviso", r.NumeroAvviso)),
		ContoCorrente:         testo(&c, "contoCorrente", r.ContoCorrente),
		ImportoCent:           importo.Cent(intero(&c, "importoCent", r.ImportoCent)),
		CodiceFiscaleEnte:     creditore(&c, "codiceFiscaleEnte", r.CodiceFiscaleEnte),
		CodiceFiscaleDebitore: testoOppure(&c, "codiceFiscaleDebitore", r.CodiceFiscaleDebitore),
		NomeDebitore:          nome,
		Causale:               testo(&c, "causale", r.Causale),
	}
	if err := c.errore(); err != nil {
		return EsitoTesto{}, err
	}
	scritto, err := pagopa.ComponiDataMatrix(d)
	if err != nil {
		return EsitoTesto{}, rifiuto(err, nil)
	}
	return EsitoTesto{Testo: scritto, Avvertenze: elenco(avvertenza), Spiegazione: []cds.Passo{{Regola: "DATAMATRIX", Norma: normaPoste,
		Testo: "Duecentocinquantasei caratteri a posizioni fisse; nome (40) e causale (110) sono in maiuscolo senza accenti, tagliati o completati con spazi."}}}, nil
}

// debitore is the name that the code will have, and a remark where signs of it are lost.
func (s *Service) debitore(nome string) (scritto, avvertenza string) {
	scritto, persi := s.NomeDebitore(nome)
	switch {
	case strings.TrimSpace(nome) == "":
	case strings.TrimSpace(pagopa.Ripulisci(scritto)) == "":
		return "", "nomeDebitore: nessun segno si può scrivere in lettere latine, il codice porta " + pagopa.Anonimo
	case len(persi) > 0:
		return scritto, "nomeDebitore: i segni che non si possono scrivere in lettere latine sono omessi"
	}
	return scritto, ""
}

// LeggiDataMatrix reads the text of a DataMatrix.
func LeggiDataMatrix(r RichiestaTesto) (EsitoDataMatrix, error) {
	var c campi
	letto := testo(&c, "testo", r.Testo)
	if err := c.errore(); err != nil {
		return EsitoDataMatrix{}, err
	}
	d, err := pagopa.LeggiDataMatrix(letto)
	if err != nil {
		return EsitoDataMatrix{Motivo: err.Error()}, nil //nolint:nilerr // a wrong text is an answer
	}
	return EsitoDataMatrix{
		Valido: true, NumeroAvviso: d.NumeroAvviso, ContoCorrente: d.ContoCorrente, ImportoCent: &d.ImportoCent, CodiceFiscaleEnte: d.CodiceFiscaleEnte,
		CodiceFiscaleDebitore: d.CodiceFiscaleDebitore, NomeDebitore: d.NomeDebitore, Causale: d.Causale,
	}, nil
}
