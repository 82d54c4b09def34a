package denaro

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ripresa ends a hold: the debt is what the law makes it on the legal day.
type ripresa struct{ mossa.Fatto }

// Decidi recomputes the debt on the legal day, back into instalments where a plan is in force. The account is rewritten
// only if the fine had one or now owes the whole sum.
func (d *ripresa) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	libero := s.Copia()
	libero.Debito = verbale.NonEsigibile
	if len(s.RateInCorso()) > 0 {
		libero.Debito = verbale.DebitoRateizzato
	}
	conto, err := libero.ContoAl(m.Giorno)
	if err != nil {
		return nil, err
	}
	x := vita.Movimento{Quale: m.Tipo, Riferimento: d.Riferimento}
	if s.Conto != (vita.Conto{}) || conto.Debito == verbale.DebitoIntero {
		x.Conto = &conto.Conto
	}
	e := m.Evento(x, uuid.Nil)
	e.Deciso.Debito = conto.Debito
	return []vita.Evento{e}, nil
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

// Controlla requires the day of the application, not after the grant; the income; 2 to 60 instalments; and a first due day,
// if given, not before the grant.
func (d *rateizzazione) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	if d.richiesta = v.Giorno("dati.dataRichiesta", d.DataRichiesta); d.DataRichiesta == "" {
		v.Rifiuta("dati.dataRichiesta", vaglio.Manca)
	}
	if d.richiesta.After(m.Giorno) {
		v.Rifiuta("dati.dataRichiesta", "segue la concessione")
	}
	v.Cent("dati.redditoCent", d.RedditoCent, 0)
	d.Familiari = v.Intero("dati.familiari", d.Familiari, 0, 100)
	d.NumeroRate = v.Intero("dati.numeroRate", d.NumeroRate, 2, 60)
	if d.prima = v.Giorno("dati.primaRata", d.PrimaRata); !d.prima.IsZero() && d.prima.Before(m.Giorno) {
		v.Rifiuta("dati.primaRata", "precede la concessione")
	}
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
}

// Decidi replaces the payable notices of a served position with one notice for each instalment, less the sums already paid.
// It refuses a plan that fails a condition of art. 202-bis CdS and names the condition.
func (d *rateizzazione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Chiusa == "" && !p.GiornoZero.IsZero() })
	if err != nil {
		return nil, err
	}
	piano, err := d.piano(s, m, p)
	if err != nil {
		return nil, err
	}
	x := vita.Rateizzazione{Rate: meno(piano.Rate, s.VersatoCent()), Riferimento: d.Riferimento}
	rateizzato := s.Copia()
	rateizzato.Debito, rateizzato.Conto.PrezzoCent = verbale.DebitoRateizzato, piano.TotaleCent
	conto, err := rateizzato.ContoAl(m.Giorno)
	if err != nil {
		return nil, err
	}
	x.Conto = &conto.Conto
	numeri, err := m.Prendi(len(x.Rate))
	if err != nil {
		return nil, err
	}
	var voci []conseguenze.DaEmettere
	for _, r := range x.Rate {
		voci = append(voci, conseguenze.DaEmettere{Posizione: p.ID,
			Avviso: cds.Avviso{Tipo: cds.Rata, ImportoCent: r.ImportoCent, Giorni: r.Scadenza.DiffDays(p.GiornoZero)}})
	}
	avvisi := conseguenze.Emessi(voci, numeri, piano.Spiegazione)
	avvisi.Sostituiti = mossa.Pagabili(s, p.ID)
	return []vita.Evento{m.Evento(x, p.ID), m.OggiStesso(avvisi, uuid.Nil)}, nil
}

// piano asks the law: who may pay by instalments, how many, and how much each. A plan that the law
// does not allow is refused with the condition that fails.
func (d *rateizzazione) piano(s vita.Stato, m mossa.Richiesta, p vita.Posizione) (cds.EsitoRate, error) {
	piano, err := cds.PianoRate(cds.RichiestaRate{
		Violazioni: s.Prezzi(), SpeseCent: p.SpeseCent, RedditoCent: vaglio.Cent(d.RedditoCent), Familiari: d.Familiari,
		Notifica: p.GiornoZero, Richiesta: d.richiesta, RicorsoPresentato: s.Ricorso != verbale.RicorsoNessuno,
		Rate: d.NumeroRate, Accoglimento: m.Giorno, PrimaRata: d.prima,
	})
	if difetto, ok := errors.AsType[*cds.Errore](err); ok {
		return piano, vita.Invariante(difetto.Motivo + " (art. 202-bis CdS)")
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
		return piano, vita.Invariante("la legge non consente le rate: " + strings.Join(contro, "; "))
	}
	return piano, nil
}

