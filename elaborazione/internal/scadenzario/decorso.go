package scadenzario

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	attore = "elaborazione"
	// AnomaliaSenzaAvviso is a term that passed without its notice.
	testoSenzaAvviso = "I sessanta giorni sono passati, ma al comando non restano numeri di avviso: per la posizione manca l'avviso dell'importo intero. Serve un nuovo intervallo di numeri."
)

// decorso says what the terms over before Oggi do to a fine.
type decorso struct {
	Oggi calendario.Giorno
	// Numeri are the notice numbers kept for positions whose sixty days are over; the empty one says that
	// the tenant has none left. A position that is not here waits for its turn.
	Numeri map[uuid.UUID]conseguenze.NumeroAvviso

	senza map[uuid.UUID]bool // fines that got an anomaly instead of a notice
}

// decidi gives the events of a fine, in order of term: none while something holds it (invariant b), nor
// for one imported with the history of another law.
func (d *decorso) decidi(s vita.Stato) ([]vita.Evento, error) {
	delete(d.senza, s.ID)
	if s.Importato {
		return nil, nil
	}
	var eventi []vita.Evento
	for _, z := range d.decorse(s) {
		if s.Fermo(z.Posizione) != "" {
			continue
		}
		nuovi, err := d.termine(s, z)
		if err != nil {
			return nil, err
		}
		for _, e := range nuovi {
			if s, err = vita.Applica(s, e); err != nil {
				return nil, err
			}
			eventi = append(eventi, e)
		}
	}
	return eventi, nil
}

// decorse are the terms that are over, whose turn it is, in order of day. The sixty days of a fine that the
// command has not accepted pass when it does: until then nothing is asked and nothing can be enforced.
func (d *decorso) decorse(s vita.Stato) (tutte []vita.Scadenza) {
	accettato := !slices.Contains(nonAccettati(), s.Procedura)
	for _, z := range s.Scadenze {
		_, prenotata := d.Numeri[z.Posizione]
		mia := z.Tipo == cds.PagamentoScontato5 || z.Tipo == cds.PagamentoRidotto60 && prenotata && accettato
		if mia && z.Fatta.IsZero() && z.Giorno.Before(d.Oggi) {
			tutte = append(tutte, z)
		}
	}
	slices.SortStableFunc(tutte, func(a, b vita.Scadenza) int {
		return cmp.Or(a.Giorno.DiffDays(b.Giorno), slices.Compare(a.Posizione[:], b.Posizione[:]), -cmp.Compare(a.Tipo, b.Tipo))
	})
	return tutte
}

// nonAccettati are the procedures of fines that wait for a person: served only where the report was handed
// over on the street.
func nonAccettati() []verbale.Procedura {
	return []verbale.Procedura{verbale.Rilevato, verbale.Preavvisato, verbale.DaValidare}
}

// termine is what the end of one term brings: its legal day is the day after the last useful one, and so
// is the day of the account; the notice asks for the sum due today.
func (d *decorso) termine(s vita.Stato, z vita.Scadenza) ([]vita.Evento, error) {
	x := vita.TermineDecorso{Quale: verbale.EventoScontoDecorso}
	if z.Tipo == cds.PagamentoRidotto60 {
		x.Quale = verbale.EventoRidottoDecorso
	}
	e := vita.Evento{Posizione: z.Posizione, DataLegale: z.Giorno.AddDays(1), Attore: attore}
	e.Deciso.Debito = s.Debito
	if prima, ok := s.Servita(); ok && prima.ID == z.Posizione && prezzoMobile(s.Debito) {
		c, err := s.ContoAl(e.DataLegale)
		if err != nil {
			return nil, err
		}
		if c.Conto.ResiduoCent > 0 && passa(s.Debito, c.Debito) {
			x.Conto, x.Spiegazione = &c.Conto, c.Spiegazione
			e.Deciso.Debito = c.Debito
		}
	}
	e.Dati = x
	if x.Quale == verbale.EventoScontoDecorso {
		return []vita.Evento{e}, nil
	}
	return d.conAvviso(s, e)
}

// prezzoMobile: the price of an instalment plan or of an order does not follow the terms of service.
func prezzoMobile(d verbale.Debito) bool {
	return d != verbale.NonEsigibile && d != verbale.DebitoOrdinanza && d != verbale.DebitoRateizzato
}

// passa reports that the end of a term may lead from a debt to another: a partial payment stays one.
func passa(da, a verbale.Debito) bool {
	ridotto := da == verbale.DebitoRidotto30 || da == verbale.DebitoRidotto
	return a == da || ridotto && (a == verbale.DebitoRidotto || a == verbale.DebitoIntero)
}

// conAvviso adds the notice of the sum due for the position after sixty days (art. 203 c. 3 CdS).
func (d *decorso) conAvviso(s vita.Stato, e vita.Evento) ([]vita.Evento, error) {
	if !prezzoMobile(s.Debito) {
		return []vita.Evento{e}, nil
	}
	p, err := s.DovutoAl(e.Posizione, d.Oggi)
	if err != nil {
		return nil, err
	}
	if p.DovutoCent == 0 || p.Tipo != cds.Intero && p.Tipo != cds.InteroMaggiorato {
		return []vita.Evento{e}, nil
	}
	numero := d.Numeri[e.Posizione]
	if numero.Numero == "" {
		d.senza[s.ID] = true
		e.Apre = &vita.Anomalia{ID: nuovoID(), Tipo: verbale.AnomaliaAvvisoMancante, Testo: testoSenzaAvviso}
		return []vita.Evento{e}, nil
	}
	a := vita.Avviso{ID: nuovoID(), Posizione: e.Posizione, Tipo: cds.Intero, NumeroAvviso: numero.Numero, IUV: numero.IUV, Ente: numero.Ente,
		ImportoCent: p.DovutoCent, SpeseCent: min(p.SpeseCent, p.DovutoCent-1)} // a partial payment may leave less than the expenses
	return []vita.Evento{e, {Posizione: e.Posizione, DataLegale: d.Oggi, Attore: attore,
		Dati: vita.AvvisiEmessi{Avvisi: []vita.Avviso{a}, Sostituiti: vivi(s, e.Posizione), Spiegazione: testi(p.Spiegazione)}}}, nil
}

// vivi are the notices of the position that the new one takes the place of: those of the reduced payment
// that just ended are not among them.
func vivi(s vita.Stato, posizione uuid.UUID) (ids []uuid.UUID) {
	for _, a := range s.AvvisiDi(posizione) {
		if a.Stato == verbale.AvvisoEmesso && a.Tipo != cds.Ridotto && a.Tipo != cds.Rata {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

func nuovoID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func testi(passi []cds.Passo) []string {
	tutti := make([]string, 0, len(passi))
	for _, x := range passi {
		tutti = append(tutti, x.Testo)
	}
	return tutti
}
