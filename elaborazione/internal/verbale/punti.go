package verbale

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// togliePunti reports that a violation takes points off a licence (art. 126-bis c. 1 CdS).
func (s Stato) togliePunti() bool {
	return slices.ContainsFunc(s.Violazioni, func(v ViolazioneScelta) bool { return v.Punti > 0 })
}

// conducente finds the position of the driver. One that was closed is the driver's where nothing was left to
// ask him, or where the axis of the points still holds his data; else it was closed because he is not the
// driver.
func (s Stato) conducente() (Posizione, bool) {
	var chiusa Posizione
	conDati := slices.Contains([]Punti{PuntiRicevuti, PuntiDaComunicare, PuntiComunicati}, s.Punti)
	for _, p := range s.Posizioni {
		switch {
		case p.Titolo != Trasgressore:
		case p.Chiusa == "":
			return p, true
		case conDati || p.Chiusa == nullaDaNotificare:
			chiusa = p
		}
	}
	return chiusa, chiusa.ID != uuid.Nil
}

// restaIlConducente reports that nobody has asked the owner yet who was driving, though points depend on it:
// the request is still to be served, whoever has paid (art. 126-bis c. 2 CdS).
func (s Stato) restaIlConducente() bool {
	_, noto := s.conducente()
	return !noto && s.togliePunti() && s.Punti == PuntiNonDovuti && slices.Contains(inCorso(), s.Procedura) &&
		slices.ContainsFunc(s.Posizioni, func(p Posizione) bool { return obbligato(p) && p.GiornoZero.IsZero() })
}

// obbligato picks the position of who must say who was driving.
func obbligato(p Posizione) bool { return p.Titolo == Obbligato && p.Chiusa == "" }

// richiestaConducente asks the owner who was driving.
type richiestaConducente struct{}

func (*richiestaConducente) controlla(*vaglio, *mossa) {}

func (*richiestaConducente) decidi(s Stato, m mossa) ([]Evento, error) {
	p, err := m.su(s, obbligato)
	chi, noto := s.conducente()
	switch {
	case err != nil:
		return nil, err
	case !s.togliePunti():
		return nil, invariante("nessuna violazione toglie punti (art. 126-bis CdS)")
	case noto && (chi.Chiusa == "" || s.Punti == PuntiNonDovuti):
		return nil, invariante("il conducente è già noto")
	}
	return []Evento{m.evento(Fatto{Quale: m.tipo}, p.ID)}, nil
}

// datiConducente says who was driving: a person, who gets a position of his own. Where the driver's
// position is there already his data are not repeated; another takes the place of one that is closed.
type datiConducente struct {
	Conducente *soggettoScritto `json:"conducente"`
	soggetto   *Soggetto
}

func (d *datiConducente) controlla(v *vaglio, m *mossa) {
	switch {
	case d.Conducente == nil:
	case d.Conducente.Societa != nil:
		v.rifiuta("dati.conducente.societa", "una società non guida: serve la persona (art. 126-bis c. 2 CdS)")
	default:
		d.soggetto = d.Conducente.leggi(v, "dati.conducente", m)
	}
}

func (d *datiConducente) decidi(s Stato, m mossa) ([]Evento, error) {
	p, noto := s.conducente()
	switch {
	case !noto && d.soggetto == nil:
		return nil, problem.CampoNonValido("dati.conducente", manca)
	case noto && p.Chiusa == "" && d.soggetto != nil:
		return nil, invariante("il trasgressore ha già la sua posizione: i suoi dati non si ripetono")
	case s.Punti == PuntiRicevuti && d.soggetto == nil:
		return nil, invariante("i dati del conducente sono già ricevuti")
	}
	if d.soggetto == nil {
		return []Evento{m.evento(Fatto{Quale: m.tipo}, p.ID)}, nil
	}
	eventi := []Evento{m.evento(Fatto{Quale: m.tipo}, uuid.Nil)}
	altri, err := m.apri(s, Trasgressore, *d.soggetto)
	return append(eventi, altri...), err
}

// omissioneConducente says that nobody named the driver in sixty days from service: the violation of
// art. 126-bis c. 2 CdS is complete on the day after.
type omissioneConducente struct{}

