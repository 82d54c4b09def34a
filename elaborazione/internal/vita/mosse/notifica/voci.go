// Package notifica is what a person decides about the service of a fine: attempts, their outcome, the day on which the law says that
// it took effect, its proof.
package notifica

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voci are the kinds of event about service that a person may record.
func Voci() map[verbale.TipoEvento]mossa.Voce {
	return map[verbale.TipoEvento]mossa.Voce{
		verbale.EventoSpeseAddebitate:      mossa.SuPosizione[addebito](),
		verbale.EventoNotificaAvviata:      mossa.SuPosizione[Invio](),
		verbale.EventoNotificaNonRiuscita:  mossa.SuPosizione[InvioFallito](),
		verbale.EventoNotificaPerfezionata: mossa.SuPosizione[Perfezionamento](),
		verbale.EventoNotificaRettificata:  mossa.SuPosizione[Rettifica](),
		verbale.EventoProvaContestata:      mossa.SuPosizione[prova](),
		verbale.EventoProvaConfermata:      mossa.SuPosizione[prova](),
		verbale.EventoRecapitoIndicato:     mossa.SuPosizione[recapito](),
		verbale.EventoViaScelta:            mossa.SuPosizione[via](),
	}
}
