package verbale

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// IndagineLetta is the answer of the registry from which a person has to decide who answers for a fine
// (art. 196 CdS): what was asked, why it was not enough, everybody on the papers that day.
type IndagineLetta struct {
	ID           uuid.UUID         `json:"id"`
	Esito        string            `json:"esito"`
	Codice       string            `json:"codice,omitempty"`
	Motivo       string            `json:"motivo"`
	Rete         string            `json:"rete,omitempty"`
	Targa        string            `json:"targa,omitempty"`
	NazioneTarga string            `json:"nazioneTarga,omitempty"` // of a foreign plate, where somebody says it
	Giorno       calendario.Giorno `json:"giorno,omitzero"`
	DataFurto    calendario.Giorno `json:"dataFurto,omitzero"`
	Avvertenze   []string          `json:"avvertenze"`
	Candidati    []Candidato       `json:"candidati"` // in the order that INTESTATARIO_TROVATO counts from 0
}

// Candidato is somebody on the papers of the vehicle on the day asked about. Risponde: the title makes
// them answer, alone or with others, and they live.
type Candidato struct {
	SoggettoLetto

	ComuneIstat string            `json:"comuneIstat,omitempty"`
	Titolo      string            `json:"titolo"`
	Dal         calendario.Giorno `json:"dal,omitzero"`
	Al          calendario.Giorno `json:"al,omitzero"`
	Decesso     calendario.Giorno `json:"decesso,omitzero"`
	Minorenne   bool              `json:"minorenne"`
	Risponde    bool              `json:"risponde"`
}

// soggetto is the candidate as the subject of a position.
func (c Candidato) soggetto() Soggetto {
	s := c.SoggettoLetto
	if s.Nazione == "" {
		s.Nazione = "IT"
	}
	return Soggetto{ID: nuovoID(), Tipo: s.Tipo, CodiceFiscale: s.CodiceFiscale, Cognome: s.Cognome, Nome: s.Nome, Denominazione: s.Denominazione,
		Sesso: s.Sesso, DataNascita: s.DataNascita, LuogoNascita: s.LuogoNascita, Indirizzo: s.Indirizzo, Civico: s.Civico, Cap: s.Cap,
		Comune: s.Comune, ComuneIstat: c.ComuneIstat, Provincia: s.Provincia, Nazione: s.Nazione}
}

// cercaIntestatario reports that a person has to say who answers.
func (c Completo) cercaIntestatario() bool {
	return slices.ContainsFunc(c.Anomalie, func(a AnomaliaLetta) bool {
		return a.Chiusa == nil && strings.HasPrefix(a.Tipo, anomaliaIntestatario)
	})
}

const leggiIndagine = `SELECT i.id, i.esito, i.codice, coalesce(i.motivo, ''), coalesce(i.rete, ''), i.targa, i.nazione_targa, i.giorno, i.data_furto,
	i.avvertenze, i.candidati FROM vpn_v1.indagine i `

// indagineLetta reads the answer that opened the last anomaly about the owner; nil when it is not there.
func (s *Store) indagineLetta(ctx context.Context, verbale uuid.UUID) (*IndagineLetta, error) {
	return s.unaIndagine(ctx, leggiIndagine+`JOIN evento e ON i.id = (e.dati->>'indagine')::uuid
		WHERE e.verbale = $1 AND e.tipo = $2 AND i.verbale = $1 ORDER BY e.sequenza DESC LIMIT 1`, verbale, EventoIntestatarioAnomalo)
}

// avvertenze are the remarks on the answer that named the owner last; none where a person wrote the owner.
func (s *Store) avvertenze(ctx context.Context, verbale uuid.UUID) ([]string, error) {
	x, err := s.unaIndagine(ctx, leggiIndagine+`WHERE i.verbale = $1 AND i.id = (SELECT (e.dati->>'indagine')::uuid FROM evento e
		WHERE e.verbale = $1 AND e.tipo = $2 ORDER BY e.sequenza DESC LIMIT 1)`, verbale, EventoIntestatarioTrovato)
	if err != nil || x == nil {
		return nil, err
	}
	return x.Avvertenze, nil
}