func (*omissioneConducente) controlla(*vaglio, *mossa) {}

func (*omissioneConducente) decidi(s Stato, m mossa) ([]Evento, error) {
	p, err := m.su(s, obbligato)
	if err != nil {
		return nil, err
	}
	if p.GiornoZero.IsZero() {
		return nil, regola("i sessanta giorni decorrono dalla notifica (art. 126-bis c. 2 CdS)")
	}
	ultimo, err := cds.UltimoGiorno(cds.DatiConducente60, p.GiornoZero)
	if err != nil {
		return nil, err
	}
	if !m.giorno.After(ultimo) {
		return nil, invariante("i dati del conducente si possono dare fino " + ultimo.Detto("al") + " (art. 126-bis c. 2 CdS)")
	}
	return []Evento{m.evento(Fatto{Quale: m.tipo}, p.ID)}, nil
}

// puntiDaComunicare says that the violation is settled, by a payment, a decision, or no appeal in time:
// the register is told within thirty days (art. 126-bis c. 2 CdS).
type puntiDaComunicare struct{}

func (*puntiDaComunicare) controlla(*vaglio, *mossa) {}

func (*puntiDaComunicare) decidi(s Stato, m mossa) ([]Evento, error) {
	if !s.definita(m) {
		return nil, regola("la violazione si definisce con il pagamento, con la decisione sul ricorso o con i termini per ricorrere (art. 126-bis c. 2 CdS)")
	}
	return []Evento{m.evento(Fatto{Quale: m.tipo}, uuid.Nil)}, nil
}

// definita reports that the violation is settled on the legal day: it is paid, or neither the driver nor
// anybody served can appeal any more. A driver who is still to be served can.
func (s Stato) definita(m mossa) bool {
	if s.DebitoChiuso() {
		return true
	}
	driver, _ := s.conducente()
	servita := false
	for _, p := range s.Posizioni {
		if p.Chiusa != "" || p.GiornoZero.IsZero() && p.ID != driver.ID {
			continue
		}
		if p.GiornoZero.IsZero() || !s.inappellabile(p, m) {
			return false
		}
		servita = true
	}
	return servita || slices.Contains([]Ricorso{RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile, RicorsoDefinitivo}, s.Ricorso)
}

// inappellabile reports that a person can appeal no more: neither against the report, nor against the
// decision of the appeal. The prefect's may be opposed for thirty days from its service, sixty by who lives
// abroad (art. 6 d.lgs. 150/2011); of the judge's, whose terms depend on its publication too, a person says
// when it is final. A decision taken elsewhere, of which no day is known, is taken as final.
func (s Stato) inappellabile(p Posizione, m mossa) bool {
	giudice, opposizione := cds.RicorsoGiudice30, cds.OpposizioneOrdinanza30
	if m.quadro.esteri[p.ID] {
		giudice, opposizione = cds.RicorsoGiudiceEstero60, cds.RicorsoGiudiceEstero60
	}
	for _, r := range slices.Backward(s.Impugnazioni) {
		switch {
		case r.Posizione != uuid.Nil && r.Posizione != p.ID:
		case r.Stato == RicorsoDefinitivo:
			return true
		case r.Notificato.IsZero() && s.Importato:
			return true
		default:
			return r.Autorita == Prefetto && !r.Notificato.IsZero() && m.oltre(opposizione, r.Notificato)
		}
	}
	return m.oltre(cds.RicorsoPrefetto60, p.GiornoZero) && m.oltre(giudice, p.GiornoZero)
}

// oltre reports that a term has ended before the legal day. Whether a Saturday moves the end of an
// administrative one is open: it is waited for the next working day.
func (m mossa) oltre(tipo cds.TipoScadenza, decorrenza calendario.Giorno) bool {
	ultimo, err := cds.UltimoGiorno(tipo, decorrenza)
	if err == nil && ultimo.Weekday() == time.Saturday {
		ultimo = primoFeriale(ultimo.AddDays(1))
	}
	return err == nil && m.giorno.After(ultimo)
}
