package verbale

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// annunci are the messages that an event puts into the outbox: facts with the sequence of the fine,
// and the work that follows from it. s is the state after the event.
func annunci(s Stato, e Evento) []event.Corpo {
	id := s.ID.String()
	switch x := e.Dati.(type) {
	case Inserito:
		return []event.Corpo{event.VerbaleInserito{IDVerbale: id, Sequenza: s.Sequenza,
			Procedura: string(s.Procedura), Fonte: string(x.Fonte)}}
	case ValidatoDati:
		return daStampare(s)
	case AvvisiEmessi:
		avvisi := make([]string, 0, len(x.Avvisi))
		for _, a := range x.Avvisi {
			avvisi = append(avvisi, a.ID.String())
		}
		return []event.Corpo{event.AvvisoEmesso{IDVerbale: id, Sequenza: s.Sequenza, Avvisi: avvisi}}
	case IntestatarioRichiesto:
		return []event.Corpo{event.LavoroTarga{IDVerbale: id, Motivo: x.Motivo}}
	case IntestatarioTrovato:
		return []event.Corpo{event.LavoroPdf{IDVerbale: id, IDPosizione: e.Posizione.String()}}
	case PosizioneAperta:
		if !slices.Contains(inCorso(), s.Procedura) {
			return nil
		}
		return daStampare(s)
	case AnomaliaRisolta:
		if x.Conto != nil || !slices.Contains(inCorso(), s.Procedura) { // what is opened again is told by riaperto
			return nil
		}
		return daStampare(s)
	case NotificaPerfezionata:
		return []event.Corpo{event.NotificaPerfezionata{IDVerbale: id, Sequenza: s.Sequenza, IDPosizione: e.Posizione.String(), Giorno: e.DataLegale.String()}}
	case PagamentoRegistrato:
		return []event.Corpo{event.PagamentoRicevuto{IDVerbale: id, Sequenza: s.Sequenza, IDPagamento: x.ID.String(),
			ImportoCent: int64(x.ImportoCent), Debito: string(s.Debito), ResiduoCent: int64(x.Conto.ResiduoCent)}}
	case AttoGenerato:
		d := x.Documenti[0]
		return []event.Corpo{event.AttoGenerato{IDVerbale: id, Sequenza: s.Sequenza,
			IDPosizione: e.Posizione.String(), IDDocumento: d.ID.String(), SHA256: d.SHA256}}
	}
	return nil
}

// riaperto is the work for the acts of a fine whose debt a change opens again: that work was dropped when
// the debt closed.
func riaperto(prima, dopo Stato) []event.Corpo {
	if !prima.DebitoChiuso() || dopo.DebitoChiuso() || !slices.Contains(inCorso(), dopo.Procedura) {
		return nil
	}
	return daStampare(dopo)
}

// daStampare is the work for the positions whose person is known and who has no act in hand yet.
func daStampare(s Stato) []event.Corpo {
	var lavori []event.Corpo
	for _, p := range s.Posizioni {
		if daFare(s, p) && p.GiornoZero.IsZero() {
			lavori = append(lavori, event.LavoroPdf{IDVerbale: s.ID.String(), IDPosizione: p.ID.String()})
		}
	}
	return lavori
}

// cambiato is the fact that sums a change up: what happened and where the axes are now.
func cambiato(s Stato, eventi []Evento) event.Corpo {
	c := event.VerbaleCambiato{IDVerbale: s.ID.String(), Sequenza: s.Sequenza, Eventi: make([]string, len(eventi)),
		Procedura: string(s.Procedura), Debito: string(s.Debito), Ricorso: string(s.Ricorso), Punti: string(s.Punti), Riscossione: string(s.Riscossione)}
	for i, e := range eventi {
		c.Eventi[i] = string(e.Tipo())
	}
	return c
}
