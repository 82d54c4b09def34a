package ricorso

import (
	"slices"

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

// ordinanzaEmessa is the prefect's order where nobody appealed, because no reduced payment was admitted
// (art. 202 cc. 3 and 3-bis CdS). ImportoCent is all that it orders for the fine, without expenses. It is
// kept among the appeals, with no appeal: it is served, opposed and enforced as the decision of one.
type ordinanzaEmessa struct {
	ImportoCent *int64 `json:"importoCent"`
	Riferimento string `json:"riferimento"`
}

// Controlla requires the sum: at least one cent.
func (d *ordinanzaEmessa) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	v.Cent("dati.importoCent", d.ImportoCent, 1)
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
}

// Decidi records the order and issues its notices. An order against a closed debt, without the conditions of art. 202, or
// below the minimum is recorded with an anomaly.
func (d *ordinanzaEmessa) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	posizione, err := m.Indicata(s)
	if err != nil {
		return nil, err
	}
	x := vita.RicorsoMosso{Quale: m.Tipo, IDRicorso: vita.NuovoID(), Autorita: verbale.Prefetto, ImportoCent: vaglio.Cent(d.ImportoCent),
		Riferimento: d.Riferimento}
	e := m.Evento(x, posizione)
	if s.DebitoChiuso() {
		e.Apre = vita.ApriAnomalia(verbale.AnomaliaOrdinanzaADebitoChiuso, "Il prefetto ordina "+x.ImportoCent.Euro()+" quando il debito risulta già chiuso.")
		return []vita.Evento{e}, nil
	}
	e.Apre = mossa.AnomaliaDi(ordinanzaDubbia(s), ordineBasso(s, m.Giorno, x.ImportoCent))
	conto, err := conDecisione(s, m, e, x, false)
	if err != nil {
		return nil, err
	}
	x.Conto, e.Deciso.Debito = &conto.Conto, conto.Debito
	e.Dati = x
	return conAvvisiOrdinanza(m, s, e, x.IDRicorso)
}

// ordinanzaDubbia: where every violation admits the reduced payment the report itself becomes the title
// (art. 203 c. 3 CdS), unless the driver fled or refused the papers, which the table does not tell.
func ordinanzaDubbia(s vita.Stato) mossa.Motivo {
	if s.Importato || slices.ContainsFunc(s.Prezzi(), func(v cds.Violazione) bool { return v.SenzaPagamentoRidotto }) {
		return mossa.Motivo{}
	}
	return mossa.Motivo{Tipo: verbale.AnomaliaOrdinanzaDaVerificare, Testo: "Le violazioni ammettono il pagamento in misura ridotta: senza ricorso il prefetto ordina soltanto " +
		"nei casi dell'art. 202 cc. 3 e 3-bis CdS."}
}

// ordineBasso: an order that rejects no appeal is not held to twice the minimum (art. 204 c. 1 CdS), but
// no sanction goes below the minimum (art. 195 c. 2 CdS).
func ordineBasso(s vita.Stato, giorno calendario.Giorno, somma importo.Cent) mossa.Motivo {
	escluse := slices.DeleteFunc(s.Prezzi(), func(v cds.Violazione) bool { return !v.SenzaPagamentoRidotto })
	if s.Importato || len(escluse) == 0 {
		return mossa.Motivo{}
	}
	doppio, err := cds.SommaDovutaAl(cds.Situazione{Violazioni: escluse, OrdinanzaPrefetto: true}, calendario.Giorno{}, giorno)
	if err != nil || 2*somma >= doppio.TotaleCent {
		return mossa.Motivo{}
	}
	return mossa.Motivo{Tipo: verbale.AnomaliaSommaOrdinata, Testo: "La somma ordinata, " + somma.Euro() + ", è meno del minimo, " +
		(doppio.TotaleCent / 2).Euro() + " (art. 195 c. 2 CdS)."}
}

