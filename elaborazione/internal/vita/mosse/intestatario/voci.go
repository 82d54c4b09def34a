// Package intestatario is what a person decides about who answers for a fine: the positions, the persons written or chosen among the
// answers of the registers, their addresses.
package intestatario

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voci are the kinds of event about who answers that a person may record.
func Voci() map[verbale.TipoEvento]mossa.Voce {
	return map[verbale.TipoEvento]mossa.Voce{
		verbale.EventoIntestatarioRichiesto: mossa.SuPosizione[ricerca](),
		verbale.EventoIntestatarioTrovato:   mossa.SuPosizione[nomina](),
		verbale.EventoPosizioneAperta:       mossa.SulVerbale[Apertura](),
		verbale.EventoPosizioneChiusa:       mossa.SuPosizione[chiusuraPosizione](),
		verbale.EventoVisuraChiesta:         mossa.SuPosizione[visura](),
		verbale.EventoVisuraApplicata:       mossa.SuPosizione[visura](),
		verbale.EventoVisuraScartata:        mossa.SuPosizione[visura](),
	}
}
