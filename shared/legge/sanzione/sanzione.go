// Package sanzione is the table of violations: amounts, points, accessory sanctions and the text of
// the act, in dated rows. A row is chosen by article, paragraph, letter, vehicle class and the DATE of
// the violation, never by today's date.
package sanzione

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Sconto says whether the 30 % discount of art. 202 c. 1 CdS is allowed.
type Sconto string

// The values of Sconto.
const (
	ScontoSi Sconto = "si"
	ScontoNo Sconto = "no"
	// ScontoCondizionato: suspension or confiscation only follow a repeat, so the first violation
	// keeps the discount; re-check the register when the fine is issued.
	ScontoCondizionato Sconto = "condizionato"
)

// Verifica says how well a row is founded. Administrators see it.
type Verifica string

// The values of Verifica.
const (
	Verificata   Verifica = "VERIFICATA"
	Derivata     Verifica = "DERIVATA" // computed from a verified figure
	DaVerificare Verifica = "DA_VERIFICARE"
)

// Classe is what the table needs to know of a vehicle.
type Classe string

// The vehicle classes. Empty is Autoveicolo.
const (
	Autoveicolo Classe = "AUTOVEICOLO"
	Motoveicolo Classe = "MOTOVEICOLO"
	Ciclomotore Classe = "CICLOMOTORE"
	Rimorchio   Classe = "RIMORCHIO"
	// Pesante is a vehicle of art. 142 c. 3 b, e, f, g, h, i, l: over 3.5 t, buses, dangerous goods and
	// others. No plate tells it: somebody must say so.
	Pesante Classe = "PESANTE"
)

// Valida reports that the class is one of the list.
func (c Classe) Valida() bool {
	switch c {
	case Autoveicolo, Motoveicolo, Ciclomotore, Rimorchio, Pesante:
		return true
	}
	return false
}

// Sanzione is one dated row. The same Codice runs through the decrees: Codice and ValidoDa together
// are unique.
type Sanzione struct {
	Codice string `json:"codice"`
	// Base is the codice of the ordinary row that this one specialises (by class or repeat), or empty.
	Base     string `json:"base,omitempty"`
	Articolo string `json:"articolo"`
	// Comma is the paragraph that names the row; CommaSanzione the one that sets the amounts, where it
	// is another. AltriCommi are further paragraphs by which the row is cited.
	Comma         string   `json:"comma"`
	CommaSanzione string   `json:"commaSanzione,omitempty"`
	AltriCommi    []string `json:"altriCommi,omitempty"`
	// Lettera is empty where any letter, or none, is meant.
	Lettera string `json:"lettera,omitempty"`
	// Classi limits the row to these classes; empty is any.
	Classi []Classe `json:"classi,omitempty"`
	// Recidiva marks a row that holds for a repeat only.
	Recidiva bool `json:"recidiva"`
	// MinCent and MaxCent are the band in euro cents; both zero for an offence. Rows that double or
	// halve another already carry their own figures: apply no further multiplier.
	MinCent importo.Cent `json:"minCent"`
	MaxCent importo.Cent `json:"maxCent"`
	// Punti are the points of art. 126-bis, before doubling for new drivers.
	Punti      int    `json:"punti"`
	Accessoria string `json:"accessoria,omitempty"`
	Sconto30   Sconto `json:"sconto30"`
	// PagamentoRidotto is false for the list of art. 202 c. 3-bis and for offences.
	PagamentoRidotto bool `json:"pagamentoRidotto"`
	Penale           bool `json:"penale"`
	// Notturna says that the night third may apply (art. 195 c. 2-bis).
	Notturna bool              `json:"notturna"`
	ValidoDa calendario.Giorno `json:"validoDa"`
	// ValidoA is the last day, zero while in force; a later row of the same codice also ends it.
	ValidoA calendario.Giorno `json:"validoA,omitzero"`
	// Orizzonte is the day up to which the amounts are known not to change; it ends nothing.
	Orizzonte calendario.Giorno `json:"orizzonte,omitzero"`
	Fonte     string            `json:"fonte"`
	Verifica  Verifica          `json:"verifica"`
	// Nota is for operators and administrators, not for the act.
	Nota string `json:"nota,omitempty"`
	// Testo is the sentence of the act.
	Testo string `json:"testo"`
}

// AmmetteSconto reports that the 30 % discount is allowed: always, or for a first violation where it
// is conditional.
func (s Sanzione) AmmetteSconto(recidiva bool) bool {
	return s.Sconto30 == ScontoSi || s.Sconto30 == ScontoCondizionato && !recidiva
}

// OltreOrizzonte reports that on the day of the violation nobody had checked whether a decree changed
// the amounts: the row still holds, and a person should look.
func (s Sanzione) OltreOrizzonte(violazione calendario.Giorno) bool {
	return !s.Orizzonte.IsZero() && violazione.After(s.Orizzonte)
}

// Violazione is the row as the amounts need it. inFasciaNotturna is what cds.Notturna says of the time of
// the violation; recidiva takes the conditional discount away.
func (s Sanzione) Violazione(inFasciaNotturna, recidiva bool) cds.Violazione {
	return cds.Violazione{
		Codice:                s.Codice,
		MinCent:               s.MinCent,
		MaxCent:               s.MaxCent,
		Sconto30:              s.AmmetteSconto(recidiva),
		SenzaPagamentoRidotto: !s.PagamentoRidotto,
		Reato:                 s.Penale,
		Notturna:              s.Notturna && inFasciaNotturna,
	}
}

// Citazione names a provision as a person writes it, "158 c. 2 lett. d"; an imported violation may have the
// article alone.
func Citazione(articolo, comma, lettera string) string {
	if comma != "" {
		articolo += " c. " + comma
	}
	if lettera != "" {
		articolo += " lett. " + lettera
	}
	return articolo
}

// Norma cites the row as an act does: "art. 158 c. 2 lett. d CdS", "L. 160/2019 art. 1 c. 75-novies".
func (s Sanzione) Norma() string {
	if s.Articolo == articoloMonopattini {
		return "L. 160/2019 art. 1 c. " + s.Comma
	}
	norma := "art. " + Citazione(s.Articolo, s.Comma, s.Lettera)
	if s.CommaSanzione != "" {
		norma += " e c. " + s.CommaSanzione
	}
	return norma + " CdS"
}

// articoloMonopattini stands for the paragraphs 75 and following of art. 1 L. 160/2019, the only rows
// outside the Code.
const articoloMonopattini = "L160/2019"

// perClasse reports that the row holds for the class.
func (s Sanzione) perClasse(c Classe) bool {
	return len(s.Classi) == 0 || slices.Contains(s.Classi, c)
}

// citata reports that the row may be cited by the paragraph.
func (s Sanzione) citata(comma string) bool {
	return comma == s.Comma || comma == s.CommaSanzione || slices.Contains(s.AltriCommi, comma)
}

// gruppo joins an ordinary row with those that specialise it.
func (s Sanzione) gruppo() string {
	if s.Base != "" {
		return s.Base
	}
	return s.Codice
}
