package morto

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/conservazione"
)

// Store keeps dead work in the database of the context's tenant: another tenant's is not there.
type Store struct{ Pools *db.Pools }

// Ricevi writes one death, once. If the fine's persons were already erased, it records only the arrival of the letter.
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
		if err := tx.Exec(`DELETE FROM lavoro_morto_pezzo WHERE lettera = ?`, messaggio).Error; err != nil {
			return fmt.Errorf("pezzi: %w", err)
		}
		if l.Verbale != nil {
			gia, err := conservazione.Cancellato(tx, *l.Verbale)
			if err != nil {
				return fmt.Errorf("cancellazione: %w", err)
			}
			if gia {
				l.Corpo, l.Grezzo, l.Motivo = []byte(`{}`), nil, verbale.Cancellato
			}
		}
		return tx.Exec(`INSERT INTO lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, grezzo, verbale, lotto, morto)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			l.ID, l.Soggetto, l.Modulo, l.Tipo, l.Messaggio, l.Motivo, l.Consegne, string(l.Corpo), l.Grezzo, l.Verbale, l.Lotto, l.Morto).Error
	})
}

// pezziGiorni is how long a piece waits for the others: longer than the bus keeps them.
const pezziGiorni = 45

// Scaduti deletes the pieces whose others will not come any more, from the database of one command.
func Scaduti(ctx context.Context, pool *db.Pool) error {
	_, err := pool.Exec(ctx, `DELETE FROM lavoro_morto_pezzo WHERE arrivato < now() - make_interval(days => $1)`, pezziGiorni)
	return db.Wrap("pezzi scaduti", err)
}

// letteraMassima and attesaMassima bound the pieces of one letter, and those of all the letters of a command that wait for their others,
// in bytes. A message of the bus is a megabyte, and its letter a third more.
const (
	letteraMassima = 8 << 20
	attesaMassima  = 64 << 20
)

// errTroppo is a letter beyond these.
var errTroppo = errors.New("morto: pezzi oltre il limite")

// raccogli keeps a piece of a dead letter and gives the letter once all are there, nil before. Two pieces that come at the
// same time take turns: one of the two finds the other. A piece that comes again after its letter was taken is dropped. errTroppo is a
// letter that is too large.
func (s Store) raccogli(ctx context.Context, m bus.Message) (intera []byte, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		if err := tx.Exec(`SELECT pg_advisory_xact_lock(hashtextextended('core.lavoro_morto_pezzo.' || ?, 0))`, m.ID).Error; err != nil {
			return fmt.Errorf("serratura: %w", err)
		}
		if err := tx.Exec(`INSERT INTO lavoro_morto_pezzo (lettera, impronta, pezzo, byte)
			SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM ricevuto WHERE consumatore = ? AND id = ?) ON CONFLICT DO NOTHING`,
			m.ID, m.Piece.SHA256, m.Piece.Number, []byte(m.Body), Durevole, m.ID).Error; err != nil {
			return fmt.Errorf("pezzo: %w", err)
		}
		var somma struct {
			Quanti        int
			Byte, Insieme int64
		}
		if err := tx.Raw(`SELECT count(*) FILTER (WHERE lettera = ? AND impronta = ?) AS quanti,
			coalesce(sum(octet_length(byte)) FILTER (WHERE lettera = ?), 0) AS byte, coalesce(sum(octet_length(byte)), 0) AS insieme
			FROM lavoro_morto_pezzo`, m.ID, m.Piece.SHA256, m.ID).Scan(&somma).Error; err != nil {
			return fmt.Errorf("pezzi: %w", err)
		}
		if somma.Byte > letteraMassima || somma.Insieme > attesaMassima && somma.Byte > 0 {
			return errTroppo // nothing of this piece stays; the others go when the letter is kept
		}
		if somma.Quanti != m.Piece.Of {
			return nil
		}
		var pezzi []struct{ Byte []byte }
		if err := tx.Raw(`SELECT byte FROM lavoro_morto_pezzo WHERE lettera = ? AND impronta = ? ORDER BY pezzo`, m.ID, m.Piece.SHA256).Scan(&pezzi).Error; err != nil {
			return fmt.Errorf("pezzi: %w", err)
		}
		for _, p := range pezzi {
			intera = append(intera, p.Byte...)
		}
		return nil
	})
	return intera, err
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
			Soggetto, Modulo, Tipo, Messaggio, Corpo, Motivo string
			Grezzo                                           []byte
			Verbale, Lotto                                   *uuid.UUID
			Fatto                                            bool
		}
		esito := tx.Raw(`SELECT soggetto, modulo, tipo, messaggio, corpo::text AS corpo, motivo, grezzo, verbale, lotto, riaccodato IS NOT NULL AS fatto
			FROM lavoro_morto WHERE id = ? FOR UPDATE`, id).Scan(&l)
		switch {
		case esito.Error != nil:
			return fmt.Errorf("lavoro morto: %w", esito.Error)
		case esito.RowsAffected == 0:
			return problem.NonTrovato("lavoro", id.String())
		case l.Fatto:
			return problem.Conflitto("GIA_RIACCODATO", "Il lavoro è già stato rimesso in coda.")
		}
		if l.Motivo == verbale.Cancellato {
			return problem.Conflitto("VERBALE_CANCELLATO", "Le persone di questo verbale sono state cancellate, e con loro ciò che il lavoro diceva: non c'è nulla da rimettere in coda.")
		}
		if err := pubblica(Lavoro{ID: id, Soggetto: l.Soggetto, Modulo: l.Modulo, Tipo: l.Tipo, Messaggio: l.Messaggio, Corpo: []byte(l.Corpo), Grezzo: l.Grezzo,
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
