package ricorso

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// presentazione is an appeal against the report: to the prefect (art. 203 CdS) or to the giudice di
// pace (art. 204-bis CdS).
type presentazione struct {
	Autorita    string `json:"autorita"`
	Riferimento string `json:"riferimento"`
}

// Controlla admits two authorities: the prefect and the giudice di pace.
func (d *presentazione) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.Autorita = v.Tra("dati.autorita", d.Autorita, string(verbale.Prefetto), string(verbale.GiudiceDiPace))
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
}

// Decidi records the appeal even when it is late, or the debt is paid or in instalments: each of these opens an anomaly,
// because the authority decides. It refuses when several persons could be the appellant.
func (d *presentazione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := ricorrente(m, s)
	if err != nil {
		return nil, err
	}
	e := m.Evento(vita.RicorsoProposto{IDRicorso: vita.NuovoID(), Autorita: verbale.Autorita(d.Autorita), Riferimento: d.Riferimento}, p.ID)
	chiuso := mossa.Motivo{}
	switch {
	case s.DebitoChiuso():
		chiuso = mossa.Motivo{Tipo: verbale.AnomaliaRicorsoADebitoChiuso, Testo: "Il ricorso è presentato quando il debito è già chiuso: il pagamento esclude il ricorso (art. 203 c. 1 CdS)."}
	case s.Debito == verbale.DebitoRateizzato:
		chiuso = mossa.Motivo{Tipo: verbale.AnomaliaRicorsoDaVerificare, Testo: "La rateizzazione comporta la rinuncia ai ricorsi (art. 202-bis c. 5 CdS)."}
	}
	e.Apre = mossa.AnomaliaDi(chiuso, ricorsoTardivo(m, p, verbale.Autorita(d.Autorita)))
	return []vita.Evento{e}, nil
}

// ricorrente is whose appeal it is: the only person served, or the only one who answers.
func ricorrente(m mossa.Richiesta, s vita.Stato) (vita.Posizione, error) {
	servite := func(p vita.Posizione) bool { return p.Chiusa == "" && !p.GiornoZero.IsZero() }
	if slices.ContainsFunc(s.Posizioni, servite) {
		return m.Su(s, servite)
	}
	return m.Su(s, func(p vita.Posizione) bool { return p.Chiusa == "" })
}

// ricorsoTardivo: sixty days to the prefect, without summer suspension; thirty to the judge, sixty for who
// lives abroad, August not counted (artt. 203 and 204-bis CdS, art. 1 L. 742/1969). Whether a Saturday
// moves the end of an administrative term is open: who comes on the next working day is not late, and a
// person looks.
func ricorsoTardivo(m mossa.Richiesta, p vita.Posizione, a verbale.Autorita) mossa.Motivo {
	if p.GiornoZero.IsZero() {
		return mossa.Motivo{}
	}
	tipo := cds.RicorsoPrefetto60
	switch {
	case a == verbale.GiudiceDiPace && m.Quadro.Esteri[p.ID]:
		tipo = cds.RicorsoGiudiceEstero60
	case a == verbale.GiudiceDiPace:
		tipo = cds.RicorsoGiudice30
	}
	ultimo, err := cds.UltimoGiorno(tipo, p.GiornoZero)
	if err != nil || !m.Giorno.After(ultimo) {
		return mossa.Motivo{}
	}
	if ultimo.Weekday() == time.Saturday && !m.Giorno.After(mossa.PrimoFeriale(ultimo.AddDays(1))) {
		return mossa.Motivo{Tipo: verbale.AnomaliaRicorsoDaVerificare, Testo: "Il termine per ricorrere scadeva sabato " + ultimo.Italiano() +
			" e il ricorso è del primo giorno feriale: non è segnato come tardivo, decide l'autorità."}
	}
	return mossa.Motivo{Tipo: verbale.AnomaliaRicorsoTardivo,
		Testo: "Il ricorso " + m.Giorno.Detto("del") + " è tardivo: il termine è scaduto " + ultimo.Detto("il") + "."}
}

// passo is a step of an appeal that decides nothing about money.
type passo struct {
	Ricorso     string `json:"ricorso"`
	Riferimento string `json:"riferimento"`
	id          uuid.UUID
}

// Controlla reads the appeal's id, which may be left out.
func (d *passo) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.id = v.Id("dati.ricorso", event.CampoRicorso, d.Ricorso)
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
}

// Decidi moves the appeal; an inadmissible one releases the notices of the orders that it had held. It refuses when no
// appeal of the fine admits the step.
func (d *passo) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	r, err := ricorso(m, s, d.id)
	if err != nil {
		return nil, err
	}
	e := m.Evento(vita.RicorsoMosso{Quale: m.Tipo, IDRicorso: r.ID, Riferimento: d.Riferimento}, r.Posizione)
	if altro, pende := altroPendente(s, r.ID); pende && s.Ricorso.Pendente() && m.Tipo == verbale.EventoRicorsoInammissibile {
		e.Deciso.Ricorso = altro
	}
	if m.Tipo == verbale.EventoRicorsoInammissibile {
		return conAvvisiOrdinanza(m, s, e, uuid.Nil)
	}
	return []vita.Evento{e}, nil
}

// ricorso is the appeal that the event is about: the one named, or the last of the position that the step
// suits.
func ricorso(m mossa.Richiesta, s vita.Stato, id uuid.UUID) (vita.Impugnazione, error) {
	ammessi := vita.AmmetteMossa(m.Tipo)
	for _, r := range slices.Backward(s.Impugnazioni) {
		switch {
		case id != uuid.Nil && r.ID != id, m.Posizione != uuid.Nil && r.Posizione != uuid.Nil && r.Posizione != m.Posizione:
		case id != uuid.Nil, len(ammessi) == 0, slices.Contains(ammessi, r.Stato):
			return r, nil
		}
	}
	return vita.Impugnazione{}, vita.Invariante("nessun ricorso del verbale è in uno stato che lo permette")
}

