package notifica

import (
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// addebito says what ascertainment and service cost (art. 201 c. 4 CdS).
type addebito struct {
	SpeseCent *int64 `json:"speseCent"`
}

// Controlla requires a sum in cents; zero is admitted.
func (d *addebito) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	v.Cent("dati.speseCent", d.SpeseCent, 0)
}

// Decidi charges the position named, else the whole fine.
func (d *addebito) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	posizione, err := m.Indicata(s)
	return []vita.Evento{m.Evento(vita.SpeseAddebitate{SpeseCent: vaglio.Cent(d.SpeseCent)}, posizione)}, err
}

// canaliDiInvio are the ways in which an act leaves.
func canaliDiInvio() []string {
	return []string{string(verbale.CanaleSend), string(cds.CanalePEC), string(verbale.CanalePosta), string(cds.CanaleMesso), string(cds.CanaleMani),
		vita.CanaleSconosciuto}
}

// Invio begins an attempt to serve a position. Parte has the platform itself send it, which is not asked for in the form of the
// event.
type Invio struct {
	Canale   string `json:"canale"`
	Notifica string `json:"notifica"`
	Parte    bool   `json:"parte"`
	id       uuid.UUID
}

// Controlla admits the channels of dispatch, CanaleSconosciuto included. What the platform sends leaves by SEND, today.
func (d *Invio) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	d.Canale = v.Tra("dati.canale", d.Canale, canaliDiInvio()...)
	d.id = v.Id("dati.notifica", event.CampoIdentificativo, d.Notifica)
	if d.Parte && d.Canale != "" && d.Canale != string(verbale.CanaleSend) {
		v.Rifiuta("dati.parte", "la piattaforma manda da sé solo con il canale SEND")
	}
	if d.Parte && m.GiornoDetto && m.Giorno != m.Oggi {
		v.Rifiuta("dataLegale", "l'atto parte oggi")
	}
}

// Decidi starts an attempt, under a new id unless the caller gives one. It refuses while an anomaly holds the acts of the
// fine.
func (d *Invio) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	if perche := s.Trattiene(); perche != "" {
		return nil, vita.Regola(strings.TrimSuffix(perche, "."))
	}
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Aperta() && p.Atto != uuid.Nil })
	if err == nil && d.Parte {
		err = nonParte(s, m, p)
	}
	tentativo := d.id
	if tentativo == uuid.Nil {
		tentativo = vita.NuovoID()
	}
	x := vita.NotificaAvviata{IDNotifica: tentativo, Canale: d.Canale, Parte: d.Parte}
	if d.Parte && err == nil {
		x.SHA256 = m.Atti[p.Atto]
		x.Entro, err = m.Quadro.Entro(p)
	}
	return []vita.Evento{m.Evento(x, p.ID)}, err
}

// nonParte refuses what the platform must not send, by the rules of what it hands to the post.
func nonParte(s vita.Stato, m mossa.Richiesta, p vita.Posizione) error {
	perche := s.NonSpedibile(p.ID)
	if perche == "" && m.Atti[p.Atto] == "" {
		perche = "L'atto è stato stampato di nuovo: si riprova."
	}
	if perche == "" {
		var err error
		if perche, _, err = (conseguenze.Termini{s.ID: m.Quadro}).Trattiene(s, p.ID, m.Oggi); err != nil {
			return err
		}
	}
	if perche == "" {
		return nil
	}
	return vita.Regola(strings.TrimSuffix(perche, "."))
}

// InvioFallito ends an attempt that did not reach the person.
type InvioFallito struct {
	Notifica string `json:"notifica"`
	Motivo   string `json:"motivo"`
	id       uuid.UUID
}

// Controlla requires the reason, at most 200 characters.
func (d *InvioFallito) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.id = v.Id("dati.notifica", event.CampoInvio, d.Notifica)
	d.Motivo = v.Testo("dati.motivo", d.Motivo, 200)
}

// Decidi ends the attempt named, or the only one in progress. The fine becomes NON_NOTIFICABILE when nobody was served and
// no attempt is left.
func (d *InvioFallito) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	n, posizione := tentativoInCorso(s, m.Posizione, d.id)
	if posizione == uuid.Nil {
		p, err := m.Su(s, vita.Posizione.Aperta)
		if err != nil {
			return nil, err
		}
		n, posizione = d.id, p.ID
	}
	e := m.Evento(vita.NotificaNonRiuscita{IDNotifica: n, Motivo: d.Motivo}, posizione)
	if slices.Contains(verbale.ProcedureConAtto(), s.Procedura) {
		e.Deciso.Procedura = proceduraSenzaTentativo(s, n)
	}
	return []vita.Evento{e}, nil
}

