package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Kinds of the anomalies that an order without an appeal opens.
const (
	anomaliaOrdinanzaVerifica = "ORDINANZA_DA_VERIFICARE"
	anomaliaOrdinanzaChiuso   = "ORDINANZA_A_DEBITO_CHIUSO"
)

// ordinanzaEmessa is the prefect's order where nobody appealed, because no reduced payment was admitted
// (art. 202 cc. 3 and 3-bis CdS). ImportoCent is all that it orders for the fine, without expenses. It is
// kept among the appeals, with no appeal: it is served, opposed and enforced as the decision of one.
type ordinanzaEmessa struct {
	ImportoCent *int64 `json:"importoCent"`
	Riferimento string `json:"riferimento"`
}

func (d *ordinanzaEmessa) controlla(v *vaglio, _ *mossa) {
	v.cent("dati.importoCent", d.ImportoCent, 1)
	d.Riferimento = v.facoltativo("dati.riferimento", d.Riferimento, perRiferimento)
}

func (d *ordinanzaEmessa) decidi(s Stato, m mossa) ([]Evento, error) {
	posizione, err := m.indicata(s)
	if err != nil {
		return nil, err
	}
	x := RicorsoMosso{Quale: m.tipo, IDRicorso: nuovoID(), Autorita: Prefetto, ImportoCent: cent(d.ImportoCent), Riferimento: d.Riferimento}
	e := m.evento(x, posizione)
	if s.DebitoChiuso() {
		e.Apre = apriAnomalia(anomaliaOrdinanzaChiuso, "Il prefetto ordina "+x.ImportoCent.Euro()+" quando il debito risulta già chiuso.")
		return []Evento{e}, nil
	}
	e.Apre = anomaliaDi(s.ordinanzaDubbia(), s.ordineBasso(m.giorno, x.ImportoCent))
	conto, err := s.conDecisione(m, e, x, false)
	if err != nil {
		return nil, err
	}
	x.Conto, e.Deciso.Debito = &conto.Conto, conto.Debito
	e.Dati = x
	return m.conAvvisiOrdinanza(s, e, x.IDRicorso)
}

// ordinanzaDubbia: where every violation admits the reduced payment the report itself becomes the title
// (art. 203 c. 3 CdS), unless the driver fled or refused the papers, which the table does not tell.
func (s Stato) ordinanzaDubbia() motivo {
	if s.Importato || slices.ContainsFunc(s.prezzi(), func(v cds.Violazione) bool { return v.SenzaPagamentoRidotto }) {
		return motivo{}
	}
	return motivo{anomaliaOrdinanzaVerifica, "Le violazioni ammettono il pagamento in misura ridotta: senza ricorso il prefetto ordina soltanto " +
		"nei casi dell'art. 202 cc. 3 e 3-bis CdS."}
}

// ordineBasso: an order that rejects no appeal is not held to twice the minimum (art. 204 c. 1 CdS), but
// no sanction goes below the minimum (art. 195 c. 2 CdS).
func (s Stato) ordineBasso(giorno calendario.Giorno, somma importo.Cent) motivo {
	escluse := slices.DeleteFunc(s.prezzi(), func(v cds.Violazione) bool { return !v.SenzaPagamentoRidotto })
	if s.Importato || len(escluse) == 0 {
		return motivo{}
	}
	doppio, err := cds.SommaDovutaAl(cds.Situazione{Violazioni: escluse, OrdinanzaPrefetto: true}, calendario.Giorno{}, giorno)
	if err != nil || 2*somma >= doppio.TotaleCent {
		return motivo{}
	}
	return motivo{anomaliaSommaOrdinata, "La somma ordinata, " + somma.Euro() + ", è meno del minimo, " +
		(doppio.TotaleCent / 2).Euro() + " (art. 195 c. 2 CdS)."}
}

