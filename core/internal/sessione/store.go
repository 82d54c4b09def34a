package sessione

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Store keeps core.sessione in the platform database.
type Store struct{ Pools *db.Pools }

// nuova is a session to be written; what expired before scadute goes.
type nuova struct {
	garante            *Garante // nil: a login by password
	chiave, precedente Chiave
	attributi          Attributi
	adesso, scadute    time.Time
	generazione        int64
}

// scaduteInsieme is how many expired sessions a login removes: together they keep up, none waits long.
const scaduteInsieme = 100

// elimina removes some of those that expired, except what another login is removing now.
const elimina = `DELETE FROM sessione WHERE chiave IN (
	SELECT chiave FROM sessione WHERE attiva <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`

// ancora finds and holds an account that is what the realm let in: who changes it, and ends its sessions,
// comes before or after. It is the first lock, as theirs is.
const ancora = `SELECT FROM operatore o WHERE o.username = $1 AND o.generazione = $2 AND ` + servito + ` FOR SHARE OF o`

// Inserisci writes a session and removes the one it takes the place of and those that have expired. An
// account that has changed since it was let in is the 401 of the realm.
func (s Store) Inserisci(ctx context.Context, n nuova) error {
	return s.transazione(ctx, func(tx pgx.Tx) error {
		c, err := tx.Exec(ctx, ancora, n.attributi.Operatore, n.generazione)
		if err != nil {
			return fmt.Errorf("operatore: %w", err)
		}
		if c.RowsAffected() != 1 {
			return problem.SenzaCredenziali()
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessione WHERE chiave = $1`, n.precedente[:]); err != nil {
			return fmt.Errorf("precedente: %w", err)
		}
		if _, err := tx.Exec(ctx, elimina, n.scadute, scaduteInsieme); err != nil {
			return fmt.Errorf("scadute: %w", err)
		}
		attributi, err := json.Marshal(n.attributi)
		if err != nil {
			return fmt.Errorf("attributi: %w", err)
		}
		g := Garante{}
		if n.garante != nil {
			g = *n.garante
		}
		_, err = tx.Exec(ctx, `INSERT INTO sessione (chiave, username, attributi, creata, attiva, emittente, soggetto, sid)
			VALUES ($1, $2, $3, $4, $4, nullif($5, ''), nullif($6, ''), nullif($7, ''))`,
			n.chiave[:], n.attributi.Operatore, string(attributi), n.adesso, g.Emittente, g.Soggetto, g.SID)
		return err
	})
}

// servito is what an account needs to go on: not blocked, nor of an integrator that is no longer served.
const servito = `o.stato = 'ATTIVO' AND NOT EXISTS (SELECT FROM integratore i WHERE i.id = o.integratore AND i.stato = 'CESSATO')`

// conta is the last activity of a session, as far as it counts: not beyond the longest life (the argument that follows it, an
// interval from the beginning).
const conta = `least(s.attiva, s.creata + `

const tocca = `UPDATE sessione s SET attiva = greatest(s.attiva, $2)
	FROM operatore o
	WHERE s.chiave = $1 AND ` + conta + `$4::interval) > $3 AND o.username = s.username AND ` + servito + `
	RETURNING s.attributi, ` + conta + `$4::interval), o.username, coalesce(o.tenant, ''), o.reparto, o.nome, o.cognome, o.ruoli,
		o.provvisoria AND NOT coalesce((s.attributi->'autenticazione'->>'validatoSso')::boolean, false), ` + propri

// propri is what the roles of an account may that its command made itself.
const propri = `(SELECT array_agg(p) FROM ruolo r, unnest(r.permessi) AS p WHERE r.tenant = o.tenant AND r.nome = ANY (o.ruoli))`

// Tocca reads a session that was active after v.limite, with its operator if he is not blocked, and
// notes the activity. Scade of what it gives is the instant of the last activity that counts.
func (s Store) Tocca(ctx context.Context, chiave Chiave, adesso time.Time, v vita) (x Sessione, trovata bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return x, false, err
	}
	x.Chiave = chiave
	var attributi []byte
	o := &x.Operatore
	err = database.Pool.QueryRow(ctx, tocca, chiave[:], adesso, v.limite, v.oltre).
		Scan(&attributi, &x.Scade, &o.Username, &o.Tenant, &o.Reparto, &o.Nome, &o.Cognome, &o.Ruoli, &o.CambiaPassword, &o.Propri)
	if errors.Is(err, pgx.ErrNoRows) {
		return Sessione{}, false, nil
	}
	if err == nil {
		err = json.Unmarshal(attributi, &x.Attributi)
	}
	return x, err == nil, db.Wrap("sessione", err)
}

// vita is how long sessions live: limite is the instant before which the last activity of an expired one was, oltre how
// long after its beginning activity counts.
type vita struct {
	limite time.Time
	oltre  time.Duration
}

// chi is a session to be read; the username, when known, tells why it is no longer there.
type chi struct {
	chiave   Chiave
	username string
}

// lettura is a snapshot of a session, with why it has ended; empty for a live one.
type lettura struct {
	Sessione

	fine Fine
}

const leggi = `SELECT k.chiave, coalesce(s.attributi, '{}'), coalesce(` + conta + `$4::interval), 'epoch'), coalesce(o.username, ''), coalesce(o.tenant, ''),
		coalesce(o.reparto, ''), coalesce(o.nome, ''), coalesce(o.cognome, ''), coalesce(o.ruoli, '{}'), ` + propri + `,
		CASE WHEN s.chiave IS NOT NULL AND s.username IS NULL THEN 'USCITA'
			WHEN NOT (` + servito + `) THEN 'BLOCCATA'
			WHEN s.chiave IS NULL THEN 'CHIUSA'
			WHEN ` + conta + `$4::interval) <= $3 THEN 'SCADUTA'
			ELSE '' END
	FROM unnest($1::bytea[], $2::text[]) AS k (chiave, username)
	LEFT JOIN sessione s ON s.chiave = k.chiave
	LEFT JOIN operatore o ON o.username = coalesce(s.username, k.username)`

// Leggi takes snapshots of sessions in one query. Scade of what it gives is the instant of the last
// activity that counts; a session that was not active after v.limite has expired.
func (s Store) Leggi(ctx context.Context, quali []chi, v vita) (map[Chiave]lettura, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	chiavi, utenti := make([][]byte, len(quali)), make([]string, len(quali))
	for i, q := range quali {
		chiavi[i], utenti[i] = q.chiave[:], q.username
	}
	righe, err := database.Pool.Query(ctx, leggi, chiavi, utenti, v.limite, v.oltre)
	if err != nil {
		return nil, db.Wrap("sessioni", err)
	}
	tutte := make(map[Chiave]lettura, len(quali))
	var chiave, attributi []byte
	var l lettura
	o := &l.Operatore
	campi := []any{&chiave, &attributi, &l.Scade, &o.Username, &o.Tenant, &o.Reparto, &o.Nome, &o.Cognome, &o.Ruoli, &o.Propri, &l.fine}
	_, err = pgx.ForEachRow(righe, campi, func() error {
		copy(l.Chiave[:], chiave)
		l.Attributi = Attributi{}
		if err := json.Unmarshal(attributi, &l.Attributi); err != nil {
			return fmt.Errorf("attributi: %w", err)
		}
		tutte[l.Chiave] = l
		return nil
	})
	return tutte, db.Wrap("sessioni", err)
}

// RepartoAttivo reports whether a tenant has this department and it is in use.
func (s Store) RepartoAttivo(ctx context.Context, tenant, codice string) (c bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM reparto WHERE tenant = $1 AND codice = $2 AND stato = 'ATTIVO')`,
		tenant, codice).Scan(&c)
	return c, db.Wrap("reparto", err)
}

// ChiudiDi ends every session of an operator, in the transaction of what makes them worthless: a new
// password, a block. They do not come back when he is let in again.
func ChiudiDi(tx *db.Tx, username string) error {
	return tx.Exec(`DELETE FROM sessione WHERE username = ?`, username).Error
}

// Aggiorna locks the row, lets f change it and writes it back.
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
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return err
	}
	return db.Wrap("sessione", pgx.BeginFunc(ctx, database.Pool, f))
}
