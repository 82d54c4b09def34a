package ricorso

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// accoglimento grants an appeal: the report is filed or annulled, nothing is owed and the payments become excess (artt. 204 and
// 204-bis CdS). Credit and points fall too.
type accoglimento struct{ passo }

// Decidi sets the price to zero unless the fine already asks for no payment. It refuses when the position has no appeal
// that can be decided.
func (d *accoglimento) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	r, err := ricorso(m, s, d.id)
	if err != nil {
		return nil, err
	}
	x := vita.RicorsoMosso{Quale: m.Tipo, IDRicorso: r.ID, Riferimento: d.Riferimento}
	e := m.Evento(x, r.Posizione)
	if !slices.Contains(verbale.ProcedureSenzaPagare(), s.Procedura) {
		caduto := s.Copia()
		caduto.Procedura, caduto.Ricorso = verbale.Archiviato, verbale.RicorsoAccolto
		if x.Conto, e.Deciso.Debito, err = conseguenze.Nulla(caduto, s, e); err != nil {
			return nil, err
		}
		e.Dati = x
	}
	return append([]vita.Evento{e}, conseguenze.Seguiti(s, e)...), nil
}

// decisione leaves a sum to pay: the prefect's order (art. 204 c. 1 CdS: not less than twice the
// minimum), or the judge's. ImportoCent is that sum, without expenses.
type decisione struct {
	passo
	ImportoCent *int64 `json:"importoCent"`
}

// Controlla requires the sum: at least one cent.
func (d *decisione) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	d.passo.Controlla(v, m)
	v.Cent("dati.importoCent", d.ImportoCent, 1)
}

// Decidi prices the fine at the ordered sum and issues its notices. A late decision or a low sum opens an anomaly. A paid
// fine is asked nothing more, unless the decision reverses an appeal that had been granted.
func (d *decisione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	r, err := ricorso(m, s, d.id)
	if err != nil {
		return nil, err
	}
	x := vita.RicorsoMosso{Quale: m.Tipo, IDRicorso: r.ID, ImportoCent: vaglio.Cent(d.ImportoCent), Riferimento: d.Riferimento}
	e := m.Evento(x, r.Posizione)
	asse, pende := altroPendente(s, r.ID)
	if pende {
		e.Deciso.Ricorso = asse
	}
	e.Apre = mossa.AnomaliaDi(decisioneTardiva(m.Giorno, r), sommaBassa(s, m.Giorno, r, x.ImportoCent))
	riforma := s.Procedura == verbale.Archiviato && s.Ricorso == verbale.RicorsoImpugnato && !pende
	if s.DebitoChiuso() && !riforma {
		return []vita.Evento{e}, nil // who has paid is asked nothing more
	}
	conto, err := conDecisione(s, m, e, x, riforma)
	if err != nil {
		return nil, err
	}
	x.Conto, e.Deciso.Debito = &conto.Conto, conto.Debito
	if riforma {
		e.Deciso.Procedura = verbale.InNotifica
		if s.TutteServite() {
			e.Deciso.Procedura = verbale.Notificato
		}
	}
	e.Dati = x
	return conAvvisiOrdinanza(m, s, e, r.ID)
}

// conDecisione is the account once the decision is known.
func conDecisione(s vita.Stato, m mossa.Richiesta, e vita.Evento, x vita.RicorsoMosso, riforma bool) (vita.EsitoConto, error) {
	deciso := s.Copia()
	deciso.Ricorso = verbale.RicorsoRespinto
	deciso.Muovi(e, x)
	if riforma {
		deciso.Procedura, deciso.Debito = verbale.Notificato, verbale.NonEsigibile
	}
	return deciso.ContoAl(m.Giorno)
}

// decisioneTardiva: the prefect decides in 180 days from the appeal lodged with the command, in 210 from
// the one sent to him: after that the appeal counts as granted (art. 204 c. 1-bis CdS).
func decisioneTardiva(giorno calendario.Giorno, r vita.Impugnazione) mossa.Motivo {
	ultimo, err := cds.UltimoGiorno(cds.OrdinanzaPrefetto180, r.Presentato)
	if r.Autorita != verbale.Prefetto || err != nil || !giorno.After(ultimo) {
		return mossa.Motivo{}
	}
	return mossa.Motivo{Tipo: verbale.AnomaliaOrdinanzaTardiva, Testo: "L'ordinanza è " + giorno.Detto("del") + ", dopo " + ultimo.Detto("il") +
		": oltre i 180 giorni (210 per il ricorso diretto) il ricorso s'intende accolto (art. 204 c. 1-bis CdS)."}
}

// sommaBassa: the prefect orders at least twice the minimum (art. 204 c. 1 CdS).
func sommaBassa(s vita.Stato, giorno calendario.Giorno, r vita.Impugnazione, somma importo.Cent) mossa.Motivo {
	if r.Autorita != verbale.Prefetto || s.Importato {
		return mossa.Motivo{}
	}
	minima, err := cds.SommaDovutaAl(cds.Situazione{Violazioni: s.Prezzi(), OrdinanzaPrefetto: true}, calendario.Giorno{}, giorno)
	if err != nil || somma >= minima.TotaleCent {
		return mossa.Motivo{}
	}
	return mossa.Motivo{Tipo: verbale.AnomaliaSommaOrdinata, Testo: "La somma ordinata, " + somma.Euro() + ", è meno del doppio del minimo, " +
		minima.TotaleCent.Euro() + " (art. 204 c. 1 CdS)."}
}
