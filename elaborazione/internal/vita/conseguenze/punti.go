package conseguenze

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// richiestaConducente asks the owner who was driving.
type richiestaConducente struct{}

func (*richiestaConducente) controlla(*vaglio, *Mossa) {}

func (*richiestaConducente) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	p, err := m.su(s, vita.ChiamatoADire)
	chi, noto := s.Conducente()
	switch {
	case err != nil:
		return nil, err
	case !s.TogliePunti():
		return nil, vita.Invariante("nessuna violazione toglie punti (art. 126-bis CdS)")
	case noto && (chi.Chiusa == "" || s.Punti == verbale.PuntiNonDovuti):
		return nil, vita.Invariante("il conducente è già noto")
	}
	return []vita.Evento{m.evento(vita.Fatto{Quale: m.tipo}, p.ID)}, nil
}

// datiConducente says who was driving: a person, who gets a position of his own. Where the driver's
// position is there already his data are not repeated; another takes the place of one that is closed.
type datiConducente struct {
	Conducente *soggettoScritto `json:"conducente"`
	// RilascioPatente is the day of issue of the licence, as the declaration says; GiaTitolare that the driver held one of
	// category B or higher before it (cds.Neopatentato).
	RilascioPatente string `json:"rilascioPatente"`
	GiaTitolare     bool   `json:"giaTitolare"`
	soggetto        *vita.Soggetto
	rilascio        calendario.Giorno
}

func (d *datiConducente) controlla(v *vaglio, m *Mossa) {
	v.chiede("dati.conducente", event.CampoPersona)
	v.chiede("dati.giaTitolare", event.CampoSiNo)
	d.rilascio = v.giorno("dati.rilascioPatente", d.RilascioPatente)
	switch {
	case d.Conducente == nil:
	case d.Conducente.Societa != nil:
		v.rifiuta("dati.conducente.societa", "una società non guida: serve la persona (art. 126-bis c. 2 CdS)")
	default:
		d.soggetto = d.Conducente.leggi(v, "dati.conducente", m)
	}
}

func (d *datiConducente) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	p, noto := s.Conducente()
	switch {
	case !noto && d.soggetto == nil:
		return nil, problem.CampoNonValido("dati.conducente", manca)
	case noto && p.Chiusa == "" && d.soggetto != nil:
		return nil, vita.Invariante("il trasgressore ha già la sua posizione: i suoi dati non si ripetono")
	case s.Punti == verbale.PuntiRicevuti && d.soggetto == nil:
		return nil, vita.Invariante("i dati del conducente sono già ricevuti")
	}
	if d.rilascio.After(m.Quadro.Violazione) {
		return nil, problem.CampoNonValido("dati.rilascioPatente", "segue il giorno della violazione")
	}
	if d.soggetto == nil {
		if !d.rilascio.IsZero() {
			return nil, problem.CampoNonValido("dati.rilascioPatente", "si dice con i dati di chi guidava: il trasgressore ha già la sua posizione")
		}
		return []vita.Evento{m.evento(vita.Fatto{Quale: m.tipo}, p.ID)}, nil
	}
	doppi, _ := cds.Neopatentato(cds.Patente{Rilascio: d.rilascio, GiaTitolare: d.GiaTitolare}, m.Quadro.Violazione)
	eventi := []vita.Evento{m.evento(vita.Fatto{Quale: m.tipo}, uuid.Nil)}
	altri, err := m.apri(s, verbale.Trasgressore, *d.soggetto, doppi)
	return append(eventi, altri...), err
}

// omissioneConducente says that nobody named the driver in sixty days from service: the violation of
// art. 126-bis c. 2 CdS is complete on the day after.
type omissioneConducente struct{}

func (*omissioneConducente) controlla(*vaglio, *Mossa) {}

