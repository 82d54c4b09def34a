// Package violazione is what a person decides about the violations of a fine: the row of the table that prices each, the device that
// found it, the repeat, the acceptance of the fine once every row is certain.
package violazione

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voci are the kinds of event about the rows that price the violations, the device that found them, the repeat that a person may record.
func Voci() map[verbale.TipoEvento]mossa.Voce {
	return map[verbale.TipoEvento]mossa.Voce{
		verbale.EventoValidato:                   mossa.SulVerbale[validazione](),
		verbale.EventoViolazioneScelta:           mossa.SulVerbale[SceltaRiga](),
		verbale.EventoDispositivoIndicato:        mossa.SulVerbale[dispositivoIndicato](),
		verbale.EventoViolazioneRettificata:      mossa.SulVerbale[rettificaRiga](),
		verbale.EventoAssicurazioneRegolarizzata: mossa.SulVerbale[regolarizzazione](),
	}
}
