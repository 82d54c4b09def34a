// Package turno is the right to ask an outside system, held by one replica at a time: taken, renewed while the question lasts,
// given back, or taken over after a crash. It keeps the question's id before the question leaves, and the answer until the
// transaction of its effect. Its table is spina/turno.sql, in the schema of every service that asks.
package turno

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Turni are the turns of one kind of question, in the database of the context's tenant.
type Turni struct {
	Pools   *db.Pools
	Ambito  string        // the kind
	Dura    time.Duration // how long a turn is its taker's without a word from it; zero: 30 s
	Segnali *Segnali      // wakes those of this process who wait; nil: nobody is woken, and old turns are looked for at each take
}

// Turno is the right to ask for one thing.
type Turno struct {
	ID      uuid.UUID       // the same from the first taker to the answer
	Esterno string          // the id under which the question left already; empty: it did not
	Esito   json.RawMessage // the answer, while its effect is still to be written; nil: none

	turni  Turni
	chiave string
	chi    uuid.UUID
}

// ErrPerso ends the question of a taker that could not say in time that it still asks: another may ask by now.
var ErrPerso = errors.New("turno perso")

// anziani is after how long a turn that brought nothing is forgotten.
const anziani = 48 * time.Hour

// Prendi takes a turn; false while another caller has it. Erasing the persons of verbale deletes the kept answer.
func (t Turni) Prendi(ctx context.Context, chiave string, verbale uuid.NullUUID) (mio Turno, preso bool, err error) {
	database, err := t.Pools.Tenant(ctx)
	if err != nil {
		return mio, false, err
	}
	var lotto pgx.Batch
	m := t.PrendiMolti(ctx, &lotto, []Richiesta{{chiave, verbale}})
	if err := database.Send(ctx, &lotto); err != nil {
		return mio, false, err
	}
	mio, preso = m.Preso(chiave)
	return mio, preso, nil
}

func (t Turni) dura() time.Duration { return cmp.Or(t.Dura, 30*time.Second) }

// Reggi keeps a turn until smetti is called. The context that it gives ends when that could not be said in time, so that a question
// does not outlive the time in which one replica alone asks it.
func (t Turno) Reggi(ctx context.Context) (tenuto context.Context, smetti func()) {
	m := &Molti{turni: t.turni, chi: t.chi, presi: map[string]Turno{t.chiave: t}}
	smetti = m.Reggi(ctx)
	return m.Tenuto(t.chiave), smetti
}

// Rinnova makes a turn last from now on; ErrPerso: it is another's.
func (t Turno) Rinnova(ctx context.Context) error {
	return t.su(ctx, `UPDATE turno SET fino = clock_timestamp() + $4::interval WHERE ambito = $1 AND chiave = $2 AND chi = $3`, t.chi, t.turni.dura())
}

// Parte keeps the id under which a question is about to leave.
func (t Turno) Parte(ctx context.Context, esterno string) error {
	return t.su(ctx, `UPDATE turno SET esterno = $4 WHERE ambito = $1 AND chiave = $2 AND chi = $3`, t.chi, esterno)
}

// Tieni keeps the answer until its effect is written, even after the caller has gone and the turn has passed to another. Of two
// answers the first is kept.
func (t Turno) Tieni(ctx context.Context, esito any) error {
	testo, err := json.Marshal(esito)
	if err != nil {
		return err
	}
	err = t.su(context.WithoutCancel(ctx), `UPDATE turno SET esito = coalesce(esito, $3::jsonb) WHERE ambito = $1 AND chiave = $2`, string(testo))
	if errors.Is(err, ErrPerso) {
		return nil
	}
	return err
}

// Lascia gives a turn to the next, unless it is another's by now or was answered. Where it fails the turn ends by itself.
func (t Turno) Lascia(ctx context.Context) error {
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer fine()
	defer t.turni.Segnali.suona(ctx, t.turni.Ambito, t.chiave)
	err := t.su(ctx, `UPDATE turno SET fino = clock_timestamp() WHERE ambito = $1 AND chiave = $2 AND chi = $3 AND esito IS NULL`, t.chi)
	if errors.Is(err, ErrPerso) {
		return nil
	}
	return err
}

// su changes a turn; ErrPerso where there is nothing to change.
func (t Turno) su(ctx context.Context, sql string, altro ...any) error {
	database, err := t.turni.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	fatto, err := database.Pool.Exec(ctx, sql, append([]any{t.turni.Ambito, t.chiave}, altro...)...)
	if err == nil && fatto.RowsAffected() == 0 {
		return ErrPerso
	}
	return db.Wrap("turno", err)
}

// Chiudi ends a turn in the transaction of its effect.
func Chiudi(tx *db.Tx, ambito, chiave string) error {
	return db.Wrap("turno", tx.Exec(`DELETE FROM turno WHERE ambito = ? AND chiave = ?`, ambito, chiave).Error)
}
