// Package verbale reads the fines of a tenant for the operators' pages, from the views that
// elaborazione publishes, and asks elaborazione for what they decide. It writes nothing but who has looked.
package verbale

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/costo"
	"github.com/piattaforma-verbali/verbali/core/internal/morto"
	"github.com/piattaforma-verbali/verbali/core/internal/registri"
)

// Verbale is a whole fine, with what the registry of vehicles and the works about it say.
type Verbale struct {
	lettura.Verbale

	Indagine   *Indagine // nil: nobody has to decide from one
	Avvertenze []string  // on the answer of the registry that named the owner
	Attesa     *Attesa   // nil: no answer is waited for
	Morti      []morto.Lavoro
	Spese      []costo.Spesa // of the questions that registers were asked for it; none: nothing was, or nobody may see

	Registri []registri.Attesa // of the State, that have not answered about its persons

	tabella *sanzione.Tabella // of violations, in use; nil where it is not known yet
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
