package morto

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Store keeps dead work in the database of the context's tenant: another tenant's is not there.
type Store struct{ Pools *db.Pools }

// Ricevi writes one death, once.
func (s Store) Ricevi(ctx context.Context, messaggio string, l Lavoro) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		nuovo, err := tx.Receive(Durevole, messaggio)
		if err != nil || !nuovo {
			return err
		}
		return tx.Exec(`INSERT INTO lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, grezzo, verbale, lotto, morto)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			l.ID, l.Soggetto, l.Modulo, l.Tipo, l.Messaggio, l.Motivo, l.Consegne, string(l.Corpo), l.Grezzo, l.Verbale, l.Lotto, l.Morto).Error
	})
}

const colonne = `SELECT m.id, m.soggetto, m.modulo, m.tipo, m.messaggio, m.motivo, m.consegne, m.corpo, m.verbale, m.lotto, m.morto, m.riaccodato, m.riaccodato_da, `

// conEstremi joins the number of the fine, as people call it.
const conEstremi = colonne + `coalesce(concat_ws('/', v.numero::text, nullif(v.lettera, ''), v.anno::text), '')
	FROM lavoro_morto m LEFT JOIN verbali_v1.verbale v ON v.id = m.verbale `

// Elenca gives so many, the last first, before one.
func (s Store) Elenca(ctx context.Context, prima uuid.UUID, quanti int, tutti bool) ([]Lavoro, error) {
	return s.leggi(ctx, conEstremi+`WHERE m.id < $1 AND ($2 OR m.riaccodato IS NULL) ORDER BY m.id DESC LIMIT $3`, prima, tutti, quanti)
}

// DelVerbale gives what waits for a person about a fine.
func (s Store) DelVerbale(ctx context.Context, verbale uuid.UUID) ([]Lavoro, error) {
	return s.leggi(ctx, colonne+`'' FROM lavoro_morto m WHERE m.verbale = $1 AND m.riaccodato IS NULL ORDER BY m.id`, verbale)
}

func (s Store) leggi(ctx context.Context, sql string, args ...any) ([]Lavoro, error) {
	tutti, err := db.Every[Lavoro](ctx, s.Pools, "lavori morti", sql, args...)
	if err != nil {
		return nil, err
	}
	for i := range tutti {
		tutti[i] = tutti[i].spiegato()
	}
	return tutti, nil
}

// Riaccoda publishes and marks one, under a lock. A stop between the two leaves it unmarked: who queues it again
// publishes the same message, which is dropped or does nothing.
func (s Store) Riaccoda(ctx context.Context, id uuid.UUID, attore, indirizzo string, pubblica func(Lavoro) error) (Lavoro, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return Lavoro{}, err
	}
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		var l struct {
			Soggetto, Modulo, Messaggio, Corpo string
			Grezzo                             []byte
			Verbale, Lotto                     *uuid.UUID
			Fatto                              bool
		}
		esito := tx.Raw(`SELECT soggetto, modulo, messaggio, corpo::text AS corpo, grezzo, verbale, lotto, riaccodato IS NOT NULL AS fatto
			FROM lavoro_morto WHERE id = ? FOR UPDATE`, id).Scan(&l)
		switch {
		case esito.Error != nil:
			return fmt.Errorf("lavoro morto: %w", esito.Error)
		case esito.RowsAffected == 0:
			return problem.NonTrovato("lavoro", id.String())
		case l.Fatto:
			return problem.Conflitto("GIA_RIACCODATO", "Il lavoro è già stato rimesso in coda.")
		}
		if err := pubblica(Lavoro{ID: id, Soggetto: l.Soggetto, Modulo: l.Modulo, Messaggio: l.Messaggio, Corpo: []byte(l.Corpo), Grezzo: l.Grezzo,
			Verbale: l.Verbale, Lotto: l.Lotto}); err != nil {
			return err
		}
		return errors.Join(tx.Exec(`UPDATE lavoro_morto SET riaccodato = now(), riaccodato_da = ? WHERE id = ?`, attore, id).Error,
			tx.Audit(db.Access{Attore: attore, Azione: "LAVORO_RIACCODATO", OggettoTipo: "lavoro", Oggetto: id.String(), Esito: "OK", Indirizzo: indirizzo}))
	})
	if err != nil {
		return Lavoro{}, err
	}
	letti, err := s.leggi(ctx, conEstremi+`WHERE m.id = $1`, id)
	if err != nil || len(letti) == 0 {
		return Lavoro{}, err
	}
	return letti[0], nil
}
