package verbale

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// ripresa ends a hold: the debt is what the law makes it on the legal day.
type ripresa struct{ fatto }

func (d *ripresa) decidi(s Stato, m mossa) ([]Evento, error) {
	libero := s.copia()
	libero.Debito = NonEsigibile
	if len(s.rate()) > 0 {
		libero.Debito = DebitoRateizzato
	}
	conto, err := libero.ContoAl(m.giorno)
	if err != nil {
		return nil, err
	}
	x := Movimento{Quale: m.tipo, Riferimento: d.Riferimento}
	if s.Conto != (Conto{}) || conto.Debito == DebitoIntero {
		x.Conto = &conto.Conto
	}
	e := m.evento(x, uuid.Nil)
	e.Deciso.Debito = conto.Debito
	return []Evento{e}, nil
}

// rate are the notices of a plan of instalments in force: one of them may still be paid.
func (s Stato) rate() []Avviso {
	rate := s.ultimePiano()
	if !slices.ContainsFunc(rate, func(a Avviso) bool { return a.Stato == AvvisoEmesso }) {
		return nil
	}
	return rate
}

// ultimePiano are the notices of the plan granted last, in order; none once something else was asked of
// the position in their place, as when the benefit is lost.
func (s Stato) ultimePiano() []Avviso {
	var rate []Avviso
	for _, a := range s.Avvisi {
		sua := len(rate) > 0 && rate[0].Posizione == a.Posizione
		switch {
		case a.Tipo == cds.Rata && a.Stato != AvvisoSostituito && (sua || len(rate) == 0):
			rate = append(rate, a)
		case a.Tipo == cds.Rata && a.Stato != AvvisoSostituito:
			rate = []Avviso{a}
		case sua:
			rate = nil
		}
	}
	return rate
}

// incassatoPer is what came in for a plan: all that was paid since it was granted, by whatever notice or
// none. What had been paid before is already off its instalments.
func (s Stato) incassatoPer(rate []Avviso) importo.Cent {
	var piano, nominati importo.Cent
	for _, a := range rate {
		piano += a.ImportoCent
		for _, p := range s.Pagamenti {
			if p.Avviso == a.ID && p.Stornato.IsZero() {
				nominati += p.ImportoCent
			}
		}
	}
	prima := max(0, s.Conto.PrezzoCent-piano)
	// An advance of before the plan that is taken back leaves what was paid by the notices of the plan.
	return max(s.VersatoCent()-prima, nominati)
}

// pagateDa are the instalments that a payment, which s holds already, completes beside the one that it
// names: the money that no paid instalment takes fills the others in order.
func (s Stato) pagateDa(x Pagamento) (ids []uuid.UUID) {
	rate := s.rate()
	if len(rate) == 0 || s.Debito != DebitoRateizzato && s.Debito != Sospeso {
		return nil
	}
	resta := s.incassatoPer(rate)
	pagata := func(a Avviso) bool {
		return a.Stato == AvvisoPagato || a.ID == x.Avviso && x.ImportoCent >= a.ImportoCent
	}
	for _, a := range rate {
		if pagata(a) {
			resta -= a.ImportoCent
		}
	}
	for _, a := range rate {
		if pagata(a) {
			continue
		}
		if resta -= a.ImportoCent; resta < 0 {
			break
		}
		ids = append(ids, a.ID)
	}
	return ids
}

// rateizzazione grants the payment by instalments (art. 202-bis CdS) on the legal day of the event.
type rateizzazione struct {
	DataRichiesta string `json:"dataRichiesta"`
	RedditoCent   *int64 `json:"redditoCent"`
	Familiari     int    `json:"familiari"`
	NumeroRate    int    `json:"numeroRate"`
	PrimaRata     string `json:"primaRata"`
	Riferimento   string `json:"riferimento"`

	richiesta, prima calendario.Giorno
}

func (d *rateizzazione) controlla(v *vaglio, m *mossa) {
	if d.richiesta = v.giorno("dati.dataRichiesta", d.DataRichiesta); d.DataRichiesta == "" {
		v.rifiuta("dati.dataRichiesta", manca)
	}
	if d.richiesta.After(m.giorno) {
		v.rifiuta("dati.dataRichiesta", "segue la concessione")
	}
	v.cent("dati.redditoCent", d.RedditoCent, 0)
	d.Familiari = v.intero("dati.familiari", d.Familiari, 0, 100)
	d.NumeroRate = v.intero("dati.numeroRate", d.NumeroRate, 2, 60)
	if d.prima = v.giorno("dati.primaRata", d.PrimaRata); !d.prima.IsZero() && d.prima.Before(m.giorno) {
		v.rifiuta("dati.primaRata", "precede la concessione")
	}
	d.Riferimento = v.facoltativo("dati.riferimento", d.Riferimento, perRiferimento)
}

func (d *rateizzazione) decidi(s Stato, m mossa) ([]Evento, error) {
	p, err := m.su(s, func(p Posizione) bool { return p.Chiusa == "" && !p.GiornoZero.IsZero() })
	if err != nil {
		return nil, err
	}
	piano, err := d.piano(s, m, p)
	if err != nil {
		return nil, err
	}
	x := Rateizzazione{Rate: meno(piano.Rate, s.VersatoCent()), Riferimento: d.Riferimento}
	rateizzato := s.copia()
	rateizzato.Debito, rateizzato.Conto.PrezzoCent = DebitoRateizzato, piano.TotaleCent
	conto, err := rateizzato.ContoAl(m.giorno)
	if err != nil {
		return nil, err
	}
	x.Conto = &conto.Conto
	numeri, err := m.prendi(len(x.Rate))
	if err != nil {
		return nil, err
	}
	var voci []daEmettere
	for _, r := range x.Rate {
		voci = append(voci, daEmettere{p.ID, cds.Avviso{Tipo: cds.Rata, ImportoCent: r.ImportoCent, Giorni: r.Scadenza.DiffDays(p.GiornoZero)}})
	}
	avvisi := emessi(voci, numeri, piano.Spiegazione)
	avvisi.Sostituiti = s.pagabili(p.ID)
	return []Evento{m.evento(x, p.ID), m.oggiStesso(avvisi, uuid.Nil)}, nil
}

