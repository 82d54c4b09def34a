package domicilio

import (
	"regexp"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Tipo is what an address is. Ordinary e-mail is kept as what it is: nothing is served by it.
type Tipo string

// The kinds of address.
const (
	PEC   Tipo = "PEC"
	SERCQ Tipo = "SERCQ" // a qualified service of certified delivery
	EMAIL Tipo = "EMAIL"
)

// The registers, as answers name them.
const (
	FonteInad   = string(verbale.ArchivioInad)
	FonteInipec = string(verbale.ArchivioInipec)
	FonteIpa    = string(verbale.ArchivioIpa)
)

// entiPubblici are the beginnings of the names of bodies that the IPA holds, as fines write them.
var entiPubblici = regexp.MustCompile(`(?i)^\s*(regione|provincia (di|del|della|autonoma)|comune (di|del|della)|comunit[aà]'? montana|citt[aà]'? metropolitana|` +
	`roma capitale|unione (di|dei|delle|comuni)|ministero|presidenza|prefettura|questura|tribunale|procura|agenzia (delle|del|della|regionale)|` +
	`camera di commercio|universit[aà]'? (degli|di|del|della)|istituto comprensivo|` +
	`azienda (sanitaria|ospedaliera|usl|ulss)|a\.?s\.?l\.?|a\.?u\.?s\.?l\.?)(\s|$)`)

// entePubblico reports that the IPA may hold a body: its tax code begins with 8 or 9, as no VAT number does, or its name on the
// fine is that of a public body.
func entePubblico(codice, denominazione string) bool {
	return codice[0] == '8' || codice[0] == '9' || entiPubblici.MatchString(denominazione)
}

// cifreEnte is how long the tax code of a body is.
const cifreEnte = 11

// Domicilio is an address that a register holds. Scelto is the one to use, of all those of a person at most one.
type Domicilio struct {
	Indirizzo   string     `json:"indirizzo"`
	Tipo        Tipo       `json:"tipo"`
	Fonte       string     `json:"fonte"`
	Professione string     `json:"professione,omitempty"`
	Fine        *time.Time `json:"fine,omitempty"` // of its validity
	Scelto      bool       `json:"scelto"`
}

// serve reports whether an act may be sent there at an instant.
func (d Domicilio) serve(adesso time.Time) bool {
	return d.Tipo != EMAIL && (d.Fine == nil || !d.Fine.Before(adesso))
}

// Scegli drops the domiciles ended before an instant and marks the one to use: the first certified domicile of the kind that
// the command prefers, else the first certified one.
func Scegli(tutti []Domicilio, preferenza string, adesso time.Time) []Domicilio {
	validi := []Domicilio{}
	for _, d := range tutti {
		if d.Fine == nil || !d.Fine.Before(adesso) {
			d.Scelto = false
			validi = append(validi, d)
		}
	}
	preferito := func(d Domicilio) bool {
		return d.serve(adesso) && (d.Professione != "") == (preferenza == domicili.DomicilioProfessionale)
	}
	i := slices.IndexFunc(validi, preferito)
	if i < 0 {
		i = slices.IndexFunc(validi, func(d Domicilio) bool { return d.serve(adesso) })
	}
	if i >= 0 {
		validi[i].Scelto = true
	}
	return validi
}

// fonti are the registers in the order in which they are asked: of persons INAD alone; of companies INI-PEC before it, of public
// bodies the IPA and then INI-PEC.
func (s Service) fonti(codice, denominazione string) (tutte []Fonte) {
	if len(codice) != cifreEnte {
		return []Fonte{s.Persone}
	}
	ordine := []Fonte{s.Imprese}
	if entePubblico(codice, denominazione) {
		ordine = []Fonte{s.Enti, s.Imprese}
	}
	for _, f := range ordine {
		if f != nil {
			tutte = append(tutte, f)
		}
	}
	return append(tutte, s.Persone)
}
