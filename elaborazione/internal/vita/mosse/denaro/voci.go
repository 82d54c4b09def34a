// Package denaro is what a person decides about the money of a fine: payments taken or given back, instalments, collection.
package denaro

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voci are the kinds of event about money and its collection that a person may record.
func Voci() map[verbale.TipoEvento]mossa.Voce {
	return map[verbale.TipoEvento]mossa.Voce{
		verbale.EventoPagamentoStornato:     mossa.SulVerbale[storno](),
		verbale.EventoRimborso:              mossa.SulVerbale[rimborso](),
		verbale.EventoSgravio:               mossa.SulVerbale[sgravio](),
		verbale.EventoDebitoSospeso:         mossa.SulVerbale[mossa.Fatto](),
		verbale.EventoDebitoRipreso:         mossa.SulVerbale[ripresa](),
		verbale.EventoRateizzazioneConcessa: mossa.SuPosizione[rateizzazione](),
		verbale.EventoRateizzazioneDecaduta: mossa.SuPosizione[decadenza](),
		verbale.EventoSollecitoInviato:      mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoCreditoSelezionato:    mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoIscrittoARuolo:        mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoIngiunzioneEmessa:     mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoCreditoRiscosso:       mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoCreditoInesigibile:    mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoCreditoDiscaricato:    mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoRiscossioneBloccata:   mossa.SuPosizione[mossa.Fatto](),
		verbale.EventoRiscossioneSbloccata:  mossa.ConStoria[sblocco](),
	}
}
