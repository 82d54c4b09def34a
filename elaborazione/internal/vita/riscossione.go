package vita

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// NonEsecutivo says why the debt has no title yet: an advance within the term gives none, and an order does only thirty days
// after its service (artt. 203 c. 3, 204 and 206 CdS).
func (s Stato) NonEsecutivo(e Evento) string {
	switch s.Debito {
	case verbale.DebitoOrdinanza:
		if !s.Importato {
			return s.nonOrdinato(e)
		}
	case verbale.PagatoParziale:
		if !s.Importato && len(s.ordini(e.Posizione)) > 0 {
			return s.nonOrdinato(e)
		}
		p, _ := s.Servita()
		z, ok := s.Scadenza(p.ID, cds.PagamentoRidotto60)
		if ok && !e.DataLegale.After(z.Giorno) || !ok && !s.Importato {
			return "il termine per pagare non è decorso"
		}
	default: // INTERO came after its term; the table admits no other
	}
	return ""
}
