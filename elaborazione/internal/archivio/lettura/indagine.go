package lettura

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// IndagineLetta is a registry answer from which a person has to choose who answers for the fine (art. 196 CdS): the question,
// the reason why the answer did not suffice, and everybody on the vehicle's papers that day.
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
// them answer, alone or with others, and they live. NonSceglibile is why nobody may choose them; empty: somebody may.
type Candidato struct {
	SoggettoLetto

	ComuneIstat string            `json:"comuneIstat,omitempty"`
	Titolo      string            `json:"titolo"`
	Dal         calendario.Giorno `json:"dal,omitzero"`
	Al          calendario.Giorno `json:"al,omitzero"`
	Decesso     calendario.Giorno `json:"decesso,omitzero"`
	Minorenne   bool              `json:"minorenne"`
	Risponde    bool              `json:"risponde"`

	NonSceglibile string `json:"nonSceglibile,omitempty"`
}

// giudicato is the candidate with what forbids to choose them, for a violation of a day: the register may have answered
// before the rules were what they are.
func (c Candidato) giudicato(violazione calendario.Giorno) Candidato {
	minorenne := conseguenze.Minorenne(c.Soggetto(), violazione)
	c.Minorenne = c.Minorenne || minorenne != ""
	switch {
	case !c.Decesso.IsZero():
		c.NonSceglibile = "è deceduto " + c.Decesso.Detto("il") + ": l'obbligazione non passa agli eredi (art. 7 L. 689/1981)"
	case minorenne != "":
		c.NonSceglibile = minorenne
	case c.Minorenne:
		c.NonSceglibile = "per l'archivio era minorenne il giorno della violazione (art. 2 L. 689/1981)"
	case !c.Risponde:
		c.NonSceglibile = "per il suo titolo (" + c.Titolo + ") non risponde (art. 196 CdS)"
	case !comune.PaeseNoto(cmp.Or(c.Nazione, "IT")):
		c.NonSceglibile = "la nazione del suo indirizzo " + conseguenze.StatoInesistente + ": va indicato a mano, con l'indirizzo giusto"
	}
	return c
}

// Soggetto is the candidate as the subject of a position.
func (c Candidato) Soggetto() vita.Soggetto {
	s := c.SoggettoLetto
	if s.Nazione == "" {
		s.Nazione = "IT"
	}
	return vita.Soggetto{ID: vita.NuovoID(), Tipo: s.Tipo, CodiceFiscale: s.CodiceFiscale, Cognome: s.Cognome, Nome: s.Nome, Denominazione: s.Denominazione,
		Sesso: s.Sesso, DataNascita: s.DataNascita, LuogoNascita: s.LuogoNascita, Indirizzo: s.Indirizzo, Civico: s.Civico, Cap: s.Cap,
		Comune: s.Comune, ComuneIstat: c.ComuneIstat, Provincia: s.Provincia, Nazione: s.Nazione}
}

const leggiIndagine = `SELECT i.id, i.esito, i.codice, coalesce(i.motivo, ''), coalesce(i.rete, ''), i.targa, i.nazione_targa, i.giorno, i.data_furto,
	i.avvertenze, i.candidati, (SELECT (v.data_violazione AT TIME ZONE 'Europe/Rome')::date FROM verbale v WHERE v.id = i.verbale)
	FROM vpn_v1.indagine i `

// IndagineLetta reads the answer that opened the last anomaly about the owner; nil when it is not there.
func (s *Lettore) IndagineLetta(ctx context.Context, id uuid.UUID) (*IndagineLetta, error) {
	return s.unaIndagine(ctx, leggiIndagine+`JOIN evento e ON i.id = (e.dati->>'indagine')::uuid
		WHERE e.verbale = $1 AND e.tipo = $2 AND i.verbale = $1 ORDER BY e.sequenza DESC LIMIT 1`, id, verbale.EventoIntestatarioAnomalo)
}

// Avvertenze are the remarks on the answer that named the owner last; none where a person wrote the owner.
func (s *Lettore) Avvertenze(ctx context.Context, id uuid.UUID) ([]string, error) {
	x, err := s.unaIndagine(ctx, leggiIndagine+`WHERE i.verbale = $1 AND i.id = (SELECT (e.dati->>'indagine')::uuid FROM evento e
		WHERE e.verbale = $1 AND e.tipo = $2 ORDER BY e.sequenza DESC LIMIT 1)`, id, verbale.EventoIntestatarioTrovato)
	if err != nil || x == nil {
		return nil, err
	}
	return x.Avvertenze, nil
}