// meno subtracts the sums already paid from the last instalments.
func meno(piano []cds.RataPiano, versato importo.Cent) []vita.Rata {
	var rate []vita.Rata
	for _, r := range piano {
		rate = append(rate, vita.Rata{Numero: r.Numero, ImportoCent: r.ImportoCent, Scadenza: r.Scadenza})
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

// decadenza ends a plan whose first instalment, or two later ones, were not paid: the whole residue is due (art. 202-bis c. 7
// CdS) and one notice replaces those of the instalments. Within sixty days of service the notice asks the sum owed on that day.
type decadenza struct{ mossa.Fatto }

// Decidi makes the residue due in one notice. It refuses a fine without a plan, and a plan that has not lapsed by the legal
// day.
func (d *decadenza) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	rate := s.RateInCorso()
	p, ok := posizioneDelle(s, rate)
	if !ok {
		return nil, vita.Invariante("il verbale non ha rate")
	}
	piano, pagate := scadenzeDelle(rate, p, s.IncassatoPer(rate))
	if persa, perche := cds.Decaduta(piano, pagate, m.Giorno); !persa {
		return nil, vita.Invariante(strings.TrimSuffix(perche.Testo, "."))
	}
	intero := s.Copia()
	intero.Debito = verbale.DebitoIntero
	conto, err := intero.ContoAl(m.Giorno)
	if err != nil {
		return nil, err
	}
	e := m.Evento(vita.Movimento{Quale: m.Tipo, Conto: &conto.Conto, Riferimento: d.Riferimento}, p.ID)
	e.Deciso.Debito = verbale.DebitoIntero
	tipo, giorni := cds.Intero, cds.PagamentoOrdinanza30.Giorni()
	_, ultimo := s.TermineDelDebito()
	switch {
	case conto.Debito == verbale.DebitoOrdinanza:
		e.Deciso.Debito, tipo = verbale.DebitoOrdinanza, cds.Ordinanza
	case !ultimo.IsZero() && !m.Giorno.After(ultimo): // invariant (c): within the term nobody owes the whole
		e.Deciso.Debito, tipo, giorni = conto.Debito, cds.Ridotto, cds.PagamentoRidotto60.Giorni()
	}
	numeri, err := m.Prendi(1)
	if err != nil {
		return nil, err
	}
	somma := conto.Conto.ResiduoCent
	avviso := cds.Avviso{Tipo: tipo, ImportoCent: somma, SpeseCent: min(p.SpeseCent, max(0, somma-1)), Giorni: giorni}
	avvisi := conseguenze.Emessi([]conseguenze.DaEmettere{{Posizione: p.ID, Avviso: avviso}}, numeri, nil)
	avvisi.Spiegazione, avvisi.Sostituiti = conto.Spiegazione, mossa.Pagabili(s, p.ID)
	return []vita.Evento{e, m.OggiStesso(avvisi, uuid.Nil)}, nil
}

// posizioneDelle is the position of a plan.
func posizioneDelle(s vita.Stato, rate []vita.Avviso) (vita.Posizione, bool) {
	if len(rate) == 0 {
		return vita.Posizione{}, false
	}
	return s.Posizione(rate[0].Posizione)
}

// scadenzeDelle reads the plan from its notices, in order of number: each is due its days after service.
// The money that came in for it pays the instalments in order, however it was split among them.
func scadenzeDelle(rate []vita.Avviso, p vita.Posizione, incassato importo.Cent) ([]cds.RataPiano, map[int]bool) {
	piano, pagate := make([]cds.RataPiano, 0, len(rate)), map[int]bool{}
	for i, a := range rate {
		piano = append(piano, cds.RataPiano{Numero: i + 1, Scadenza: p.GiornoZero.AddDays(a.Giorni), ImportoCent: a.ImportoCent})
		incassato -= a.ImportoCent
		pagate[i+1] = incassato >= 0
	}
	return piano, pagate
}
