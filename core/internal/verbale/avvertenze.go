package verbale

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// avvertenza is what the fine said of itself when it came in.
type avvertenza struct {
	nome  verbale.Avvertenza
	testo string
}

// trattengono are the warnings for which the fine waits to be validated; none once it is.
func (v *Verbale) trattengono() []avvertenza { return v.avvertenze(true) }

// altreAvvertenze are the others.
func (v *Verbale) altreAvvertenze() []avvertenza { return v.avvertenze(false) }

func (v *Verbale) avvertenze(trattengono bool) (tutte []avvertenza) {
	for _, scritta := range v.AvvertenzeIngresso {
		nome, testo := verbale.LeggiAvvertenza(scritta)
		if (v.Procedura == verbale.DaValidare && nome.Trattiene() && !v.completata(nome)) == trattengono {
			tutte = append(tutte, avvertenza{nome, testo})
		}
	}
	return tutte
}

// completata reports a warning about the device whose data a person has since given: the law has nothing against them.
func (v *Verbale) completata(nome verbale.Avvertenza) bool {
	del := []verbale.Avvertenza{verbale.AvvertenzaDispositivoMancante, verbale.AvvertenzaDispositivoIncompleto, verbale.AvvertenzaTaratura}
	return slices.Contains(del, nome) && slices.ContainsFunc(v.Eventi, func(e lettura.Evento) bool { return e.Tipo == verbale.EventoDispositivoIndicato })
}