// conAvvisiOrdinanza adds the notices of an order, which replace those of the positions that could still be paid: the sum plus
// the position's expenses, payable within thirty days of the service of the decision. It covers the decision named and the
// decisions taken while another appeal was open, when no notice may be issued (invariant b).
func conAvvisiOrdinanza(m mossa.Richiesta, s vita.Stato, e vita.Evento, questa uuid.UUID) ([]vita.Evento, error) {
	dopo, err := vita.Applica(s, e)
	if err != nil || dopo.DebitoChiuso() || dopo.RicorsoAperto() {
		return []vita.Evento{e}, err
	}
	var voci []conseguenze.DaEmettere
	var avvisi vita.AvvisiEmessi
	var perche []string
	for _, p := range dopo.PosizioniVive() {
		r, ok := daAvvisare(dopo, p, questa)
		if !ok {
			continue
		}
		tutto, spese := chiestoPer(dopo, r, p)
		if tutto == 0 {
			continue
		}
		voci = append(voci, conseguenze.DaEmettere{Posizione: p.ID, Avviso: cds.Avviso{Tipo: cds.Ordinanza, ImportoCent: tutto, SpeseCent: spese,
			Giorni: cds.PagamentoOrdinanza30.Giorni()}})
		avvisi.Sostituiti = append(avvisi.Sostituiti, mossa.Pagabili(dopo, p.ID)...)
		perche = append(perche, spiega(r, p))
	}
	if len(voci) == 0 {
		return []vita.Evento{e}, nil
	}
	numeri, err := m.Prendi(len(voci))
	if err != nil {
		return nil, err
	}
	avvisi.Avvisi, avvisi.Spiegazione = conseguenze.Emessi(voci, numeri, nil).Avvisi, perche
	return []vita.Evento{e, m.OggiStesso(avvisi, uuid.Nil)}, nil
}

// daAvvisare is the order whose notice a position must have and has not: the decision named asks for one
// anyhow; another that orders the same already, or a plan of instalments, is left alone.
func daAvvisare(s vita.Stato, p vita.Posizione, questa uuid.UUID) (ordine vita.Impugnazione, ok bool) {
	for _, r := range s.Impugnazioni {
		chi := r.Posizione
		if chi == uuid.Nil {
			chi = p.ID
		}
		vige, c := s.Ordine(chi)
		suo, trovato := s.DestinatarioDi(r)
		if c && vige.ID == r.ID && r.ImportoCent > 0 && trovato && suo.ID == p.ID && !r.Deciso.Before(ordine.Deciso) &&
			(r.ID == questa || s.Debito != verbale.DebitoRateizzato && !avvisato(s, p.ID, r)) {
			ordine, ok = r, true
		}
	}
	return ordine, ok
}

// chiestoPer is what the notice of an order asks at a position: the sum and the expenses, less what has come
// in and was kept; of it, the part that is expenses.
func chiestoPer(s vita.Stato, r vita.Impugnazione, p vita.Posizione) (tutto, spese importo.Cent) {
	tutto = max(0, r.ImportoCent+p.SpeseCent-(s.Conto.VersatoCent-s.Conto.RimborsatoCent))
	if tutto > p.SpeseCent {
		spese = p.SpeseCent
	}
	return tutto, spese
}

// avvisato reports that a notice of the position asks for the sum of an order.
func avvisato(s vita.Stato, posizione uuid.UUID, r vita.Impugnazione) bool {
	p, _ := s.Posizione(posizione)
	tutto, _ := chiestoPer(s, r, p)
	return slices.ContainsFunc(s.Avvisi, func(a vita.Avviso) bool {
		return a.Posizione == posizione && a.Tipo == cds.Ordinanza && a.Stato == verbale.AvvisoEmesso &&
			(a.ImportoCent-a.SpeseCent == r.ImportoCent || a.ImportoCent == tutto)
	})
}

func spiega(r vita.Impugnazione, p vita.Posizione) string {
	if r.SenzaRicorso() {
		return "Somma ordinata dal prefetto: " + r.ImportoCent.Euro() + ", più " + p.SpeseCent.Euro() + " di spese (art. 202 cc. 3 e 3-bis CdS)."
	}
	return "Somma ordinata dalla decisione sul ricorso: " + r.ImportoCent.Euro() + ", più " + p.SpeseCent.Euro() + " di spese (artt. 204 e 204-bis CdS)."
}
