package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// rendiRate: an instalment is paid only as long as its money is not taken back; of a plan that ended
// nothing may be paid again.
func (s *Stato) rendiRate() {
	piano := s.ultimePiano()
	resta := s.IncassatoPer(piano)
	sola := func(a Avviso) bool {
		return slices.ContainsFunc(s.Pagamenti, func(p Pagamento) bool {
			return p.Avviso == a.ID && p.Stornato.IsZero() && p.ImportoCent >= a.ImportoCent
		})
	}
	inPiano := map[uuid.UUID]bool{}
	for _, a := range piano {
		if inPiano[a.ID] = true; a.Stato == verbale.AvvisoPagato && sola(a) {
			resta -= a.ImportoCent
		}
	}
	for i, a := range s.Avvisi {
		if a.Tipo != cds.Rata || a.Stato != verbale.AvvisoPagato || sola(a) {
			continue
		}
		if inPiano[a.ID] && resta >= a.ImportoCent {
			resta -= a.ImportoCent
			continue
		}
		s.Avvisi[i].Stato = verbale.AvvisoSostituito
		switch {
		case inPiano[a.ID] && s.DebitoChiuso():
			s.Avvisi[i].Stato = verbale.AvvisoAnnullato
		case inPiano[a.ID]:
			s.Avvisi[i].Stato = verbale.AvvisoEmesso
		}
	}
}

// rendiPagati: a notice whose money was taken back was not paid; while the debt is closed it is void.
func (s *Stato) rendiPagati() {
	for i, a := range s.Avvisi {
		pagato := slices.ContainsFunc(s.Pagamenti, func(p Pagamento) bool { return p.Avviso == a.ID && p.Stornato.IsZero() })
		if a.Stato == verbale.AvvisoPagato && a.Tipo != cds.Rata && s.DebitoChiuso() && !pagato {
			s.Avvisi[i].Stato = verbale.AvvisoAnnullato
		}
	}
}

// RateInCorso are the notices of a plan of instalments in force: one of them may still be paid.
func (s Stato) RateInCorso() []Avviso {
	rate := s.ultimePiano()
	if !slices.ContainsFunc(rate, func(a Avviso) bool { return a.Stato == verbale.AvvisoEmesso }) {
		return nil
	}
	return rate
}

// ultimePiano are the notices of the plan granted last, in order; none once something else was asked of
// the position in their place, as when the benefit is lost.
func (s Stato) ultimePiano() []Avviso {
	var rate []Avviso
	for _, a := range s.Avvisi {
		sua := len(rate) > 0 && rate[0].Posizione == a.Posizione
		switch {
		case a.Tipo == cds.Rata && a.Stato != verbale.AvvisoSostituito && (sua || len(rate) == 0):
			rate = append(rate, a)
		case a.Tipo == cds.Rata && a.Stato != verbale.AvvisoSostituito:
			rate = []Avviso{a}
		case sua:
			rate = nil
		}
	}
	return rate
}

// IncassatoPer is what came in for a plan: all that was paid since it was granted, by whatever notice or
// none. A sum paid before is already off its instalments.
func (s Stato) IncassatoPer(rate []Avviso) importo.Cent {
	var piano, nominati importo.Cent
	for _, a := range rate {
		piano += a.ImportoCent
		for _, p := range s.Pagamenti {
			if p.Avviso == a.ID && p.Stornato.IsZero() {
				nominati += p.ImportoCent
			}
		}
	}
	prima := max(0, s.Conto.PrezzoCent-piano)
	// An advance from before the plan that is taken back leaves the payments of the plan's notices.
	return max(s.VersatoCent()-prima, nominati)
}
