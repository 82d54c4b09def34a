package utilita

import (
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// RichiestaRaccomandata asks whether the code of a registered letter can be one.
type RichiestaRaccomandata struct {
	Codice *string `json:"codice"`
}

// EsitoRaccomandata says how the code of a registered letter looks. Tipo is known as soon as the shape is.
type EsitoRaccomandata struct {
	Valido       bool                 `json:"valido"`
	Normalizzato string               `json:"normalizzato"`
	Tipo         raccomandata.Tipo    `json:"tipo,omitempty"`
	Indizio      raccomandata.Indizio `json:"indizio,omitempty"`
	// DaConfermare is true when only the check digit of a national code is wrong: a person looks at the
	// envelope before an outcome is thrown away.
	DaConfermare bool     `json:"daConfermare"`
	Motivo       string   `json:"motivo"`
	Avvertenze   []string `json:"avvertenze"`
}

// ValidaRaccomandata judges the code of a registered letter, S10 or of twelve digits.
func ValidaRaccomandata(r RichiestaRaccomandata) (EsitoRaccomandata, error) {
	var c campi
	codice := testo(&c, "codice", r.Codice)
	if err := c.errore(); err != nil {
		return EsitoRaccomandata{}, err
	}
	e := raccomandata.Valida(codice)
	return EsitoRaccomandata{Valido: e.Valido, Normalizzato: e.Normalizzato, Tipo: e.Tipo, Indizio: e.Indizio,
		DaConfermare: e.DaConfermare, Motivo: e.Motivo, Avvertenze: elenco(e.Avvertenza)}, nil
}

// RichiestaBollettino is the code line at the foot of a postal payment slip, as printed or as scanned.
type RichiestaBollettino struct {
	Codeline *string `json:"codeline"`
}

// EsitoBollettino is the content of a code line; for an invalid line only Valido and Motivo are set.
type EsitoBollettino struct {
	Valido        bool                  `json:"valido"`
	Tipo          pagopa.TipoBollettino `json:"tipo,omitempty"`
	CodiceCliente string                `json:"codiceCliente,omitempty"`
	ContoCorrente string                `json:"contoCorrente,omitempty"`
	// ImportoCent is missing where the payer writes the amount.
	ImportoCent importo.Cent `json:"importoCent,omitempty"`
	Motivo      string       `json:"motivo"`
}

// LeggiBollettino reads the code line of a postal payment slip.
func LeggiBollettino(r RichiestaBollettino) (EsitoBollettino, error) {
	var c campi
	riga := testo(&c, "codeline", r.Codeline)
	if err := c.errore(); err != nil {
		return EsitoBollettino{}, err
	}
	b, err := pagopa.LeggiBollettino(riga)
	if err != nil {
		return EsitoBollettino{Motivo: err.Error()}, nil //nolint:nilerr // a wrong line is an answer
	}
	return EsitoBollettino{Valido: true, Tipo: b.Tipo, CodiceCliente: b.CodiceCliente, ContoCorrente: b.ContoCorrente,
		ImportoCent: b.ImportoCent}, nil
}