// tentativoInCorso finds an attempt by its id, or the only one in progress (of a position, where one is
// named); zero ids when there is none.
func tentativoInCorso(s vita.Stato, posizione, id uuid.UUID) (tentativo, sua uuid.UUID) {
	for _, n := range s.Notifiche {
		if n.Stato != verbale.NotificaInCorso || id != uuid.Nil && n.ID != id || posizione != uuid.Nil && n.Posizione != posizione {
			continue
		}
		if tentativo != uuid.Nil {
			return uuid.Nil, uuid.Nil
		}
		tentativo, sua = n.ID, n.Posizione
	}
	return tentativo, sua
}

// proceduraSenzaTentativo: another attempt may follow; only when nobody was reached and nobody is being
// reached the fine cannot be served.
func proceduraSenzaTentativo(s vita.Stato, fallito uuid.UUID) verbale.Procedura {
	_, una := s.Servita()
	altri := slices.ContainsFunc(s.Notifiche, func(n vita.Notifica) bool { return n.Stato == verbale.NotificaInCorso && n.ID != fallito })
	switch {
	case s.TutteServite():
		return verbale.Notificato
	case una || altri:
		return verbale.InNotifica
	}
	return verbale.NonNotificabile
}

// Esito are the dated facts of a service, from which the law fixes the day (artt. 201 CdS, 7 and 8
// L. 890/1982, 4 D.M. 18/12/2017, 26 D.L. 76/2020): see cds.RichiestaPerfezionamento.
type Esito struct {
	Affidamento string `json:"affidamento"`
	Fatto       string `json:"fatto"`
	Ritiro      string `json:"ritiro"`
	Accesso     string `json:"accesso"`
}

// perfeziona gives the legal day that the facts lead to, and the day that counts for the office; no days where no
// fact is told.
func (x *Esito) perfeziona(v *vaglio.Vaglio, canale string, m *mossa.Richiesta) (effetto, ufficio calendario.Giorno) {
	detto := x != nil
	if !detto {
		x = &Esito{}
	}
	prima := len(v.Campi)
	r := cds.RichiestaPerfezionamento{Canale: cds.Canale(canale),
		Affidamento: v.Istante("dati.esito.affidamento", x.Affidamento), Fatto: v.Istante("dati.esito.fatto", x.Fatto),
		Ritiro: v.Giorno("dati.esito.ritiro", x.Ritiro), Accesso: v.Giorno("dati.esito.accesso", x.Accesso)}
	if !detto || len(v.Campi) > prima {
		return effetto, ufficio
	}
	e, err := cds.Perfeziona(r)
	if difetto, ok := errors.AsType[*cds.Errore](err); ok {
		campo := "dati.esito." + difetto.Campo
		if difetto.Campo == "canale" {
			campo = "dati.canale"
		}
		v.Rifiuta(campo, difetto.Motivo)
		return effetto, ufficio
	}
	switch {
	case e.Effetto.After(m.Oggi):
		v.Rifiuta("dati.esito", "la notifica si perfeziona "+e.Effetto.Detto("il")+": non è ancora avvenuta")
	case m.GiornoDetto && m.Giorno != e.Effetto:
		v.Rifiuta("dataLegale", "con questo esito la notifica si perfeziona "+e.Effetto.Detto("il"))
	}
	return e.Effetto, e.Ufficio
}

// Perfezionamento records that a position is served, on the legal day of the event or on the day that the outcome fixes. Ufficio is
// the day that counts for the office, where the channel tells it; Controlla takes it from the outcome.
type Perfezionamento struct {
	Canale   string            `json:"canale"`
	Notifica string            `json:"notifica"`
	Esito    *Esito            `json:"esito"`
	Ufficio  calendario.Giorno `json:"-"`
	id       uuid.UUID
}

func canaliDiNotifica() []string {
	var tutti []string
	for _, c := range cds.Canali() {
		tutti = append(tutti, string(c))
	}
	return append(tutti, vita.CanaleSconosciuto)
}

