package fascicolo

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// avvertenza is what the fine said of itself when it came in.
type avvertenza struct {
	Nome  verbale.Avvertenza
	Testo string
}

// Trattengono are the warnings for which the fine waits to be validated; none once it is.
func (v *Verbale) Trattengono() []avvertenza {
	return v.avvertenze(func(a verbale.Avvertenza) bool { return v.Procedura == verbale.DaValidare && v.aperta(a) })
}

// Risolte are those for which it waited, and which an event has settled since, while it waits for others or to be validated.
func (v *Verbale) Risolte() []avvertenza {
	return v.avvertenze(func(a verbale.Avvertenza) bool {
		return v.Procedura == verbale.DaValidare && a.Trattiene() && !v.aperta(a)
	})
}

// AltreAvvertenze are the others, all of them once the fine is validated.
func (v *Verbale) AltreAvvertenze() []avvertenza {
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

// AnomalieRisolte are the anomalies that were open once, the last settled first.
func (v *Verbale) AnomalieRisolte() []lettura.Anomalia {
	chiuse := slices.DeleteFunc(slices.Clone(v.Anomalie), func(a lettura.Anomalia) bool { return a.Chiusa == nil })
	slices.SortStableFunc(chiuse, func(a, b lettura.Anomalia) int { return b.Chiusa.Compare(*a.Chiusa) })
	return chiuse
}

// DaDecidere are the anomalies that still wait for a person: the same that the list finds (aperte).
func (v *Verbale) DaDecidere() []lettura.Anomalia {
	chiuso := slices.Contains(verbale.ProcedureSenzaPagare(), v.Procedura)
	return slices.DeleteFunc(slices.Clone(v.Anomalie), func(a lettura.Anomalia) bool {
		return a.Chiusa != nil || chiuso && a.Tipo.Cade()
	})
}

// Ferma says why the state itself waits for a person where no anomaly says it; empty: it does not.
func (v *Verbale) Ferma() string {
	switch {
	case v.Procedura == verbale.IntestatarioIncerto && v.Manca() && !slices.ContainsFunc(v.DaDecidere(), diIntestatario):
		return verbale.AnomaliaIntestatarioIncerto.Parola() + ". " + verbale.AnomaliaIntestatarioIncerto.Rimedio()
	case v.Procedura == verbale.NonNotificabile:
		return "l'atto non ha raggiunto nessuno. Qui sotto: mandarlo di nuovo, registrare un esito arrivato dopo, chiudere quella posizione, " +
			"estinguere se il termine è passato (art. 201 c. 5 CdS), annullare in autotutela."
	}
	return ""
}
