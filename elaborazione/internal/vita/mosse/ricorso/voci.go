// Package ricorso is what a person decides about the appeals against a fine and the orders of the prefect.
package ricorso

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voci are the kinds of event about appeals and orders that a person may record.
func Voci() map[verbale.TipoEvento]mossa.Voce {
	return map[verbale.TipoEvento]mossa.Voce{
		verbale.EventoRicorsoPresentato:    mossa.SuPosizione[presentazione](),
		verbale.EventoRicorsoTrasmesso:     mossa.SuPosizione[passo](),
		verbale.EventoSospensivaConcessa:   mossa.SuPosizione[passo](),
		verbale.EventoSospensivaRevocata:   mossa.ConStoria[sospensivaRevocata](),
		verbale.EventoRicorsoAccolto:       mossa.SuPosizione[accoglimento](),
		verbale.EventoRicorsoRespinto:      mossa.SuPosizione[decisione](),
		verbale.EventoRicorsoRideterminato: mossa.SuPosizione[decisione](),
		verbale.EventoRicorsoInammissibile: mossa.SuPosizione[passo](),
		verbale.EventoRicorsoImpugnato:     mossa.SuPosizione[impugnazione](),
		verbale.EventoRicorsoDefinito:      mossa.SuPosizione[passo](),
		verbale.EventoOrdinanzaEmessa:      mossa.SuPosizione[ordinanzaEmessa](),
		verbale.EventoOrdinanzaNotificata:  mossa.SuPosizione[ordinanzaNotificata](),
	}
}
