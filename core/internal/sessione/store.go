package sessione

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// Store keeps core.sessione in the platform database.
type Store struct{ Piscine *db.Piscine }

// nuova is a session to be written; what expired before scadute goes.
type nuova struct {
	chiave, precedente Chiave
	attributi          Attributi
	adesso, scadute    time.Time
}

// Inserisci writes a session and removes the one it takes the place of and those that have expired.
func (s Store) Inserisci(ctx context.Context, n nuova) error {
	return s.transazione(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM sessione WHERE chiave = $1 OR attiva < $2`, n.precedente[:], n.scadute); err != nil {
			return fmt.Errorf("scadute: %w", err)
		}
		attributi, err := json.Marshal(n.attributi)
		if err != nil {
			return fmt.Errorf("attributi: %w", err)
		}
		_, err = tx.Exec(ctx, `INSERT INTO sessione (chiave, username, attributi, creata, attiva) VALUES ($1, $2, $3, $4, $4)`,
			n.chiave[:], n.attributi.Operatore, string(attributi), n.adesso)
		return err
	})
}

const tocca = `UPDATE sessione s SET attiva = greatest(s.attiva, $2)
	FROM operatore o
	WHERE s.chiave = $1 AND s.attiva > $3 AND o.username = s.username AND o.stato = 'ATTIVO'
	RETURNING s.attributi, s.attiva, o.username, coalesce(o.tenant, ''), o.reparto, o.nome, o.cognome, o.ruoli`

// Tocca reads a session that was active after limite, with its operator if he is not blocked, and
// notes the activity. Scade of what it gives is the instant of the last activity.
func (s Store) Tocca(ctx context.Context, chiave Chiave, adesso, limite time.Time) (x Sessione, trovata bool, err error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return x, false, err
	}
	x.Chiave = chiave
	var attributi []byte
	o := &x.Operatore
	err = banca.Pool.QueryRow(ctx, tocca, chiave[:], adesso, limite).
		Scan(&attributi, &x.Scade, &o.Username, &o.Tenant, &o.Reparto, &o.Nome, &o.Cognome, &o.Ruoli)
	if errors.Is(err, pgx.ErrNoRows) {
		return Sessione{}, false, nil
	}
	if err == nil {
		err = json.Unmarshal(attributi, &x.Attributi)
	}
	return x, err == nil, db.Errore("sessione", err)
}

// Attiva gives the instant of the last activity of a session that has an operator.
func (s Store) Attiva(ctx context.Context, chiave Chiave) (attiva time.Time, trovata bool, err error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return attiva, false, err
	}
	err = banca.Pool.QueryRow(ctx, `SELECT s.attiva FROM sessione s JOIN operatore o USING (username)
		WHERE s.chiave = $1 AND o.stato = 'ATTIVO'`, chiave[:]).Scan(&attiva)
	if errors.Is(err, pgx.ErrNoRows) {
		return attiva, false, nil
	}
	return attiva, err == nil, db.Errore("sessione", err)
}

// Aggiorna locks the row, lets f change what is there now and writes it back.
func (s Store) Aggiorna(ctx context.Context, chiave Chiave, f func(*Attributi)) error {
	return s.transazione(ctx, func(tx pgx.Tx) error {
		var prima []byte
		err := tx.QueryRow(ctx, `SELECT attributi FROM sessione WHERE chiave = $1 FOR UPDATE`, chiave[:]).Scan(&prima)
		if errors.Is(err, pgx.ErrNoRows) {
			return problem.SenzaCredenziali()
		}
		var a Attributi
		if err == nil {
			err = json.Unmarshal(prima, &a)
		}
		if err != nil {
			return fmt.Errorf("lettura: %w", err)
		}
		f(&a)
		dopo, err := json.Marshal(a)
		if err != nil {
			return fmt.Errorf("attributi: %w", err)
		}
		_, err = tx.Exec(ctx, `UPDATE sessione SET attributi = $2, username = $3 WHERE chiave = $1`, chiave[:], string(dopo), a.Operatore)
		return err
	})
}

func (s Store) transazione(ctx context.Context, f func(pgx.Tx) error) error {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return err
	}
	return db.Errore("sessione", pgx.BeginFunc(ctx, banca.Pool, f))
}
