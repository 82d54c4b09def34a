package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// togliePunti reports that a violation takes points off a licence (art. 126-bis c. 1 CdS).
func (s Stato) togliePunti() bool {
	return slices.ContainsFunc(s.Violazioni, func(v ViolazioneScelta) bool { return v.Punti > 0 })
}

// conducente finds the position of the driver.
func (s Stato) conducente() (Posizione, bool) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.Titolo == Trasgressore })
	if i < 0 {
		return Posizione{}, false
	}
	return s.Posizioni[i], true
}

// obbligato picks the position of who must say who was driving.
func obbligato(p Posizione) bool { return p.Titolo == Obbligato && p.Chiusa == "" }

// richiestaConducente asks the owner who was driving.
type richiestaConducente struct{}

func (*richiestaConducente) controlla(*vaglio, *mossa) {}

func (*richiestaConducente) decidi(s Stato, m mossa) ([]Evento, error) {
	p, err := m.su(s, obbligato)
	_, noto := s.conducente()
	switch {
	case err != nil:
		return nil, err
	case !s.togliePunti():
		return nil, invariante("nessuna violazione toglie punti (art. 126-bis CdS)")
	case noto:
		return nil, invariante("il conducente è già noto")
	}
	return []Evento{m.evento(Fatto{Quale: m.tipo}, p.ID)}, nil
}

// datiConducente says who was driving: a person, who gets a position of his own. Where the driver's
// position is there already his data are not repeated.
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
	case noto && d.soggetto != nil:
		return nil, invariante("il trasgressore ha già la sua posizione: i suoi dati non si ripetono")
	}
	eventi := []Evento{m.evento(Fatto{Quale: m.tipo}, p.ID)}
	if noto {
		return eventi, nil
	}
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
		return nil, invariante("i sessanta giorni decorrono dalla notifica (art. 126-bis c. 2 CdS)")
	}
	ultimo, err := cds.UltimoGiorno(cds.DatiConducente60, p.GiornoZero)
	if err != nil {
		return nil, err
	}
	if !m.giorno.After(ultimo) {
		return nil, invariante("i dati del conducente si possono dare fino al " + ultimo.Italiano() + " (art. 126-bis c. 2 CdS)")
	}
	return []Evento{m.evento(Fatto{Quale: m.tipo}, p.ID)}, nil
}

// puntiDaComunicare says that the violation is settled, by a payment, a decision, or no appeal in time:
// the register is told within thirty days (art. 126-bis c. 2 CdS).
type puntiDaComunicare struct{}

func (*puntiDaComunicare) controlla(*vaglio, *mossa) {}

func (*puntiDaComunicare) decidi(s Stato, m mossa) ([]Evento, error) {
	if !s.definita(m) {
		return nil, invariante("la violazione si definisce con il pagamento, con la decisione sul ricorso o con i termini per ricorrere (art. 126-bis c. 2 CdS)")
	}
	return []Evento{m.evento(Fatto{Quale: m.tipo}, uuid.Nil)}, nil
}

// definita reports that the violation is settled on the legal day.
func (s Stato) definita(m mossa) bool {
	if s.DebitoChiuso() || slices.Contains([]Ricorso{RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile, RicorsoDefinitivo}, s.Ricorso) {
		return true
	}
	p, noto := s.conducente()
	if !noto || p.GiornoZero.IsZero() {
		p, noto = s.Servita()
	}
	if !noto {
		return false
	}
	ultimo, err := cds.UltimoGiorno(cds.RicorsoPrefetto60, p.GiornoZero)
	return err == nil && m.giorno.After(ultimo)
}
