package scrittura

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// cifreAG are the digits of the code of a judicial act before its check digit.
const cifreAG = 11

// CodiceAG takes the next code of a judicial act from the tenant's ranges, the first that has room: it is
// used or lost, never given twice. Empty: the carrier gave the tenant no range, and acts are printed without.
// 503 INTERVALLO_ESAURITO when no range has room.
func (s *Scrittore) CodiceAG(ctx context.Context, intervalli []anagrafe.IntervalloAG) (string, error) {
	if len(intervalli) == 0 {
		return "", nil
	}
	for _, i := range intervalli {
		p, preso, err := s.prossimo(ctx, &s.codiciAG, i.ID, cifreAG-len(i.Prefisso))
		if err != nil {
			return "", err
		}
		if codice, ok := raccomandata.ComponiNazionale(i.Prefisso + p.cifre); preso && ok {
			return codice, nil
		}
	}
	return "", problem.NonDisponibile("INTERVALLO_ESAURITO", "Al comando non restano codici di atti giudiziari: serve un altro intervallo del recapitista.")
}