func (s *Store) unaIndagine(ctx context.Context, sql string, args ...any) (*IndagineLetta, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	x := IndagineLetta{Avvertenze: []string{}, Candidati: []Candidato{}}
	var avvertenze, candidati []byte
	err = database.Pool.QueryRow(ctx, sql, args...).Scan(&x.ID, &x.Esito, &x.Codice, &x.Motivo, &x.Rete, &x.Targa, &x.NazioneTarga, &x.Giorno, &x.DataFurto,
		&avvertenze, &candidati)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // there is none
	}
	if err == nil {
		err = errors.Join(json.Unmarshal(avvertenze, &x.Avvertenze), json.Unmarshal(candidati, &x.Candidati))
	}
	if err != nil {
		return nil, db.Wrap("indagine", err)
	}
	return &x, nil
}

// scelta is a candidate as a person names one: the answer of the registry and the place in it, from 0.
type scelta struct {
	indagine  uuid.UUID
	candidato Candidato
	quale     int
}

// candidato reads who was chosen; 400 names the field when the answer is not of the fine or about it as it is
// now, or has no such candidate, or one that does not answer.
func (s *Store) candidato(ctx context.Context, verbale uuid.UUID, x *scelta) (Candidato, error) {
	letta, err := s.unaIndagine(ctx, leggiIndagine+`WHERE i.id = $1 AND i.verbale = $2`, x.indagine, verbale)
	if err != nil {
		return Candidato{}, err
	}
	if letta == nil {
		return Candidato{}, problem.CampoNonValido("dati.indagine", "il verbale non ha questa indagine")
	}
	intera, err := s.Indagine(ctx, x.indagine)
	if err != nil {
		return Candidato{}, err
	}
	if intera.superata {
		return Candidato{}, problem.CampoNonValido("dati.indagine", "riguarda una targa o un giorno che il verbale non ha più")
	}
	if x.quale >= len(letta.Candidati) {
		return Candidato{}, problem.CampoNonValido("dati.candidato", fmt.Sprintf("l'indagine ha %d candidati, contati da 0", len(letta.Candidati)))
	}
	c := letta.Candidati[x.quale]
	switch {
	case !c.Decesso.IsZero():
		return c, problem.CampoNonValido("dati.candidato", "è deceduto "+c.Decesso.Detto("il")+": l'obbligazione non passa agli eredi (art. 7 L. 689/1981)")
	case !c.Risponde:
		return c, problem.CampoNonValido("dati.candidato", "per il suo titolo ("+c.Titolo+") non risponde (art. 196 CdS)")
	case !comune.PaeseNoto(cmp.Or(c.Nazione, "IT")):
		return c, problem.CampoNonValido("dati.candidato", "la nazione del suo indirizzo "+statoInesistente+": va indicato a mano, con l'indirizzo giusto")
	}
	return c, nil
}

// chiScritto is a person as a request names one: written out, or a candidate of an answer of the registry.
type chiScritto struct {
	Persona   *soggettoScritto `json:"persona"`
	Indagine  string           `json:"indagine"`
	Candidato *int             `json:"candidato"`
	soggetto  *Soggetto        // of Persona
}

func (d *chiScritto) controlla(v *vaglio, m *mossa) {
	scelto := d.Indagine != "" || d.Candidato != nil
	switch {
	case d.Persona == nil && !scelto:
		v.rifiuta("dati.persona", manca)
	case d.Persona != nil && scelto:
		v.rifiuta("dati.persona", "si dà la persona, oppure un candidato di un'indagine")
	case d.Persona != nil:
		d.soggetto = d.Persona.leggi(v, "dati.persona", m)
	case d.Indagine == "":
		v.rifiuta("dati.indagine", manca)
	case d.Candidato == nil || *d.Candidato < 0:
		v.rifiuta("dati.candidato", "è il posto del candidato nell'indagine, da 0")
	default:
		m.sceglie = &scelta{indagine: v.id("dati.indagine", d.Indagine), quale: *d.Candidato}
	}
}

// chi is who was written, else who was chosen.
func (m mossa) chi(scritto *Soggetto) Soggetto {
	if scritto != nil {
		return *scritto
	}
	return m.sceglie.candidato.soggetto()
}

// nomina says who answers at the position that waits for its person, where the registry could not: one of
// those on the papers, or somebody known from elsewhere.
type nomina struct{ chiScritto }

func (d *nomina) decidi(s Stato, m mossa) ([]Evento, error) {
	p, err := m.su(s, func(p Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	if err != nil {
		return nil, err
	}
	x := IntestatarioTrovato{Persona: m.chi(d.soggetto)}
	x.IDSoggetto = x.Persona.ID
	if m.sceglie != nil {
		x.Indagine, x.Titolo = m.sceglie.indagine, m.sceglie.candidato.Titolo
	}
	return []Evento{m.evento(x, p.ID)}, nil
}