// obiettaOrdinanza: the order follows the service of the report, and each person has one; who has appealed
// waits for the decision of that.
func (s Stato) obiettaOrdinanza(e Evento, x RicorsoMosso) error {
	servita := slices.ContainsFunc(s.Posizioni, func(p Posizione) bool {
		return !p.GiornoZero.IsZero() && p.Chiusa == "" && (e.Posizione == uuid.Nil || p.ID == e.Posizione) && !e.DataLegale.Before(p.GiornoZero)
	})
	suoi := func(altro Impugnazione) bool {
		return e.Posizione == uuid.Nil || altro.Posizione == uuid.Nil || altro.Posizione == e.Posizione
	}
	switch {
	case x.IDRicorso == uuid.Nil || x.ImportoCent <= 0:
		return regola("l'ordinanza indica una somma")
	case !servita:
		return regola("l'ordinanza segue la contestazione o la notificazione del verbale a chi la riceve")
	case slices.ContainsFunc(s.Impugnazioni, func(r Impugnazione) bool {
		return suoi(r) && (r.ordina() || slices.Contains(ricorsiPendenti(), r.Stato))
	}):
		return invariante("per questa persona pende un ricorso o è già ordinata una somma")
	case s.DebitoChiuso() && e.Apre == nil:
		return regola("un'ordinanza a debito chiuso apre un'anomalia")
	}
	return nil
}

// senzaRicorso reports that this is an order that no appeal asked for.
func (r Impugnazione) senzaRicorso() bool { return r.Stato == RicorsoNessuno && !r.Deciso.IsZero() }

// decisa reports that there is a decision which may be opposed.
func (r Impugnazione) decisa() bool {
	return slices.Contains(ricorsiDecisi(), r.Stato) || r.senzaRicorso()
}

// ordina reports that the decision leaves a sum to pay, as shared/legge/debito reads it.
func (r Impugnazione) ordina() bool {
	switch r.Stato {
	case RicorsoNessuno, RicorsoRespinto, RicorsoRideterminato:
		return !r.Deciso.IsZero() && (r.ImportoCent > 0 || r.Autorita == Prefetto)
	case RicorsoDefinitivo:
		return !r.Deciso.IsZero() && r.ImportoCent > 0
	default:
		return false
	}
}

// ordine is the decision that fixes what a position pays: the last one of that person or of the whole
// fine. False where none was taken.
func (s Stato) ordine(posizione uuid.UUID) (ultimo Impugnazione, ok bool) {
	for _, r := range s.Impugnazioni {
		if r.ordina() && (r.Posizione == uuid.Nil || r.Posizione == posizione) && !r.Deciso.Before(ultimo.Deciso) {
			ultimo, ok = r, true
		}
	}
	return ultimo, ok
}

// ordini are the decisions that fix what the positions pay: of the one named, else of those in the fine,
// else of those that left it.
func (s Stato) ordini(posizione uuid.UUID) []Impugnazione {
	var dentro, fuori []Impugnazione
	for _, p := range s.Posizioni {
		r, ok := s.ordine(p.ID)
		switch {
		case !ok || posizione != uuid.Nil && posizione != p.ID:
		case p.Chiusa == "":
			dentro = append(dentro, r)
		default:
			fuori = append(fuori, r)
		}
	}
	if len(dentro) > 0 {
		return dentro
	}
	return fuori
}

// nonOrdinato says why what was ordered is no title yet: the decision that ordered it has to be served, and
// leaves thirty days to pay (art. 204 c. 2 CdS, art. 7 d.lgs. 150/2011).
func (s Stato) nonOrdinato(e Evento) string {
	perche := "l'ordinanza o la sentenza non è notificata"
	for _, r := range s.ordini(e.Posizione) {
		if r.Notificato.IsZero() {
			continue
		}
		ultimo, err := cds.UltimoGiorno(cds.PagamentoOrdinanza30, r.Notificato)
		if err == nil && e.DataLegale.After(ultimo) {
			return ""
		}
		perche = "la somma ordinata si può pagare fino " + ultimo.Detto("al") + " (art. 204 c. 2 CdS)"
	}
	return perche
}

// destinatarioDi is the position that an order asks to pay: its own, else the one that the debt follows,
// else the first of the fine; false when nobody is left.
func (s Stato) destinatarioDi(r Impugnazione) (Posizione, bool) {
	p, ok := s.Posizione(r.Posizione)
	if ok && p.Chiusa == "" {
		return p, true
	}
	if p, ok = s.Servita(); ok {
		return p, true
	}
	if vive := s.posizioniVive(); len(vive) > 0 {
		return vive[0], true
	}
	return Posizione{}, false
}