// altroPendente is the state of the axis while another appeal waits: it stays where it is.
func altroPendente(s vita.Stato, id uuid.UUID) (verbale.Ricorso, bool) {
	pende := slices.ContainsFunc(s.Impugnazioni, func(r vita.Impugnazione) bool { return r.ID != id && r.Stato.Pendente() })
	return s.Ricorso, pende
}

// sospensivaRevocata: the appeal goes on from where it was.
type sospensivaRevocata struct{ passo }

// Decidi reads from the history whether the appeal had been forwarded or appealed further, and restores that state.
func (d *sospensivaRevocata) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	eventi, err := d.passo.Decidi(s, m)
	if err != nil {
		return nil, err
	}
	x, _ := eventi[0].Dati.(vita.RicorsoMosso)
	dove := verbale.RicorsoPresentato
	for _, e := range m.Storia {
		y, ok := e.Dati.(vita.RicorsoMosso)
		switch {
		case !ok || y.IDRicorso != x.IDRicorso:
		case y.Quale == verbale.EventoRicorsoTrasmesso:
			dove = verbale.RicorsoTrasmesso
		case y.Quale == verbale.EventoRicorsoImpugnato:
			dove = verbale.RicorsoImpugnato
		}
	}
	eventi[0].Deciso.Ricorso = dove
	return eventi, nil
}

// impugnazione appeals against a decision: opposition to the order, or appeal (art. 205 CdS, artt. 6 and 7
// d.lgs. 150/2011).
type impugnazione struct {
	Autorita    string `json:"autorita"`
	Riferimento string `json:"riferimento"`
}

// Controlla admits the giudice di pace, the court and, for the higher instances, another authority.
func (d *impugnazione) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.Autorita = v.Tra("dati.autorita", d.Autorita, string(verbale.GiudiceDiPace), string(verbale.Tribunale), string(verbale.AltraAutorita))
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
}

// Decidi attributes the appeal to the position named, else to that of the last decision.
func (d *impugnazione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	posizione := m.Posizione
	for _, r := range slices.Backward(s.Impugnazioni) {
		if posizione == uuid.Nil && (r.Decisa() || r.Stato == verbale.RicorsoDefinitivo) {
			posizione = r.Posizione
		}
	}
	if _, err := m.Indicata(s); err != nil {
		return nil, err
	}
	x := vita.RicorsoMosso{Quale: m.Tipo, IDRicorso: vita.NuovoID(), Autorita: verbale.Autorita(d.Autorita), Riferimento: d.Riferimento}
	return []vita.Evento{m.Evento(x, posizione)}, nil
}

// ordinanzaNotificata says that the decision was served: the prefect's within 150 days (art. 204 c. 2 CdS).
type ordinanzaNotificata struct{ passo }

// Decidi starts the 30 days to pay. It refuses when no decision waits for service; service of the prefect's order after 150
// days opens an anomaly.
func (d *ordinanzaNotificata) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	r, ok := deciso(s, m.Posizione, d.id)
	if !ok {
		return nil, vita.Regola("si notifica una decisione")
	}
	scadenze, err := termineOrdine(m, s, r)
	if err != nil {
		return nil, err
	}
	e := m.Evento(vita.RicorsoMosso{Quale: m.Tipo, IDRicorso: r.ID, Scadenze: scadenze, Riferimento: d.Riferimento}, r.Posizione)
	ultimo, err := cds.UltimoGiorno(cds.NotificaOrdinanza150, r.Deciso)
	if r.Autorita == verbale.Prefetto && err == nil && m.Giorno.After(ultimo) {
		e.Apre = vita.ApriAnomalia(verbale.AnomaliaOrdinanzaTardiva, "L'ordinanza è notificata dopo "+ultimo.Detto("il")+", oltre i 150 giorni dalla sua adozione (art. 204 c. 2 CdS).")
	}
	return []vita.Evento{e}, nil
}

// termineOrdine is the term for paying what a decision orders, from its service (art. 204 c. 2 CdS).
func termineOrdine(m mossa.Richiesta, s vita.Stato, r vita.Impugnazione) ([]vita.Scadenza, error) {
	posizione, err := m.Indicata(s)
	if err != nil || !r.Ordina() {
		return nil, err
	}
	if posizione == uuid.Nil {
		p, ok := s.DestinatarioDi(r)
		if !ok {
			return nil, nil
		}
		posizione = p.ID
	}
	ultimo, err := cds.UltimoGiorno(cds.PagamentoOrdinanza30, m.Giorno)
	if err != nil {
		return nil, err
	}
	return []vita.Scadenza{{Posizione: posizione, Tipo: cds.PagamentoOrdinanza30, Giorno: ultimo}}, nil
}

// deciso finds the last appeal that was decided and not served yet, of a position or by its id.
func deciso(s vita.Stato, posizione, id uuid.UUID) (vita.Impugnazione, bool) {
	for _, r := range slices.Backward(s.Impugnazioni) {
		suo := (id == uuid.Nil || r.ID == id) && (posizione == uuid.Nil || r.Posizione == uuid.Nil || r.Posizione == posizione)
		if suo && !r.Deciso.IsZero() && r.Notificato.IsZero() {
			return r, true
		}
	}
	return vita.Impugnazione{}, false
}
