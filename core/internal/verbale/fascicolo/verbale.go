// Package fascicolo is a fine as the operators' pages read it: from the views that elaborazione publishes, with the answers
// of the registers about it. It writes nothing but who has looked.
package fascicolo

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/morto"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/registri"
)

// Verbale is a whole fine, with what the registry of vehicles and the works about it say.
type Verbale struct {
	lettura.Verbale

	Indagine   *Indagine // nil: nobody has to decide from one
	Avvertenze []string  // on the answer of the registry that named the owner
	Attesa     *Attesa   // nil: no answer is waited for
	Morti      []morto.Lavoro
	Spese      []libro.Spesa // of the questions that registers were asked for it; none: nothing was, or nobody may see

	Registri []registri.Attesa    // of the State, that have not answered about its persons
	Domicili []registri.Domicilio // of its persons; none where the reader sees no person

	Tabella *sanzione.Tabella // of violations, in use; nil where it is not known yet
}

// taci hides what somebody wrote freely and why a person must decide: a registry may have said that the
// owner is dead, under age or robbed.
func (v *Verbale) taci() {
	for i := range v.Eventi {
		v.Eventi[i].Causa = ""
	}
	for i := range v.Posizioni {
		if v.Posizioni[i].Chiusa != "" {
			v.Posizioni[i].Chiusa = "con questo ruolo il motivo non si vede"
		}
	}
	v.AvvertenzeIngresso = verbale.SenzaPersone(v.AvvertenzeIngresso)
	for i := range v.Anomalie {
		v.Anomalie[i].Testo = "con questo ruolo il motivo non si vede"
	}
}

// DomicilioDi is what the registers said of the digital domicile of who stands at a position.
func (v *Verbale) DomicilioDi(posizione uuid.UUID) (righe []string) {
	for _, d := range v.Domicili {
		if d.Posizione == posizione {
			righe = append(righe, d.Righe()...)
		}
	}
	return righe
}

// Manca reports that a position waits for its person.
func (v *Verbale) Manca() bool {
	_, manca := v.SenzaPersona()
	return manca
}

// AltriNoti reports that a position of an accepted fine waits for its person and another has hers.
func (v *Verbale) AltriNoti() bool {
	p, manca := v.SenzaPersona()
	return manca && v.Procedura != verbale.DaValidare && v.AltriOltre(p)
}

// AltriOltre reports that somebody else than the person of a position answers.
func (v *Verbale) AltriOltre(posizione uuid.UUID) bool {
	return slices.ContainsFunc(v.Posizioni, func(p lettura.Posizione) bool { return p.ID != posizione && p.Noto && p.Chiusa == "" })
}

// SenzaPersona is the first position whose person is not known and is still looked for.
func (v *Verbale) SenzaPersona() (uuid.UUID, bool) {
	i := slices.IndexFunc(v.Posizioni, func(p lettura.Posizione) bool { return !p.Noto && p.Chiusa == "" })
	if i < 0 {
		return uuid.Nil, false
	}
	return v.Posizioni[i].ID, true
}

// DiAnomalia is the position that an anomaly is about: the one about a term has its id.
func (v *Verbale) DiAnomalia(id uuid.UUID) uuid.UUID {
	i := slices.IndexFunc(v.Anomalie, func(a lettura.Anomalia) bool { return a.ID == id && a.Posizione != uuid.Nil })
	if i < 0 {
		return id
	}
	return v.Anomalie[i].Posizione
}

// Sequenza is the last event that the page shows.
func (v *Verbale) Sequenza() int {
	if len(v.Eventi) == 0 {
		return 0
	}
	return v.Eventi[len(v.Eventi)-1].Sequenza
}

// IndirizzoElenco is the address of the list; a fine is below it.
const IndirizzoElenco = pagine.Base + "verbali"
