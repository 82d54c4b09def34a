package cds_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// A doubled band cites the article of its own violation; without a codice any of the three may be meant.
func TestRaddoppioCitaIlSuoArticolo(t *testing.T) {
	t.Parallel()
	for codice, norma := range map[string]string{
		"142-8":   "art. 142 c. 11 CdS",
		"80-14-1": "art. 80 c. 14 CdS",
		"193-2":   "art. 193 c. 2-bis CdS",
		"":        "artt. 80 c. 14, 142 c. 11, 193 c. 2-bis CdS",
	} {
		t.Run(norma, func(t *testing.T) {
			t.Parallel()
			passi, err := cds.Violazione{Codice: codice, MinCent: 17300, MaxCent: 69400, Moltiplicatore: cds.Doppio}.Spiega()
			if err != nil || len(passi) != 3 || passi[1].Regola != "IMPORTI_RADDOPPIATI" || passi[1].Norma != norma {
				t.Errorf("%+v, %v", passi, err)
			}
		})
	}
}
