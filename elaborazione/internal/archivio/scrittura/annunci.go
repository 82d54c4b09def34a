package scrittura

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// annunci are the messages that an event puts into the outbox: facts with the sequence of the fine,
// and the work that follows from it. s is the state after the event, prima the one before. Which acts are to be
// printed follows from the two states, whatever the event.
func annunci(prima, s vita.Stato, e vita.Evento) []event.Corpo {
	attesi := vita.Attese(prima, s)
	if x, ok := e.Dati.(vita.AnomaliaRisolta); ok && x.Conto == nil && s.InCorso() {
		attesi = s.DaStampare() // what waited for a person is wanted as before: it is asked for again
	}
	return slices.Concat(fatti(s, e), lavoriPdf(s.ID, attesi), lavoriRettifica(s, e))
}

// lavoriRettifica is the work of telling each addressee who holds an act that less is asked of him.
func lavoriRettifica(s vita.Stato, e vita.Evento) []event.Corpo {
	if _, rettifica := e.Dati.(vita.RigaRettificata); !rettifica {
		return nil
	}
	var lavori []event.Corpo
	for _, p := range s.PosizioniVive() {
		if p.Soggetto != uuid.Nil && (p.Atto != uuid.Nil || !p.GiornoZero.IsZero()) {
			lavori = append(lavori, event.LavoroPdf{IDVerbale: s.ID.String(), IDPosizione: p.ID.String(), Rettifica: s.Sequenza})
		}
	}
	return lavori
}

// fatti are the messages of the event itself.
func fatti(s vita.Stato, e vita.Evento) []event.Corpo {
	id := s.ID.String()
	switch x := e.Dati.(type) {
	case vita.Inserito:
		return []event.Corpo{event.VerbaleInserito{IDVerbale: id, Sequenza: s.Sequenza,
			Procedura: string(s.Procedura), Fonte: string(x.Fonte)}}
	case vita.AvvisiEmessi:
		if len(x.Avvisi) == 0 { // some were taken back, and none is in their place
			return nil
		}
		avvisi := make([]string, 0, len(x.Avvisi))
		for _, a := range x.Avvisi {
			avvisi = append(avvisi, a.ID.String())
		}
		return []event.Corpo{event.AvvisoEmesso{IDVerbale: id, Sequenza: s.Sequenza, Avvisi: avvisi}}
	case vita.VisuraChiesta:
		return []event.Corpo{lavoroVisura(id, e.Posizione.String(), x.Registro)}
	case vita.IntestatarioRichiesto:
		return []event.Corpo{event.LavoroTarga{IDVerbale: id, Motivo: x.Motivo}}
	case vita.NotificaAvviata:
		return lavoroSend(s, e.Posizione, x)
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

// lavoroVisura is the question to a register of the State about the person of a position.
func lavoroVisura(id, posizione string, registro verbale.RegistroVisura) event.Corpo {
	if registro == verbale.VisuraDomicilio {
		return event.LavoroDomicilio{IDVerbale: id, IDPosizione: posizione, Motivo: string(verbale.MotivoNotifica)}
	}
	return event.LavoroVisura{IDVerbale: id, IDPosizione: posizione, Motivo: string(verbale.MotivoNotifica)}
}

// lavoroSend is the work of sending the act of an attempt that the platform itself makes.
func lavoroSend(s vita.Stato, posizione uuid.UUID, x vita.NotificaAvviata) []event.Corpo {
	p, _ := s.Posizione(posizione)
	if !x.Parte {
		return nil
	}
	l := event.LavoroSend{IDVerbale: s.ID.String(), IDPosizione: p.ID.String(), IDNotifica: x.IDNotifica.String(), IDDocumento: p.Atto.String(), SHA256: x.SHA256}
	if !x.Entro.IsZero() {
		l.Entro = x.Entro.String()
	}
	return []event.Corpo{l}
}

// lavoriPdf is the work of printing the acts of some positions.
func lavoriPdf(id uuid.UUID, posizioni []uuid.UUID) []event.Corpo {
	var lavori []event.Corpo
	for _, p := range posizioni {
		lavori = append(lavori, event.LavoroPdf{IDVerbale: id.String(), IDPosizione: p.String()})
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
