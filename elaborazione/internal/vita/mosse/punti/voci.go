// Package punti is what a person decides about the driver and the points of the licence (art. 126-bis CdS).
package punti

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voci are the kinds of event about the driver and the points that a person may record.
func Voci() map[verbale.TipoEvento]mossa.Voce {
	return map[verbale.TipoEvento]mossa.Voce{
		verbale.EventoConducenteRichiesto: mossa.SuPosizione[richiestaConducente](),
		verbale.EventoConducenteRicevuto:  mossa.SulVerbale[DatiConducente](),
		verbale.EventoConducenteOmesso:    mossa.SuPosizione[omissioneConducente](),
		verbale.EventoPuntiDaComunicare:   mossa.SulVerbale[daComunicare](),
		verbale.EventoPuntiComunicati:     mossa.SulVerbale[mossa.Fatto](),
		verbale.EventoPuntiScartati:       mossa.SulVerbale[mossa.Fatto](),
	}
}
