package archivio

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// annunci are the messages that an event puts into the outbox: facts with the sequence of the fine,
// and the work that follows from it. s is the state after the event.
func annunci(s vita.Stato, e vita.Evento) []event.Corpo {
	id := s.ID.String()
	switch x := e.Dati.(type) {
	case vita.Inserito:
		return []event.Corpo{event.VerbaleInserito{IDVerbale: id, Sequenza: s.Sequenza,
			Procedura: string(s.Procedura), Fonte: string(x.Fonte)}}
	case vita.ValidatoDati:
		return stampe(s)
	case vita.AvvisiEmessi:
		avvisi := make([]string, 0, len(x.Avvisi))
		for _, a := range x.Avvisi {
			avvisi = append(avvisi, a.ID.String())
		}
		return []event.Corpo{event.AvvisoEmesso{IDVerbale: id, Sequenza: s.Sequenza, Avvisi: avvisi}}
	case vita.IntestatarioRichiesto:
		return []event.Corpo{event.LavoroTarga{IDVerbale: id, Motivo: x.Motivo}}
	case vita.IntestatarioTrovato:
		return []event.Corpo{event.LavoroPdf{IDVerbale: id, IDPosizione: e.Posizione.String()}}
	case vita.PosizioneAperta:
		if !s.InCorso() {
			return nil
		}
		return stampe(s)
	case vita.AnomaliaRisolta:
		if x.Conto != nil || !s.InCorso() { // what is opened again is told by riaperti
			return nil
		}
		return stampe(s)
	case vita.NotificaPerfezionata:
		return []event.Corpo{event.NotificaPerfezionata{IDVerbale: id, Sequenza: s.Sequenza, IDPosizione: e.Posizione.String(), Giorno: e.DataLegale.String()}}
	case vita.PagamentoRegistrato:
		return []event.Corpo{event.PagamentoRicevuto{IDVerbale: id, Sequenza: s.Sequenza, IDPagamento: x.ID.String(),
			ImportoCent: int64(x.ImportoCent), Debito: string(s.Debito), ResiduoCent: int64(x.Conto.ResiduoCent)}}
	case vita.AttoGenerato:
		d := x.Documenti[0]
		return []event.Corpo{event.AttoGenerato{IDVerbale: id, Sequenza: s.Sequenza,
			IDPosizione: e.Posizione.String(), IDDocumento: d.ID.String(), SHA256: d.SHA256}}
	}
	return nil
}

// stampe is the work for the acts that are still to be printed.
func stampe(s vita.Stato) []event.Corpo { return lavoriPdf(s.ID, s.DaStampare()) }

func lavoriPdf(verbale uuid.UUID, posizioni []uuid.UUID) []event.Corpo {
	var lavori []event.Corpo
	for _, p := range posizioni {
		lavori = append(lavori, event.LavoroPdf{IDVerbale: verbale.String(), IDPosizione: p.String()})
	}
	return lavori
}

// cambiato is the fact that sums a change up: what happened and where the axes are now.
func cambiato(s vita.Stato, eventi []vita.Evento) event.Corpo {
	c := event.VerbaleCambiato{IDVerbale: s.ID.String(), Sequenza: s.Sequenza, Eventi: make([]string, len(eventi)),
		Procedura: string(s.Procedura), Debito: string(s.Debito), Ricorso: string(s.Ricorso), Punti: string(s.Punti), Riscossione: string(s.Riscossione)}
	for i, e := range eventi {
		c.Eventi[i] = string(e.Tipo())
	}
	return c
}