func (*omissioneConducente) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	p, err := m.su(s, vita.ChiamatoADire)
	if err != nil {
		return nil, err
	}
	if p.GiornoZero.IsZero() {
		return nil, vita.Regola("i sessanta giorni decorrono dalla notifica (art. 126-bis c. 2 CdS)")
	}
	ultimo, err := cds.UltimoGiorno(cds.DatiConducente60, p.GiornoZero)
	if err != nil {
		return nil, err
	}
	if !m.Giorno.After(ultimo) {
		return nil, vita.Invariante("i dati del conducente si possono dare fino " + ultimo.Detto("al") + " (art. 126-bis c. 2 CdS)")
	}
	return []vita.Evento{m.evento(vita.Fatto{Quale: m.tipo}, p.ID)}, nil
}

// puntiDaComunicare says that the violation is settled, by a payment, a decision, or no appeal in time:
// the register is told within thirty days (art. 126-bis c. 2 CdS).
type puntiDaComunicare struct{}

func (*puntiDaComunicare) controlla(*vaglio, *Mossa) {}

func (*puntiDaComunicare) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	if !definita(s, m) {
		return nil, vita.Regola("la violazione si definisce con il pagamento, con la decisione sul ricorso o con i termini per ricorrere (art. 126-bis c. 2 CdS)")
	}
	return []vita.Evento{m.evento(vita.Fatto{Quale: m.tipo}, uuid.Nil)}, nil
}

// definita reports that the violation is settled on the legal day: it is paid, or neither the driver nor
// anybody served can appeal any more. A driver who is still to be served can.
func definita(s vita.Stato, m Mossa) bool {
	if s.DebitoChiuso() {
		return true
	}
	driver, _ := s.Conducente()
	servita := false
	for _, p := range s.Posizioni {
		if p.Chiusa != "" || p.GiornoZero.IsZero() && p.ID != driver.ID {
			continue
		}
		if p.GiornoZero.IsZero() || !inappellabile(s, p, m) {
			return false
		}
		servita = true
	}
	decisi := []verbale.Ricorso{verbale.RicorsoRespinto, verbale.RicorsoRideterminato, verbale.RicorsoInammissibile, verbale.RicorsoDefinitivo}
	return servita || slices.Contains(decisi, s.Ricorso)
}

// inappellabile reports that a person can appeal no more: neither against the report, nor against the
// decision of the appeal. The prefect's may be opposed for thirty days from its service, sixty by who lives
// abroad (art. 6 d.lgs. 150/2011); of the judge's, whose terms depend on its publication too, a person says
// when it is final. A decision taken elsewhere, of which no day is known, is taken as final.
func inappellabile(s vita.Stato, p vita.Posizione, m Mossa) bool {
	giudice, opposizione := cds.RicorsoGiudice30, cds.OpposizioneOrdinanza30
	if m.Quadro.Esteri[p.ID] {
		giudice, opposizione = cds.RicorsoGiudiceEstero60, cds.RicorsoGiudiceEstero60
	}
	for _, r := range slices.Backward(s.Impugnazioni) {
		switch {
		case r.Posizione != uuid.Nil && r.Posizione != p.ID:
		case r.Stato == verbale.RicorsoDefinitivo:
			return true
		case r.Notificato.IsZero() && s.Importato:
			return true
		default:
			return r.Autorita == verbale.Prefetto && !r.Notificato.IsZero() && m.oltre(opposizione, r.Notificato)
		}
	}
	return m.oltre(cds.RicorsoPrefetto60, p.GiornoZero) && m.oltre(giudice, p.GiornoZero)
}

// oltre reports that a term has ended before the legal day. Whether a Saturday moves the end of an
// administrative one is open: it is waited for the next working day.
func (m Mossa) oltre(tipo cds.TipoScadenza, decorrenza calendario.Giorno) bool {
	ultimo, err := cds.UltimoGiorno(tipo, decorrenza)
	if err == nil && ultimo.Weekday() == time.Saturday {
		ultimo = primoFeriale(ultimo.AddDays(1))
	}
	return err == nil && m.Giorno.After(ultimo)
}
