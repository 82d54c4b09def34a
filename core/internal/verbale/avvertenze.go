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
func (v *Verbale) trattengono() []avvertenza {
	return v.avvertenze(func(a verbale.Avvertenza) bool { return v.Procedura == verbale.DaValidare && v.aperta(a) })
}

// risolte are those for which it waited, and which an event has settled since, while it waits for others or to be validated.
func (v *Verbale) risolte() []avvertenza {
	return v.avvertenze(func(a verbale.Avvertenza) bool {
		return v.Procedura == verbale.DaValidare && a.Trattiene() && !v.aperta(a)
	})
}

// altreAvvertenze are the others, all of them once the fine is validated.
func (v *Verbale) altreAvvertenze() []avvertenza {
	return v.avvertenze(func(a verbale.Avvertenza) bool { return v.Procedura != verbale.DaValidare || !a.Trattiene() })
}

func (v *Verbale) aperta(a verbale.Avvertenza) bool { return slices.Contains(v.AvvertenzeAperte, a) }

func (v *Verbale) avvertenze(quali func(verbale.Avvertenza) bool) (tutte []avvertenza) {
	for _, scritta := range v.AvvertenzeIngresso {
		if nome, testo := verbale.LeggiAvvertenza(scritta); quali(nome) {
			tutte = append(tutte, avvertenza{nome, testo})
		}
	}
	return tutte
}

// anomalieRisolte are the anomalies that were open once, the last settled first.
func (v *Verbale) anomalieRisolte() []lettura.Anomalia {
	chiuse := slices.DeleteFunc(slices.Clone(v.Anomalie), func(a lettura.Anomalia) bool { return a.Chiusa == nil })
	slices.SortStableFunc(chiuse, func(a, b lettura.Anomalia) int { return b.Chiusa.Compare(*a.Chiusa) })
	return chiuse
}