func (s *Lettore) unaIndagine(ctx context.Context, sql string, args ...any) (*IndagineLetta, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	x := IndagineLetta{Avvertenze: []string{}, Candidati: []Candidato{}}
	var avvertenze, candidati []byte
	var violazione calendario.Giorno
	err = database.Pool.QueryRow(ctx, sql, args...).Scan(&x.ID, &x.Esito, &x.Codice, &x.Motivo, &x.Rete, &x.Targa, &x.NazioneTarga, &x.Giorno, &x.DataFurto,
		&avvertenze, &candidati, &violazione)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // there is none
	}
	if err == nil {
		err = errors.Join(json.Unmarshal(avvertenze, &x.Avvertenze), json.Unmarshal(candidati, &x.Candidati))
	}
	if err != nil {
		return nil, db.Wrap("indagine", err)
	}
	for i, c := range x.Candidati {
		x.Candidati[i] = c.giudicato(violazione)
	}
	return &x, nil
}

// Candidato reads the chosen candidate and the code that says why a person had to choose. It refuses with 400, naming the
// field, an answer that is not about the fine as it is now and a candidate who is missing or may not be chosen.
func (s *Lettore) Candidato(ctx context.Context, id, indagine uuid.UUID, quale int) (Candidato, verbale.CodiceIndagine, error) {
	letta, err := s.unaIndagine(ctx, leggiIndagine+`WHERE i.id = $1 AND i.verbale = $2`, indagine, id)
	if err != nil {
		return Candidato{}, "", err
	}
	if letta == nil {
		return Candidato{}, "", problem.CampoNonValido("dati.indagine", "il verbale non ha questa indagine")
	}
	intere, err := s.Indagini(ctx, []uuid.UUID{indagine})
	if err != nil {
		return Candidato{}, "", err
	}
	if intere[indagine].Superata {
		return Candidato{}, "", problem.CampoNonValido("dati.indagine", "riguarda una targa o un giorno che il verbale non ha più")
	}
	if quale >= len(letta.Candidati) {
		return Candidato{}, "", problem.CampoNonValido("dati.candidato", fmt.Sprintf("l'indagine ha %d candidati, contati da 0", len(letta.Candidati)))
	}
	c := letta.Candidati[quale]
	if c.NonSceglibile != "" {
		return c, "", problem.CampoNonValido("dati.candidato", c.NonSceglibile)
	}
	return c, verbale.CodiceIndagine(letta.Codice), nil
}

// Indagini reads answers from vpn's view; those that are not there are left out.
func (s *Lettore) Indagini(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]conseguenze.Indagine, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT i.id, i.verbale, i.esito, i.codice, coalesce(i.motivo, ''), i.titolo, coalesce(i.rete, ''),
			coalesce(i.marca, ''), coalesce(i.modello, ''), i.targa, i.giorno, coalesce(v.targa, ''), v.data_violazione,
			coalesce(i.tipo, ''), coalesce(i.codice_fiscale, ''), coalesce(i.cognome, ''), coalesce(i.nome, ''), coalesce(i.denominazione, ''),
			coalesce(i.sesso, ''), i.data_nascita, coalesce(i.luogo_nascita, ''), coalesce(i.indirizzo, ''), coalesce(i.civico, ''), coalesce(i.cap, ''),
			coalesce(i.comune, ''), coalesce(i.comune_istat, ''), coalesce(i.provincia, ''), coalesce(nullif(i.nazione, ''), 'IT')
		FROM vpn_v1.indagine i LEFT JOIN verbale v ON v.id = i.verbale WHERE i.id = ANY ($1)`, ids)
	if err != nil {
		return nil, db.Wrap("indagini", err)
	}
	tutte, err := pgx.CollectRows(rows, rigaIndagine)
	lette := make(map[uuid.UUID]conseguenze.Indagine, len(tutte))
	for _, x := range tutte {
		lette[x.ID] = x
	}
	return lette, db.Wrap("indagini", err)
}

func rigaIndagine(r pgx.CollectableRow) (x conseguenze.Indagine, err error) {
	p := &x.Persona
	var targa, targaVerbale string
	var giorno calendario.Giorno
	var violazione *time.Time
	err = r.Scan(&x.ID, &x.Verbale, &x.Esito, &x.Codice, &x.Motivo, &x.Titolo, &x.Rete, &x.Marca, &x.Modello,
		&targa, &giorno, &targaVerbale, &violazione,
		&p.Tipo, &p.CodiceFiscale, &p.Cognome, &p.Nome, &p.Denominazione,
		&p.Sesso, &p.DataNascita, &p.LuogoNascita, &p.Indirizzo, &p.Civico, &p.Cap,
		&p.Comune, &p.ComuneIstat, &p.Provincia, &p.Nazione)
	if violazione != nil { // rows written before these columns existed do not hold the question
		x.Violazione = calendario.Da(*violazione)
		x.Superata = targa != "" && targa != targaVerbale || !giorno.IsZero() && giorno != x.Violazione
	}
	return x, err
}