// piano asks the law: who may pay by instalments, how many, and how much each. What the law does not
// allow is refused with the condition that fails.
func (d *rateizzazione) piano(s Stato, m mossa, p Posizione) (cds.EsitoRate, error) {
	piano, err := cds.PianoRate(cds.RichiestaRate{
		Violazioni: s.prezzi(), SpeseCent: p.SpeseCent, RedditoCent: cent(d.RedditoCent), Familiari: d.Familiari,
		Notifica: p.GiornoZero, Richiesta: d.richiesta, RicorsoPresentato: s.Ricorso != RicorsoNessuno,
		Rate: d.NumeroRate, Accoglimento: m.giorno, PrimaRata: d.prima,
	})
	if difetto, ok := errors.AsType[*cds.Errore](err); ok {
		return piano, invariante(difetto.Motivo + " (art. 202-bis CdS)")
	}
	if err != nil {
		return piano, fmt.Errorf("verbale %s: rate: %w", s.ID, err)
	}
	var contro []string
	for _, c := range piano.Condizioni {
		if !c.Vale {
			contro = append(contro, strings.TrimSuffix(c.Testo, ".")+" ("+c.Norma+")")
		}
	}
	if len(contro) > 0 {
		return piano, invariante("la legge non consente le rate: " + strings.Join(contro, "; "))
	}
	return piano, nil
}

// meno takes what was paid already off the last instalments.
func meno(piano []cds.RataPiano, versato importo.Cent) []Rata {
	var rate []Rata
	for _, r := range piano {
		rate = append(rate, Rata{Numero: r.Numero, ImportoCent: r.ImportoCent, Scadenza: r.Scadenza})
	}
	for i := len(rate) - 1; i >= 0 && versato > 0; i-- {
		tolto := min(versato, rate[i].ImportoCent)
		versato -= tolto
		if rate[i].ImportoCent -= tolto; rate[i].ImportoCent == 0 {
			rate = rate[:i]
		}
	}
	return rate
}

// decadenza: the first instalment, or two later ones, were not paid: all that is left is due (art. 202-bis
// c. 7 CdS), with a notice in the place of those of the instalments. Within the sixty days of service it is
// what is owed on that day.
type decadenza struct{ fatto }

func (d *decadenza) decidi(s Stato, m mossa) ([]Evento, error) {
	rate := s.rate()
	p, ok := s.posizioneDelle(rate)
	if !ok {
		return nil, invariante("il verbale non ha rate")
	}
	piano, pagate := scadenzeDelle(rate, p, s.incassatoPer(rate))
	if persa, perche := cds.Decaduta(piano, pagate, m.giorno); !persa {
		return nil, invariante(strings.TrimSuffix(perche.Testo, "."))
	}
	intero := s.copia()
	intero.Debito = DebitoIntero
	conto, err := intero.ContoAl(m.giorno)
	if err != nil {
		return nil, err
	}
	e := m.evento(Movimento{Quale: m.tipo, Conto: &conto.Conto, Riferimento: d.Riferimento}, p.ID)
	e.Deciso.Debito = DebitoIntero
	tipo, giorni := cds.Intero, cds.PagamentoOrdinanza30.Giorni()
	_, ultimo := s.termineDelDebito()
	switch {
	case conto.Debito == DebitoOrdinanza:
		e.Deciso.Debito, tipo = DebitoOrdinanza, cds.Ordinanza
	case !ultimo.IsZero() && !m.giorno.After(ultimo): // invariant (c): within the term nobody owes the whole
		e.Deciso.Debito, tipo, giorni = conto.Debito, cds.Ridotto, cds.PagamentoRidotto60.Giorni()
	}
	numeri, err := m.prendi(1)
	if err != nil {
		return nil, err
	}
	somma := conto.Conto.ResiduoCent
	avvisi := emessi([]daEmettere{{p.ID, cds.Avviso{Tipo: tipo, ImportoCent: somma, SpeseCent: min(p.SpeseCent, max(0, somma-1)),
		Giorni: giorni}}}, numeri, nil)
	avvisi.Spiegazione, avvisi.Sostituiti = conto.Spiegazione, s.pagabili(p.ID)
	return []Evento{e, m.oggiStesso(avvisi, uuid.Nil)}, nil
}

// posizioneDelle is the position of a plan.
func (s Stato) posizioneDelle(rate []Avviso) (Posizione, bool) {
	if len(rate) == 0 {
		return Posizione{}, false
	}
	return s.Posizione(rate[0].Posizione)
}

// scadenzeDelle reads the plan from its notices, in order of number: each is due its days after service.
// What came in for it pays the instalments in order, however it was split among them.
func scadenzeDelle(rate []Avviso, p Posizione, incassato importo.Cent) ([]cds.RataPiano, map[int]bool) {
	piano, pagate := make([]cds.RataPiano, 0, len(rate)), map[int]bool{}
	for i, a := range rate {
		piano = append(piano, cds.RataPiano{Numero: i + 1, Scadenza: p.GiornoZero.AddDays(a.Giorni), ImportoCent: a.ImportoCent})
		incassato -= a.ImportoCent
		pagate[i+1] = incassato >= 0
	}
	return piano, pagate
}
