package scrittura

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
)

// proietta writes the rows in which a fine differs after some events from what it was before them.
// The columns of a fine that no event changes are written where it is recorded.
func (w *scritture) proietta(prima, dopo vita.Stato, cambi cambi) {
	if prima.Sequenza > 0 {
		w.mutate.stato(dopo)
	}
	w.proiettaPosizioni(prima, dopo)
	w.proiettaNotifiche(prima, dopo)
	w.proiettaVisure(prima, dopo)
	w.proiettaScadenze(prima, dopo)
	w.proiettaAvvisi(prima, dopo, cambi)
	w.proiettaPagamenti(prima, dopo, cambi)
	w.proiettaRicorsi(prima, dopo)
	w.proiettaAnomalie(prima, dopo, cambi)
}

// cambi is what the events of a change say and the state does not hold.
type cambi struct {
	ora      time.Time
	pagatori map[uuid.UUID]string          // of the payments recorded
	risposte map[uuid.UUID]json.RawMessage // first answers to them
	esiti    map[uuid.UUID]string          // of the anomalies settled by a person
}

// cambiDi reads them from the events.
func (w *scritture) cambiDi(prima vita.Stato, ora time.Time, eventi []vita.Evento) cambi {
	c := cambi{ora: ora}
	for _, e := range eventi {
		switch x := e.Dati.(type) {
		case vita.PagamentoRegistrato:
			if c.pagatori == nil {
				c.pagatori, c.risposte = map[uuid.UUID]string{}, map[uuid.UUID]json.RawMessage{}
			}
			c.pagatori[x.ID], c.risposte[x.ID] = x.Pagatore, w.json(x.Risposta())
		case vita.AnomaliaRisolta:
			if c.esiti == nil {
				c.esiti = map[uuid.UUID]string{}
			}
			c.esiti[x.Anomalia] = x.Esito
		case vita.VisuraApplicata:
			c.decisa(prima, x.Visura, e.Causa)
		case vita.VisuraScartata:
			c.decisa(prima, x.Visura, e.Causa)
		}
	}
	return c
}

// decisa says how the anomaly of an answer of the registers of the State ended.
func (c *cambi) decisa(prima vita.Stato, visura uuid.UUID, causa string) {
	if v, ok := prima.Visura(visura); ok && v.Anomalia != uuid.Nil {
		if c.esiti == nil {
			c.esiti = map[uuid.UUID]string{}
		}
		c.esiti[v.Anomalia] = causa
	}
}

func (w *scritture) proiettaPosizioni(prima, dopo vita.Stato) {
	for i, p := range dopo.Posizioni {
		if i >= len(prima.Posizioni) {
			w.nuove.posizione(dopo.ID, p)
			continue
		}
		q := prima.Posizioni[i]
		q.Atto = p.Atto // in its own table
		if p != q {
			w.mutate.posizione(dopo.ID, p)
		}
	}
}

func (w *scritture) proiettaNotifiche(prima, dopo vita.Stato) {
	for i, n := range dopo.Notifiche {
		switch {
		case i >= len(prima.Notifiche):
			w.nuove.notifica(dopo.ID, n)
		case n != prima.Notifiche[i]:
			w.mutate.notifica(dopo.ID, n)
		}
	}
}

func (w *scritture) proiettaVisure(prima, dopo vita.Stato) {
	for i, v := range dopo.Visure {
		switch {
		case i >= len(prima.Visure):
			w.nuove.visura(dopo.ID, v)
		case v != prima.Visure[i]:
			w.mutate.visura(dopo.ID, v)
		}
	}
}

func (w *scritture) proiettaScadenze(prima, dopo vita.Stato) {
	for _, z := range dopo.Scadenze {
		era, c := prima.Scadenza(z.Posizione, z.Tipo)
		switch {
		case !c:
			w.nuove.scadenza(dopo.ID, z)
		case z != era:
			w.mutate.scadenza(dopo.ID, z)
		}
	}
}

func (w *scritture) proiettaAvvisi(prima, dopo vita.Stato, c cambi) {
	for i, a := range dopo.Avvisi {
		switch {
		case i >= len(prima.Avvisi):
			w.nuove.avviso(dopo.ID, a, c.ora)
		case a != prima.Avvisi[i]:
			w.mutate.avviso(dopo.ID, a, c.ora)
		}
	}
}

func (w *scritture) proiettaPagamenti(prima, dopo vita.Stato, c cambi) {
	for i, p := range dopo.Pagamenti {
		switch {
		case i >= len(prima.Pagamenti):
			w.nuove.pagamento(dopo.ID, p, c.ora, c.pagatori[p.ID], c.risposte[p.ID])
		case p != prima.Pagamenti[i]:
			w.mutate.pagamento(dopo.ID, p, c.ora, "", nil)
		}
	}
}

func (w *scritture) proiettaRicorsi(prima, dopo vita.Stato) {
	for i, m := range dopo.Impugnazioni {
		switch {
		case i >= len(prima.Impugnazioni):
			w.nuove.ricorso(dopo.ID, m)
		case m != prima.Impugnazioni[i]:
			w.mutate.ricorso(dopo.ID, m)
		}
	}
}

func (w *scritture) proiettaAnomalie(prima, dopo vita.Stato, c cambi) {
	for _, a := range prima.Anomalie {
		if !tra(a, dopo.Anomalie) {
			w.mutate.anomalia(dopo.ID, a, &c.ora, c.esiti[a.ID])
		}
	}
	for _, a := range dopo.Anomalie {
		if !tra(a, prima.Anomalie) {
			w.nuove.anomalia(dopo.ID, a, nil, "")
		}
	}
}

// tra reports that the anomaly is one of these.
func tra(a vita.Anomalia, altre []vita.Anomalia) bool {
	return slices.ContainsFunc(altre, func(b vita.Anomalia) bool { return b.ID == a.ID })
}
