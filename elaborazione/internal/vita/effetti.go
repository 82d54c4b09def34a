package vita

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// deriva works out again what follows from the rest: sum printed, day and term of the position served
// first.
func (s *Stato) deriva() {
	s.ImportoCent = s.minimo()
	s.DataNotifica, s.ScadenzaPagamento = calendario.Giorno{}, calendario.Giorno{}
	if p, ok := s.Servita(); ok {
		s.DataNotifica = p.GiornoZero
		if z, ok := s.Scadenza(p.ID, cds.PagamentoRidotto60); ok {
			s.ScadenzaPagamento = z.Giorno
		}
	}
}

// minimo is the smallest sum printed on the notices; of an imported fine, which has none of ours, the
// minima of its violations.
func (s *Stato) minimo() (c importo.Cent) {
	for _, a := range s.Avvisi {
		if a.Stato != verbale.AvvisoSostituito && (c == 0 || a.ImportoCent < c) {
			c = a.ImportoCent
		}
	}
	if c == 0 && s.Importato {
		for _, v := range s.Violazioni {
			c += v.MinimoCent
		}
	}
	return c
}
