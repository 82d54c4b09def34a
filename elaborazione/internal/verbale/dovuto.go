package verbale

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// DovutoAl is what closes the debt on a day for a position, with the steps that lead there.
func (s Stato) DovutoAl(posizione uuid.UUID, giorno calendario.Giorno) (cds.EsitoDovuto, error) {
	return s.daPrezzare().Dovuto(oVuoto(posizione), giorno)
}
