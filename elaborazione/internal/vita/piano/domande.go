// Package piano says what comes next for a position, and in which order: the registers to ask before its act is printed.
package piano

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Domande is what a command has the registers of the State asked before an act is printed: owner, residence, domicile, act. The
// zero value asks nothing.
type Domande struct {
	Residenza, Domicilio bool
	Sede                 bool // the residence of a company is its registered office, which the command can ask for
	Giorni               int  // for how many days an answer about the residence is good
}

// cifrePersona is the length of the tax code of a person, which alone the population register holds.
const cifrePersona = 16

// CifreEnte is the length of the tax code of a company or a public body.
const CifreEnte = 11

// risiede reports whether a register can say where somebody is to be served: the population register of a person, the business
// register of a company where the command is connected to it. A public body is in neither.
func (x Domande) risiede(chi vita.Soggetto) bool {
	if len(chi.CodiceFiscale) == CifreEnte {
		return x.Sede && chi.CodiceFiscale[0] < '8'
	}
	return chi.Tipo == vita.Persona && len(chi.CodiceFiscale) == cifrePersona
}

// Chiede reports that the command has a register asked.
func (x Domande) Chiede(r verbale.RegistroVisura) bool {
	return r == verbale.VisuraResidenza && x.Residenza || r == verbale.VisuraDomicilio && x.Domicilio
}

// Rinuncia sets aside those of some questions that wait for the answer of a register which the command no longer has asked.
func Rinuncia(s vita.Stato, spenti []verbale.RegistroVisura, domande []uuid.UUID) []vita.Evento {
	var eventi []vita.Evento
	for _, v := range s.Visure {
		if v.Stato == verbale.VisuraChiesta && slices.Contains(spenti, v.Registro) && slices.Contains(domande, v.ID) {
			eventi = append(eventi, vita.Evento{Posizione: v.Posizione, Attore: vita.AttoreSistema,
				Causa: "Il comando non fa più chiedere a questo registro.", Dati: vita.VisuraScartata{Visura: v.ID}})
		}
	}
	return eventi
}

// Prossima is the register to ask now about the person of a position, the next step that is not skipped nor fresh; false: none
// is left. An answer about a domicile is worth its day.
func (x Domande) Prossima(s vita.Stato, p vita.Posizione, chi vita.Soggetto, oggi calendario.Giorno) (verbale.RegistroVisura, bool) {
	if !p.Aperta() || s.Importato || p.Soggetto == uuid.Nil || chi.CodiceFiscale == "" {
		return "", false
	}
	switch {
	case x.Residenza && x.risiede(chi) && !fresca(s, p, verbale.VisuraResidenza, oggi, x.Giorni):
		return verbale.VisuraResidenza, true
	case x.Domicilio && !fresca(s, p, verbale.VisuraDomicilio, oggi, 1):
		return verbale.VisuraDomicilio, true
	}
	return "", false
}

// fresca reports that the person of a position was asked about within so many days, today included, or that a person does
// without.
func fresca(s vita.Stato, p vita.Posizione, registro verbale.RegistroVisura, oggi calendario.Giorno, giorni int) bool {
	for _, v := range s.Visure {
		if v.Posizione == p.ID && v.Registro == registro && v.Soggetto == p.Soggetto && !v.Stato.InAttesa() &&
			(v.Stato == verbale.VisuraScartata || v.Giorno.AddDays(giorni).After(oggi)) {
			return true
		}
	}
	return false
}

// Domiciliato reports that the last answer about a domicile of the person of a position has one.
func Domiciliato(s vita.Stato, p vita.Posizione) (trovato bool) {
	for _, v := range s.Visure {
		if v.Posizione == p.ID && v.Registro == verbale.VisuraDomicilio && v.Soggetto == p.Soggetto {
			trovato = v.Stato == verbale.VisuraTrovata
		}
	}
	return trovato
}

// Chiedi is the question about a position, asked by the platform.
func Chiedi(p vita.Posizione, registro verbale.RegistroVisura) vita.Evento {
	return vita.Evento{Posizione: p.ID, Attore: vita.AttoreSistema, Dati: vita.VisuraChiesta{Visura: vita.NuovoID(), Registro: registro, Soggetto: p.Soggetto}}
}
