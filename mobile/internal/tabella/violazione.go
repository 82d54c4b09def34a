package tabella

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// Violazione is what an officer chooses and what the act says. Days are civil days in Italy; a row
// holds from ValidoDa to ValidoA, both included.
type Violazione struct {
	Codice        string            `json:"codice"`
	Base          string            `json:"base,omitempty"`
	Norma         string            `json:"norma"`
	Articolo      string            `json:"articolo"`
	Comma         string            `json:"comma"`
	CommaSanzione string            `json:"commaSanzione,omitempty"`
	AltriCommi    []string          `json:"altriCommi,omitempty"`
	Lettera       string            `json:"lettera,omitempty"`
	Classi        []sanzione.Classe `json:"classi,omitempty"`
	Recidiva      bool              `json:"recidiva"`
	Punti         int               `json:"punti"`
	Accessoria    string            `json:"accessoria,omitempty"`
	Penale        bool              `json:"penale"`
	ValidoDa      calendario.Giorno `json:"validoDa"`
	ValidoA       calendario.Giorno `json:"validoA,omitzero"`
	Testo         string            `json:"testo"`
}

// Tariffa is what the violation of the same Codice and ValidoDa costs. Amounts are cents; both are 0
// for an offence.
type Tariffa struct {
	Codice           string            `json:"codice"`
	ValidoDa         calendario.Giorno `json:"validoDa"`
	ValidoA          calendario.Giorno `json:"validoA,omitzero"`
	MinimoCent       importo.Cent      `json:"minimoCent"`
	MassimoCent      importo.Cent      `json:"massimoCent"`
	Sconto30         sanzione.Sconto   `json:"sconto30"`
	PagamentoRidotto bool              `json:"pagamentoRidotto"`
	Notturna         bool              `json:"notturna"`
}

// dividi splits the rows in what is written and what is paid; source, checks and notes of a row are
// for administrators and do not travel.
func dividi(righe []sanzione.Sanzione) ([]Violazione, []Tariffa) {
	violazioni, tariffe := make([]Violazione, len(righe)), make([]Tariffa, len(righe))
	for i, s := range righe {
		violazioni[i] = Violazione{
			Codice: s.Codice, Base: s.Base, Norma: s.Norma(), Articolo: s.Articolo, Comma: s.Comma,
			CommaSanzione: s.CommaSanzione, AltriCommi: s.AltriCommi, Lettera: s.Lettera, Classi: s.Classi,
			Recidiva: s.Recidiva, Punti: s.Punti, Accessoria: s.Accessoria, Penale: s.Penale,
			ValidoDa: s.ValidoDa, ValidoA: s.ValidoA, Testo: s.Testo,
		}
		tariffe[i] = Tariffa{
			Codice: s.Codice, ValidoDa: s.ValidoDa, ValidoA: s.ValidoA, MinimoCent: s.MinCent, MassimoCent: s.MaxCent,
			Sconto30: s.Sconto30, PagamentoRidotto: s.PagamentoRidotto, Notturna: s.Notturna,
		}
	}
	return violazioni, tariffe
}
