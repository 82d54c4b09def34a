package lettura

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const leggiSoggetto = `SELECT id, tipo, coalesce(codice_fiscale, ''), coalesce(cognome, ''), coalesce(nome, ''), coalesce(denominazione, ''), coalesce(sesso, ''), data_nascita,
	coalesce(luogo_nascita, ''), coalesce(indirizzo, ''), coalesce(civico, ''), coalesce(cap, ''), coalesce(comune, ''), coalesce(comune_istat, ''),
	coalesce(provincia, ''), coalesce(nullif(nazione, ''), 'IT') FROM soggetto WHERE id = $1`

// Soggetto reads a person of the fines; 404 when there is none.
func (s *Lettore) Soggetto(ctx context.Context, id uuid.UUID) (p vita.Soggetto, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return p, err
	}
	err = database.Pool.QueryRow(ctx, leggiSoggetto, id).Scan(&p.ID, &p.Tipo, &p.CodiceFiscale, &p.Cognome, &p.Nome, &p.Denominazione, &p.Sesso, &p.DataNascita,
		&p.LuogoNascita, &p.Indirizzo, &p.Civico, &p.Cap, &p.Comune, &p.ComuneIstat, &p.Provincia, &p.Nazione)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, problem.NonTrovato("soggetto", id.String())
	}
	return p, db.Wrap("soggetto "+id.String(), err)
}

// Violazione reads the day of the violation of a fine, in Rome; 404 when the tenant has no such fine.
func (s *Lettore) Violazione(ctx context.Context, id uuid.UUID) (calendario.Giorno, error) {
	q, err := s.Quadro(ctx, id)
	return q.Violazione, err
}

// RispostaVisura reads an answer of the population register from connessione's view, with its kind; 404 while it is not there.
// The person is empty where a rule of the command has erased it.
func (s *Lettore) RispostaVisura(ctx context.Context, id uuid.UUID) (r residenza.Risposta, esito string, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return r, "", err
	}
	var grezza []byte
	err = database.Pool.QueryRow(ctx, `SELECT esito, risposta FROM connessione_v1.visura WHERE id = $1`, id).Scan(&esito, &grezza)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, "", problem.NonTrovato("visura", id.String())
	}
	if err == nil && len(grezza) > 0 {
		err = json.Unmarshal(grezza, &r)
	}
	return r, esito, db.Wrap("visura "+id.String(), err)
}

// VisuraLetta is a question to the registers of the State, in a list.
type VisuraLetta struct {
	ID        uuid.UUID              `json:"id"`
	Verbale   uuid.UUID              `json:"idVerbale"`
	Posizione uuid.UUID              `json:"idPosizione"`
	Registro  verbale.RegistroVisura `json:"registro"`
	Stato     verbale.StatoVisura    `json:"stato"`
	Giorno    calendario.Giorno      `json:"giorno"` // when it was asked, then when it was answered
	Anomalia  verbale.TipoAnomalia   `json:"anomalia,omitempty"`
	Testo     string                 `json:"testo,omitempty"` // both sides of a contradiction
	Aperta    *time.Time             `json:"aperta,omitempty"`

	Soggetto, Risposta uuid.UUID `json:"-"`
}

const leggiVisure = `SELECT x.id, x.verbale, x.posizione, x.registro, x.stato, x.giorno, coalesce(a.tipo, ''), coalesce(a.testo, ''), a.aperta, x.soggetto, x.risposta
	FROM visura x LEFT JOIN anomalia a ON a.id = x.anomalia `

// Visure lists the questions in some states, the oldest first, after one; at most so many.
func (s *Lettore) Visure(ctx context.Context, stati []string, dopo uuid.UUID, quante int) ([]VisuraLetta, error) {
	return s.leggiVisure(ctx, leggiVisure+`WHERE x.stato = ANY ($1) AND x.id > $2 ORDER BY x.id LIMIT $3`, stati, dopo, quante)
}

// VisuraLetta reads one; 404 when the tenant has none.
func (s *Lettore) VisuraLetta(ctx context.Context, id uuid.UUID) (VisuraLetta, error) {
	lette, err := s.leggiVisure(ctx, leggiVisure+`WHERE x.id = $1`, id)
	if err == nil && len(lette) == 0 {
		return VisuraLetta{}, problem.NonTrovato("visura", id.String())
	}
	if err != nil {
		return VisuraLetta{}, err
	}
	return lette[0], nil
}

func (s *Lettore) leggiVisure(ctx context.Context, sql string, args ...any) ([]VisuraLetta, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	lette := []VisuraLetta{}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tutte, err := Righe(ctx, tx, func(r pgx.CollectableRow) (v VisuraLetta, err error) {
			var risposta *uuid.UUID
			err = r.Scan(&v.ID, &v.Verbale, &v.Posizione, &v.Registro, &v.Stato, &v.Giorno, &v.Anomalia, &v.Testo, &v.Aperta, &v.Soggetto, &risposta)
			v.Risposta = oZero(risposta)
			return v, err
		}, sql, args...)
		lette = append(lette, tutte...)
		return err
	})
	return lette, db.Wrap("visure", err)
}