// Controlla reads the proof and the outcome; an outcome fixes the legal day and must agree with the day that the request
// names.
func (d *Perfezionamento) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	controllaProva(*m, v, d.Canale)
	d.id = v.Id("dati.notifica", event.CampoInvio, d.Notifica)
	if d.Canale = v.Tra("dati.canale", d.Canale, canaliDiNotifica()...); d.Canale == "" && d.Esito != nil {
		return
	}
	if effetto, ufficio := d.Esito.perfeziona(v, d.Canale, m); !effetto.IsZero() {
		m.Giorno, d.Ufficio = effetto, ufficio
	}
}

// Decidi starts the terms, updates the debt and, where points depend on it, asks who drove. It refuses an act still to be
// made; a late service opens an anomaly.
func (d *Perfezionamento) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Aperta() && p.Soggetto != uuid.Nil })
	switch {
	case err != nil:
		return nil, err
	case p.Atto == uuid.Nil && !s.Importato && !s.DebitoChiuso():
		return nil, vita.Invariante("l'atto di questa persona non è ancora formato: prima della stampa non c'è nulla da notificare")
	}
	tentativo := d.id
	if tentativo == uuid.Nil {
		tentativo, _ = tentativoInCorso(s, p.ID, uuid.Nil)
	}
	r, err := serviteIl(s, p, m)
	if err != nil {
		return nil, err
	}
	e := m.Evento(vita.NotificaPerfezionata{IDNotifica: tentativo, Canale: d.Canale, Scadenze: r.scadenze, Conto: r.conto}, p.ID)
	e.Deciso.Debito = r.debito
	if slices.Contains(verbale.ProcedureConAtto(), s.Procedura) && r.dopo.TutteServite() {
		e.Deciso.Procedura = verbale.Notificato
	}
	tardiva := tardiva(m, p, d.ufficioDi(s, tentativo))
	e.Apre = mossa.AnomaliaDi(r.anomalia, tardiva)
	eventi := []vita.Evento{e}
	if tardiva == (mossa.Motivo{}) && chiedeConducente(s, p) {
		eventi = append(eventi, m.Evento(vita.Fatto{Quale: verbale.EventoConducenteRichiesto}, p.ID))
	}
	return eventi, nil
}

// chiedeConducente: with the service the owner is asked who was driving, where points go and nobody knows
// (art. 126-bis c. 2 CdS).
func chiedeConducente(s vita.Stato, p vita.Posizione) bool {
	_, noto := s.Conducente()
	return vita.ChiamatoADire(p) && !noto && s.TogliePunti() && s.Punti == verbale.PuntiNonDovuti && s.Ammette(verbale.EventoConducenteRichiesto)
}

// ufficioDi is the day that counts for the office: that of the facts, or of the attempt.
func (d *Perfezionamento) ufficioDi(s vita.Stato, tentativo uuid.UUID) calendario.Giorno {
	for _, n := range s.Notifiche {
		if d.Ufficio.IsZero() && n.ID == tentativo {
			return n.Avviata
		}
	}
	return d.Ufficio
}

// tardiva says that the office acted after its term (quadro.termine). The duty to pay of this addressee has
// then ended (art. 201 c. 5 CdS), which a person decides, and is not asked again who has let the act go. Where
// the day of the office is not known nothing is said.
func tardiva(m mossa.Richiesta, p vita.Posizione, ufficio calendario.Giorno) mossa.Motivo {
	t, err := m.Quadro.Termine(p)
	if err != nil || m.Quadro.Decise[p.ID] || ufficio.IsZero() || !ufficio.After(t.Ultimo) {
		return mossa.Motivo{}
	}
	return mossa.Motivo{Tipo: verbale.AnomaliaNotificaTardiva, Testo: "L'atto è partito " + ufficio.Detto("il") + ", dopo " + t.Ultimo.Detto("il") +
		", ultimo giorno per notificare: per questo destinatario l'obbligo di pagare si estingue (art. 201 c. 5 CdS), salvo che il termine decorra da altro giorno."}
}

// servita is what a day of service makes of a fine.
type servita struct {
	dopo     vita.Stato
	scadenze []vita.Scadenza
	debito   verbale.Debito // empty: it stays
	conto    *vita.Conto    // nil: as it was
	anomalia mossa.Motivo
}

