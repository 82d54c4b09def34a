package verbale

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Dovuto is the sum that closes the debt on a day for a position, with the steps that lead there
// (shared/legge/debito).
func (v *Verbale) Dovuto(p lettura.Posizione, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	e, err := debito.Di(&v.Verbale).Dovuto(p.ID.String(), oggi)
	if err != nil {
		return e, fmt.Errorf("verbale %s: %w", v.ID, err)
	}
	return e, nil
}
