package verbale

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// termini are the last days of the payments that the notices allow, from the day of service (art. 202
// c. 1 CdS).
func termini(avvisi []cds.Avviso, servito calendario.Giorno) ([]Scadenza, error) {
	var tutti []Scadenza
	for _, a := range avvisi {
		tipo, ok := a.Tipo.Scadenza()
		if !ok {
			continue
		}
		ultimo, err := cds.UltimoGiorno(tipo, servito)
		if err != nil {
			return nil, fmt.Errorf("verbale: scadenza %s: %w", tipo, err)
		}
		tutti = append(tutti, Scadenza{Tipo: tipo, Giorno: ultimo})
	}
	return tutti, nil
}
