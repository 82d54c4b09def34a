package utilita

import "github.com/piattaforma-verbali/verbali/shared/codici/partitaiva"

// RichiestaPartitaIVA asks whether a VAT number can be one.
type RichiestaPartitaIVA struct {
	PartitaIVA *string `json:"partitaIva"`
}

// EsitoPartitaIVA says how a VAT number looks; whether it is somebody's the tax office knows.
type EsitoPartitaIVA struct {
	Valida       bool   `json:"valida"`
	Normalizzata string `json:"normalizzata"`
	// Ufficio is the three digits of the office that gave the number.
	Ufficio    string   `json:"ufficio,omitempty"`
	Motivo     string   `json:"motivo"`
	Avvertenze []string `json:"avvertenze"`
}

// ValidaPartitaIVA judges a VAT number as written.
func ValidaPartitaIVA(r RichiestaPartitaIVA) (EsitoPartitaIVA, error) {
	var c campi
	scritta := testo(&c, "partitaIva", r.PartitaIVA)
	if err := c.errore(); err != nil {
		return EsitoPartitaIVA{}, err
	}
	e := partitaiva.Valida(scritta)
	return EsitoPartitaIVA{Valida: e.Valida, Normalizzata: e.Normalizzata, Ufficio: e.Ufficio, Motivo: e.Motivo, Avvertenze: elenco(e.Avvertenza)}, nil
}
