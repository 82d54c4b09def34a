package punti

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/violazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// richiestaConducente asks the owner who was driving.
type richiestaConducente struct{}

// Controlla has nothing to read: the request carries no data.
func (*richiestaConducente) Controlla(*vaglio.Vaglio, *mossa.Richiesta) {}

// Decidi refuses a fine that takes no points, and one whose driver is known.
func (*richiestaConducente) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, vita.ChiamatoADire)
	chi, noto := s.Conducente()
	switch {
	case err != nil:
		return nil, err
	case !s.TogliePunti():
		return nil, vita.Invariante("nessuna violazione toglie punti (art. 126-bis CdS)")
	case noto && (chi.Chiusa == "" || s.Punti == verbale.PuntiNonDovuti):
		return nil, vita.Invariante("il conducente è già noto")
	}
	return []vita.Evento{m.Evento(vita.Fatto{Quale: m.Tipo}, p.ID)}, nil
}

// DatiConducente names the driver, who gets a position of his own. A driver with an open position is not named again; a new
// driver takes the place of a closed position.
type DatiConducente struct {
	Conducente *intestatario.SoggettoScritto `json:"conducente"`
	intestatario.PatenteScritta
	soggetto *vita.Soggetto
}

// Controlla refuses a company as driver and reads the licence.
func (d *DatiConducente) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	v.Chiede("dati.conducente", event.CampoPersona)
	d.Legge(v)
	switch {
	case d.Conducente == nil:
	case d.Conducente.Societa != nil:
		v.Rifiuta("dati.conducente.societa", "una società non guida: serve la persona (art. 126-bis c. 2 CdS)")
	default:
		d.soggetto = d.Conducente.Leggi(v, "dati.conducente", m)
	}
}

// Decidi opens the driver's position, or completes it with the licence. It refuses data without a driver when none is
// known, and data that the fine already has.
func (d *DatiConducente) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, noto := s.Conducente()
	switch {
	case !noto && d.soggetto == nil:
		return nil, problem.CampoNonValido("dati.conducente", vaglio.Manca)
	case noto && p.Chiusa == "" && d.soggetto != nil:
		return nil, vita.Invariante("il trasgressore ha già la sua posizione: i suoi dati non si ripetono")
	case s.Punti == verbale.PuntiRicevuti && d.soggetto == nil && (p.Chiusa != "" || !d.Detta()):
		return nil, vita.Invariante("i dati del conducente sono già ricevuti")
	}
	nascita := m.Quadro.Nati[p.ID]
	if d.soggetto != nil {
		nascita = d.soggetto.DataNascita
	}
	doppi, err := d.Doppi(m, nascita)
	if err != nil {
		return nil, err
	}
	if d.soggetto == nil {
		x := vita.Fatto{Quale: m.Tipo}
		if d.Detta() {
			x.Neopatentato = &doppi
		}
		return []vita.Evento{m.Evento(x, p.ID)}, nil
	}
	eventi := []vita.Evento{m.Evento(vita.Fatto{Quale: m.Tipo}, uuid.Nil)}
	altri, err := intestatario.Apri(m, s, verbale.Trasgressore, *d.soggetto, doppi)
	return append(eventi, altri...), err
}

// CodiceFiscale is that of the driver whom the request names; empty where it names none.
func (d *DatiConducente) CodiceFiscale() string {
	if d.soggetto == nil {
		return ""
	}
	return d.soggetto.CodiceFiscale
}

// omissioneConducente says that nobody named the driver in sixty days from service: the violation of
// art. 126-bis c. 2 CdS is complete on the day after.
type omissioneConducente struct{}

// Controlla has nothing to read: the request carries no data.
func (*omissioneConducente) Controlla(*vaglio.Vaglio, *mossa.Richiesta) {}

// Decidi refuses before service, and until the sixtieth day has passed.
func (*omissioneConducente) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, vita.ChiamatoADire)
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
	return []vita.Evento{m.Evento(vita.Fatto{Quale: m.Tipo}, p.ID)}, nil
}

// daComunicare says that the violation is settled, by a payment, a decision, or no appeal in time:
// the register is told within thirty days (art. 126-bis c. 2 CdS). Where the table is not sure of the points of a violation a
// person says how many all of them take.
type daComunicare struct {
	Punti int `json:"punti"`
}

// maxPuntiDetti bounds what a person writes: three violations of a new driver, at ten points each, without a cap.
const maxPuntiDetti = 60

// Controlla admits 1 to 60 points; none leaves them to the table.
func (d *daComunicare) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.Punti = v.Intero("dati.punti", d.Punti, 1, maxPuntiDetti)
}

// Decidi refuses a violation that can still be appealed, and a missing number of points where the table is in doubt.
func (d *daComunicare) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	if !definita(s, m) {
		return nil, vita.Regola("la violazione si definisce con il pagamento, con la decisione sul ricorso o con i termini per ricorrere (art. 126-bis c. 2 CdS)")
	}
	if codice, dubbi := violazione.PuntiDubbi(m, s); dubbi && d.Punti == 0 {
		return nil, problem.CampoNonValido("dati.punti", "manca: i punti della riga "+codice+" non sono certi, si dice quanti sono in tutto")
	}
	return []vita.Evento{m.Evento(vita.Fatto{Quale: m.Tipo, Punti: d.Punti}, uuid.Nil)}, nil
}

// definita reports that the violation is settled on the legal day: it is paid, or neither the driver nor
// anybody served can appeal any more. A driver who is still to be served can.
func definita(s vita.Stato, m mossa.Richiesta) bool {
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
func inappellabile(s vita.Stato, p vita.Posizione, m mossa.Richiesta) bool {
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
			return r.Autorita == verbale.Prefetto && !r.Notificato.IsZero() && oltre(m, opposizione, r.Notificato)
		}
	}
	return oltre(m, cds.RicorsoPrefetto60, p.GiornoZero) && oltre(m, giudice, p.GiornoZero)
}

// oltre reports that a term has ended before the legal day. Whether a Saturday moves the end of an
// administrative one is open: it is waited for the next working day.
func oltre(m mossa.Richiesta, tipo cds.TipoScadenza, decorrenza calendario.Giorno) bool {
	ultimo, err := cds.UltimoGiorno(tipo, decorrenza)
	if err == nil && ultimo.Weekday() == time.Saturday {
		ultimo = mossa.PrimoFeriale(ultimo.AddDays(1))
	}
	return err == nil && m.Giorno.After(ultimo)
}
