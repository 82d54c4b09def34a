package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// accoglimento grants an appeal: the report is filed or annulled, nothing is owed, what was paid is excess
// (artt. 204 and 204-bis CdS); with it fall the credit and the points.
type accoglimento struct{ passoRicorso }

func (d *accoglimento) decidi(s Stato, m mossa) ([]Evento, error) {
	r, err := m.ricorso(s, d.id)
	if err != nil {
		return nil, err
	}
	x := RicorsoMosso{Quale: m.tipo, IDRicorso: r.ID, Riferimento: d.Riferimento}
	e := m.evento(x, r.Posizione)
	if !slices.Contains(chiuseSenzaPagare(), s.Procedura) {
		caduto := s.copia()
		caduto.Procedura, caduto.Ricorso = Archiviato, RicorsoAccolto
		if x.Conto, e.Deciso.Debito, err = caduto.nulla(s, e); err != nil {
			return nil, err
		}
		e.Dati = x
	}
	return append([]Evento{e}, seguiti(s, e)...), nil
}

// decisioneRicorso leaves a sum to pay: the prefect's order (art. 204 c. 1 CdS: not less than twice the
// minimum), or the judge's. ImportoCent is that sum, without expenses.
type decisioneRicorso struct {
	passoRicorso
	ImportoCent *int64 `json:"importoCent"`
}

func (d *decisioneRicorso) controlla(v *vaglio, m *mossa) {
	d.passoRicorso.controlla(v, m)
	v.cent("dati.importoCent", d.ImportoCent, 1)
}

func (d *decisioneRicorso) decidi(s Stato, m mossa) ([]Evento, error) {
	r, err := m.ricorso(s, d.id)
	if err != nil {
		return nil, err
	}
	x := RicorsoMosso{Quale: m.tipo, IDRicorso: r.ID, ImportoCent: cent(d.ImportoCent), Riferimento: d.Riferimento}
	e := m.evento(x, r.Posizione)
	asse, pende := s.altroPendente(r.ID)
	if pende {
		e.Deciso.Ricorso = asse
	}
	e.Apre = anomaliaDi(s.decisioneTardiva(m.giorno, r), s.sommaBassa(m.giorno, r, x.ImportoCent))
	riforma := s.Procedura == Archiviato && s.Ricorso == RicorsoImpugnato && !pende
	if s.DebitoChiuso() && !riforma {
		return []Evento{e}, nil // who has paid is asked nothing more
	}
	conto, err := s.conDecisione(m, e, x, riforma)
	if err != nil {
		return nil, err
	}
	x.Conto, e.Deciso.Debito = &conto.Conto, conto.Debito
	if riforma {
		e.Deciso.Procedura = InNotifica
		if s.TutteServite() {
			e.Deciso.Procedura = Notificato
		}
	}
	e.Dati = x
	return m.conAvvisiOrdinanza(s, e, r.ID)
}

// conDecisione is the account once the decision is known.
func (s Stato) conDecisione(m mossa, e Evento, x RicorsoMosso, riforma bool) (EsitoConto, error) {
	deciso := s.copia()
	deciso.Ricorso = RicorsoRespinto
	deciso.muovi(e, x)
	if riforma {
		deciso.Procedura, deciso.Debito = Notificato, NonEsigibile
	}
	return deciso.ContoAl(m.giorno)
}

// pagabili are the notices of a position that may still be paid.
func (s Stato) pagabili(posizione uuid.UUID) []uuid.UUID {
	var ids []uuid.UUID
	for _, a := range s.AvvisiDi(posizione) {
		if a.Stato == AvvisoEmesso || a.Stato == AvvisoScaduto {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// decisioneTardiva: the prefect decides in 180 days from the appeal lodged with the command, in 210 from
// the one sent to him: after that the appeal counts as granted (art. 204 c. 1-bis CdS).
func (s Stato) decisioneTardiva(giorno calendario.Giorno, r Impugnazione) motivo {
	ultimo, err := cds.UltimoGiorno(cds.OrdinanzaPrefetto180, r.Presentato)
	if r.Autorita != Prefetto || err != nil || !giorno.After(ultimo) {
		return motivo{}
	}
	return motivo{anomaliaOrdinanzaTardiva, "L'ordinanza è " + giorno.Detto("del") + ", dopo " + ultimo.Detto("il") +
		": oltre i 180 giorni (210 per il ricorso diretto) il ricorso s'intende accolto (art. 204 c. 1-bis CdS)."}
}

// sommaBassa: the prefect orders at least twice the minimum (art. 204 c. 1 CdS).
func (s Stato) sommaBassa(giorno calendario.Giorno, r Impugnazione, somma importo.Cent) motivo {
	if r.Autorita != Prefetto || s.Importato {
		return motivo{}
	}
	minima, err := cds.SommaDovutaAl(cds.Situazione{Violazioni: s.prezzi(), OrdinanzaPrefetto: true}, calendario.Giorno{}, giorno)
	if err != nil || somma >= minima.TotaleCent {
		return motivo{}
	}
	return motivo{anomaliaSommaOrdinata, "La somma ordinata, " + somma.Euro() + ", è meno del doppio del minimo, " +
		minima.TotaleCent.Euro() + " (art. 204 c. 1 CdS)."}
}
