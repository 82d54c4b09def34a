// Package fascicolo is what a person decides about the file of a fine: its end, the anomalies that hold it, notes.
package fascicolo

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voci are the kinds of event about the file: its end, anomalies, notes that a person may record.
func Voci() map[verbale.TipoEvento]mossa.Voce {
	return map[verbale.TipoEvento]mossa.Voce{
		verbale.EventoRedatto:         mossa.SulVerbale[mossa.Fatto](),
		verbale.EventoScartato:        mossa.SulVerbale[chiusura](),
		verbale.EventoAnnullato:       mossa.SulVerbale[chiusura](),
		verbale.EventoArchiviato:      mossa.SulVerbale[chiusura](),
		verbale.EventoEstintoTermini:  mossa.SulVerbale[chiusura](),
		verbale.EventoEstintoDecesso:  mossa.SulVerbale[chiusura](),
		verbale.EventoDefinito:        mossa.SulVerbale[mossa.Fatto](),
		verbale.EventoAnomaliaAperta:  mossa.SuPosizione[segnalazione](),
		verbale.EventoAnomaliaRisolta: mossa.SulVerbale[soluzione](),
		verbale.EventoNotaAggiunta:    mossa.SuPosizione[nota](),
	}
}