// serviteIl works out terms, debt and account of the fine with a position served on the legal day. A debt
// that is closed stays so: where the money would not have sufficed under that day a person is told
// (design, section 4, invariant e).
func serviteIl(s vita.Stato, p vita.Posizione, m mossa.Richiesta) (servita, error) {
	r := servita{dopo: s.Copia()}
	var err error
	if r.scadenze, err = terminiDi(s, p.ID, m.Giorno); err != nil {
		return r, err
	}
	prova := m.Evento(vita.NotificaPerfezionata{}, p.ID)
	prova.Prova = m.Prova
	r.dopo.Servi(prova, r.scadenze)
	if !slices.Contains(transizioni.DebitiAlSeguito(),
		s.Debito) || s.ProceduraChiusa() && s.Procedura != verbale.Definito || !s.Importato && !cds.Riducibile(s.Prezzi()) {
		return r, nil
	}
	conto, err := r.dopo.ContoAl(m.Oggi)
	switch {
	case err != nil:
		return r, err
	case s.DebitoChiuso() && conto.Conto.ResiduoCent > 0:
		r.anomalia = mossa.Motivo{Tipo: verbale.AnomaliaInsufficiente, Testo: "Con la notifica " + m.Giorno.Detto("del") + " quanto è stato versato non sarebbe bastato: mancherebbero " +
			conto.Conto.ResiduoCent.Euro() + "."}
		return r, nil
	}
	r.debito = conto.Debito
	if s.Conto != (vita.Conto{}) && s.Conto != conto.Conto {
		r.conto = &conto.Conto
	}
	return r, nil
}

// terminiDi are the terms that run from a day for the notices of a position.
func terminiDi(s vita.Stato, posizione uuid.UUID, giorno calendario.Giorno) ([]vita.Scadenza, error) {
	var pagabili []cds.Avviso
	for _, a := range s.AvvisiDi(posizione) {
		if a.Tipo == cds.Ridotto30 || a.Tipo == cds.Ridotto {
			pagabili = append(pagabili, cds.Avviso{Tipo: a.Tipo})
		}
	}
	return vita.Termini(pagabili, giorno)
}

// Rettifica says that a position was served on another day than the one recorded.
type Rettifica struct {
	Canale string `json:"canale"`
	Esito  *Esito `json:"esito"`
}

// Controlla requires either the right legal day or a channel with its outcome, from which the law fixes the day.
func (d *Rettifica) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	controllaProva(*m, v, d.Canale)
	v.Chiede("dati.canale", event.CampoScelta, canaliDiNotifica()...)
	effetto, _ := d.Esito.perfeziona(v, d.Canale, m)
	switch {
	case d.Esito == nil && !m.GiornoDetto:
		v.Rifiuta("dataLegale", vaglio.Manca+": è il giorno giusto")
	case d.Esito == nil && d.Canale != "":
		v.Rifiuta("dati.esito", vaglio.Manca)
	case !effetto.IsZero():
		m.Giorno = effetto
	}
}

// Decidi recomputes terms, debt and account from the right day; it opens an anomaly if a payment that closed the debt would
// not have sufficed. It refuses a position that was never served.
func (*Rettifica) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return !p.GiornoZero.IsZero() })
	if err != nil {
		return nil, err
	}
	r, err := serviteIl(s, p, m)
	if err != nil {
		return nil, err
	}
	e := m.Evento(vita.NotificaRettificata{Precedente: p.GiornoZero, Scadenze: r.scadenze, Conto: r.conto}, p.ID)
	e.Deciso.Debito = r.debito
	e.Apre = mossa.AnomaliaDi(r.anomalia)
	return []vita.Evento{e}, nil
}

// prova is about the proof of a service: put in doubt, or confirmed.
type prova struct{}

// Controlla checks the proof of a confirmation: a doubt has none.
func (*prova) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	if m.Tipo == verbale.EventoProvaConfermata {
		controllaProva(*m, v, "")
	}
}

// Decidi refuses a confirmation without a proof in the request or on the fine, and any position not yet served.
func (*prova) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return !p.GiornoZero.IsZero() })
	if err == nil && m.Tipo == verbale.EventoProvaConfermata && m.Prova == "" && p.SenzaProva() {
		return nil, vita.Invariante("manca la prova")
	}
	return []vita.Evento{m.Evento(vita.Fatto{Quale: m.Tipo}, p.ID)}, err
}

// controllaProva refuses a text that proves no service by the rule of the outcome files. The check digit of a number counts
// for the channels of the post, and where the channel is not said.
func controllaProva(m mossa.Richiesta, v *vaglio.Vaglio, canale string) {
	giudica := raccomandata.ProvaScritta
	if canale != "" && !strings.HasPrefix(canale, string(verbale.CanalePosta)) {
		giudica = raccomandata.ProvaNulla
	}
	if motivo := giudica(m.Prova); motivo != "" {
		v.Rifiuta("prova", motivo)
	}
}