// conAvvisiOrdinanza adds the notices of what is ordered, in the place of those of the positions that could
// still be paid: the sum and the expenses of the position, payable within thirty days of the service of the
// decision. It is for the decision named, and for those taken while another appeal waited, when nothing is
// asked (invariant b).
func (m mossa) conAvvisiOrdinanza(s Stato, e Evento, questa uuid.UUID) ([]Evento, error) {
	dopo, err := Applica(s, e)
	if err != nil || dopo.DebitoChiuso() || dopo.RicorsoAperto() {
		return []Evento{e}, err
	}
	var voci []daEmettere
	var avvisi AvvisiEmessi
	var perche []string
	for _, p := range dopo.posizioniVive() {
		r, ok := dopo.daAvvisare(p, questa)
		if !ok {
			continue
		}
		tutto, spese := dopo.chiestoPer(r, p)
		if tutto == 0 {
			continue
		}
		voci = append(voci, daEmettere{p.ID, cds.Avviso{Tipo: cds.Ordinanza, ImportoCent: tutto, SpeseCent: spese,
			Giorni: cds.PagamentoOrdinanza30.Giorni()}})
		avvisi.Sostituiti = append(avvisi.Sostituiti, dopo.pagabili(p.ID)...)
		perche = append(perche, r.spiega(p))
	}
	if len(voci) == 0 {
		return []Evento{e}, nil
	}
	numeri, err := m.prendi(len(voci))
	if err != nil {
		return nil, err
	}
	avvisi.Avvisi, avvisi.Spiegazione = emessi(voci, numeri, nil).Avvisi, perche
	return []Evento{e, m.oggiStesso(avvisi, uuid.Nil)}, nil
}

// daAvvisare is the order whose notice a position must have and has not: the decision named asks for one
// anyhow; another that orders the same already, or a plan of instalments, is left alone.
func (s Stato) daAvvisare(p Posizione, questa uuid.UUID) (ordine Impugnazione, ok bool) {
	for _, r := range s.Impugnazioni {
		chi := r.Posizione
		if chi == uuid.Nil {
			chi = p.ID
		}
		vige, c := s.ordine(chi)
		suo, trovato := s.destinatarioDi(r)
		if c && vige.ID == r.ID && r.ImportoCent > 0 && trovato && suo.ID == p.ID && !r.Deciso.Before(ordine.Deciso) &&
			(r.ID == questa || s.Debito != DebitoRateizzato && !s.avvisato(p.ID, r)) {
			ordine, ok = r, true
		}
	}
	return ordine, ok
}

// chiestoPer is what the notice of an order asks at a position: the sum and the expenses, less what has come
// in and was kept; of it, the part that is expenses.
func (s Stato) chiestoPer(r Impugnazione, p Posizione) (tutto, spese importo.Cent) {
	tutto = max(0, r.ImportoCent+p.SpeseCent-(s.Conto.VersatoCent-s.Conto.RimborsatoCent))
	if tutto > p.SpeseCent {
		spese = p.SpeseCent
	}
	return tutto, spese
}

// avvisato reports that a notice of the position asks for the sum of an order.
func (s Stato) avvisato(posizione uuid.UUID, r Impugnazione) bool {
	p, _ := s.Posizione(posizione)
	tutto, _ := s.chiestoPer(r, p)
	return slices.ContainsFunc(s.Avvisi, func(a Avviso) bool {
		return a.Posizione == posizione && a.Tipo == cds.Ordinanza && a.Stato == AvvisoEmesso &&
			(a.ImportoCent-a.SpeseCent == r.ImportoCent || a.ImportoCent == tutto)
	})
}

func (r Impugnazione) spiega(p Posizione) string {
	if r.senzaRicorso() {
		return "Somma ordinata dal prefetto: " + r.ImportoCent.Euro() + ", più " + p.SpeseCent.Euro() + " di spese (art. 202 cc. 3 e 3-bis CdS)."
	}
	return "Somma ordinata dalla decisione sul ricorso: " + r.ImportoCent.Euro() + ", più " + p.SpeseCent.Euro() + " di spese (artt. 204 e 204-bis CdS)."
}
