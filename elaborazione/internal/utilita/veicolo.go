package utilita

import (
	"github.com/piattaforma-verbali/verbali/shared/codici/patente"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/codici/telaio"
)

// RichiestaTarga asks what a plate is. Nazione left out is Italy.
type RichiestaTarga struct {
	Targa   *string `json:"targa"`
	Nazione *string `json:"nazione"`
}

// EsitoTarga says every kind of plate that the shape allows, likeliest first.
type EsitoTarga struct {
	Valida       bool         `json:"valida"`
	Normalizzata string       `json:"normalizzata"`
	Tipi         []targa.Tipo `json:"tipi"`
	Motivo       string       `json:"motivo"`
	Avvertenze   []string     `json:"avvertenze"`
	// Suggerimenti are plates that may have been meant: for a person to confirm.
	Suggerimenti []string `json:"suggerimenti"`
}

// ValidaTarga judges a plate as a person or a camera wrote it.
func ValidaTarga(r RichiestaTarga) (EsitoTarga, error) {
	var c campi
	scritta, nazione := testo(&c, "targa", r.Targa), testoOppure(&c, "nazione", r.Nazione)
	if err := c.errore(); err != nil {
		return EsitoTarga{}, err
	}
	e := targa.Valida(scritta, nazione)
	return EsitoTarga{
		Valida: e.Valida, Normalizzata: e.Normalizzata, Tipi: append([]targa.Tipo{}, e.Tipi...), Motivo: e.Motivo,
		Avvertenze: elenco(e.Avvertenze...), Suggerimenti: elenco(e.Suggerimenti...),
	}, nil
}

// RichiestaPatente asks whether a driving licence number can be one. Nazione left out is Italy.
type RichiestaPatente struct {
	Patente *string `json:"patente"`
	Nazione *string `json:"nazione"`
}

// EsitoPatente says how a licence number looks; what it allows is in the register.
type EsitoPatente struct {
	Valida       bool            `json:"valida"`
	Normalizzata string          `json:"normalizzata"`
	Formato      patente.Formato `json:"formato,omitempty"`
	Motivo       string          `json:"motivo"`
	Avvertenze   []string        `json:"avvertenze"`
}

// ValidaPatente judges a driving licence number as written.
func ValidaPatente(r RichiestaPatente) (EsitoPatente, error) {
	var c campi
	scritta, nazione := testo(&c, "patente", r.Patente), testoOppure(&c, "nazione", r.Nazione)
	if err := c.errore(); err != nil {
		return EsitoPatente{}, err
	}
	e := patente.Valida(scritta, nazione)
	return EsitoPatente{Valida: e.Valida, Normalizzata: e.Normalizzata, Formato: e.Formato, Motivo: e.Motivo, Avvertenze: elenco(e.Avvertenza)}, nil
}

// RichiestaTelaio asks whether a frame number can be one.
type RichiestaTelaio struct {
	Telaio *string `json:"telaio"`
}

// EsitoTelaio says how a frame number looks.
type EsitoTelaio struct {
	Valido       bool   `json:"valido"`
	Normalizzato string `json:"normalizzato"`
	// Legacy is true of a number shorter than the seventeen characters of ISO 3779.
	Legacy     bool     `json:"legacy"`
	Motivo     string   `json:"motivo"`
	Avvertenze []string `json:"avvertenze"`
}

// ValidaTelaio judges a frame number as written.
func ValidaTelaio(r RichiestaTelaio) (EsitoTelaio, error) {
	var c campi
	scritto := testo(&c, "telaio", r.Telaio)
	if err := c.errore(); err != nil {
		return EsitoTelaio{}, err
	}
	e := telaio.Valida(scritto)
	return EsitoTelaio{Valido: e.Valido, Normalizzato: e.Normalizzato, Legacy: e.Legacy, Motivo: e.Motivo, Avvertenze: elenco(e.Avvertenza)}, nil
}
