package tabella

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// Violazione is what an officer chooses and what the act says. Days are civil days in Italy; a row
// holds from ValidoDa to ValidoA, both included. A tablet that knows nothing of a later field reads the others as it did.
type Violazione struct {
	Codice        string   `json:"codice"`
	Base          string   `json:"base,omitempty"`
	Norma         string   `json:"norma"`
	Articolo      string   `json:"articolo"`
	Comma         string   `json:"comma"`
	CommaSanzione string   `json:"commaSanzione,omitempty"`
	AltriCommi    []string `json:"altriCommi,omitempty"`
	// Lettera is the letter of a row that holds for one alone, Lettere are all of them.
	Lettera string   `json:"lettera,omitempty"`
	Lettere []string `json:"lettere,omitempty"`
	// Classi are the classes in the words that tablets have always had, Veicoli all that the row is limited to.
	Classi     []sanzione.Classe `json:"classi,omitempty"`
	Veicoli    []sanzione.Classe `json:"veicoli,omitempty"`
	Recidiva   bool              `json:"recidiva"`
	Punti      int               `json:"punti"`
	Accessoria string            `json:"accessoria,omitempty"`
	Penale     bool              `json:"penale"`
	ValidoDa   calendario.Giorno `json:"validoDa"`
	ValidoA    calendario.Giorno `json:"validoA,omitzero"`
	Testo      string            `json:"testo"`

	TestoBreve       string                    `json:"testoBreve,omitempty"`
	Periodo          string                    `json:"periodo,omitempty"`
	ArticoloSanzione string                    `json:"articoloSanzione,omitempty"`
	PuntiIgnoti      bool                      `json:"puntiIgnoti,omitempty"`
	SospensioneBreve sanzione.SospensioneBreve `json:"sospensioneBreve,omitempty"`
	// Dubbio is what could not be confirmed of the row, for the officer who picks it.
	Dubbio string `json:"dubbio,omitempty"`
	// SostituitaDa are the codes among which the row was divided: nobody need be offered it any more.
	SostituitaDa []string `json:"sostituitaDa,omitempty"`
}

// Tariffa is what the violation of the same Codice and ValidoDa costs. Amounts are cents; both are 0
// for an offence, and for a codice that was divided from its first day.
type Tariffa struct {
	Codice           string            `json:"codice"`
	ValidoDa         calendario.Giorno `json:"validoDa"`
	ValidoA          calendario.Giorno `json:"validoA,omitzero"`
	MinimoCent       importo.Cent      `json:"minimoCent"`
	MassimoCent      importo.Cent      `json:"massimoCent"`
	Sconto30         sanzione.Sconto   `json:"sconto30"`
	PagamentoRidotto bool              `json:"pagamentoRidotto"`
	Notturna         bool              `json:"notturna"`

	// Modo says how often the band applies, up to PeriodiMassimi times (0: without a ceiling), Tariffa what the law adds.
	Modo           sanzione.Modo       `json:"modo,omitempty"`
	PeriodiMassimi int                 `json:"periodiMassimi,omitempty"`
	Tariffa        sanzione.Tariffa    `json:"tariffa,omitempty"`
	ScontoSe       sanzione.Condizione `json:"scontoSe,omitempty"`
	RidottoSe      sanzione.Condizione `json:"ridottoSe,omitempty"`
}

// dividi splits the rows into texts and amounts; source, checks and notes of a row are
// for administrators and do not travel.
func dividi(righe []sanzione.Sanzione) ([]Violazione, []Tariffa) {
	violazioni, tariffe := make([]Violazione, len(righe)), make([]Tariffa, len(righe))
	for i, s := range righe {
		violazioni[i] = Violazione{
			Codice: s.Codice, Base: s.Base, Norma: s.Norma(), Articolo: s.Articolo, Comma: s.Comma,
			CommaSanzione: s.CommaSanzione, AltriCommi: s.AltriCommi, Lettera: s.LetteraCitata(""), Lettere: s.Lettere(),
			Classi: classi(s), Veicoli: s.Classi, Recidiva: s.Recidiva, Punti: s.Punti, Accessoria: s.Accessoria, Penale: s.Penale,
			ValidoDa: s.ValidoDa, ValidoA: s.ValidoA, Testo: s.Testo, TestoBreve: s.TestoBreve, Periodo: s.Periodo,
			ArticoloSanzione: s.ArticoloSanzione, PuntiIgnoti: s.PuntiIgnoti, SospensioneBreve: s.SospensioneBreve, Dubbio: s.Dubbio,
			SostituitaDa: s.SostituitaDa,
		}
		tariffe[i] = Tariffa{
			Codice: s.Codice, ValidoDa: s.ValidoDa, ValidoA: s.ValidoA, MinimoCent: s.MinCent, MassimoCent: s.MaxCent,
			Sconto30: s.Sconto30, PagamentoRidotto: s.PagamentoRidotto, Notturna: s.Notturna,
			Modo: s.Modo, PeriodiMassimi: s.PeriodiMassimi, Tariffa: s.Tariffa, ScontoSe: s.ScontoSe, RidottoSe: s.RidottoSe,
		}
	}
	return violazioni, tariffe
}

// classi are the classes of a row in the words that tablets have always had: for them a motorcycle is a motor vehicle of
// category L. A row for other classes alone was one for any, unless it specialises another.
func classi(s sanzione.Sanzione) []sanzione.Classe {
	var note []sanzione.Classe
	for _, c := range s.Classi {
		switch c {
		case sanzione.Motociclo:
			c = sanzione.Motoveicolo
		case sanzione.Autocarro, sanzione.Autobus, sanzione.Velocipede, sanzione.Monopattino, sanzione.TrazioneAnimale:
			continue
		default: // as they have always been called
		}
		if !slices.Contains(note, c) {
			note = append(note, c)
		}
	}
	if len(note) == 0 && s.Base != "" {
		return s.Classi
	}
	return note
}
