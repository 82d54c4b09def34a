package debito

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Misure are what violations cost within five days, within sixty, and after, in cents and without expenses; 0 where the
// law names no sum (artt. 202 and 203 c. 3 CdS).
func Misure(violazioni []lettura.Violazione) (m [3]importo.Cent, err error) {
	prezzi := Violazioni(violazioni)
	for i, giorni := range []int{0, cds.GiorniScontato + 1, cds.GiorniRidotto + 1} {
		d, err := cds.Dovuto(cds.Situazione{Violazioni: prezzi}, &giorni)
		if err != nil {
			return m, err
		}
		m[i] = d.TotaleCent
	}
	return m, nil
}
