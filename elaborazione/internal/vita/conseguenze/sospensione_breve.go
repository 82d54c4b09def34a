package conseguenze

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// SospensioneBreve is the short suspension of the licence that follows a violation of the row (art. 218-ter CdS), where the
// driver was identified at the check and the points left are known; no days where there is none. Whether the discount of
// 30 % is then due no source says: the command decides. The error is a *cds.Errore about the points.
func SospensioneBreve(riga sanzione.Sanzione, p *vita.Patente, giorno calendario.Giorno, identificato bool) (cds.EsitoSospensioneBreve, error) {
	if p == nil || riga.SospensioneBreve == "" {
		return cds.EsitoSospensioneBreve{}, nil
	}
	return cds.SospensioneBreve(cds.RichiestaSospensioneBreve{Data: giorno, Norma: riga.Norma(), Elencata: riga.SospensioneBreve == sanzione.BreveSi,
		Condizionata: riga.SospensioneBreve == sanzione.BreveCondizionata, Punti: p.Punti, Identificato: identificato, Incidente: p.Incidente})
}
