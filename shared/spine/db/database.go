package db

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
)

// Database is one open database seen with the role of this service.
type Database struct {
	Pool  *Pool // for sets of rows: search, batches, COPY
	name  string
	pools *Pools
}

// Gorm gives a session for reading outside a transaction.
func (b *Database) Gorm(ctx context.Context) *gorm.DB {
	g := b.pools.gorm.WithContext(ctx) // a statement of its own
	g.Statement.ConnPool = bridge{b.Pool}
	return g
}

// Tx is a transaction that carries, beside the rows, the messages and the audit of its effect.
type Tx struct {
	*gorm.DB
	ctx       context.Context //nolint:containedctx // a transaction is used within the call that opened it
	tenant    string
	published []OutboxRow
}

// ReadSnapshot runs f in one read-only transaction that sees the database as it is at its first statement.
func (b *Database) ReadSnapshot(ctx context.Context, f func(ctx context.Context, tx pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, b.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error { return f(ctx, tx) })
}

// Transaction runs f in one transaction: what it wrote is committed together or not at all. When it
// published messages the relay is woken after the commit, also when the database went away before it
// could say that it had committed. Errors of f come back as they are; those of the database pass through
// Errore.
func (b *Database) Transaction(ctx context.Context, f func(tx *Tx) error) error {
	var pubblicati []OutboxRow
	err := b.Gorm(ctx).Transaction(func(g *gorm.DB) error {
		tx := &Tx{DB: g, ctx: ctx, tenant: b.name}
		err := f(tx)
		if err == nil { // the commit comes next
			pubblicati = tx.published
		}
		return err
	})
	if err != nil {
		if len(pubblicati) > 0 {
			b.WakeUncertain(err)
		}
		return Wrap("transazione", err)
	}
	if len(pubblicati) > 0 {
		b.Wake(pubblicati...)
	}
	return nil
}

// Wake wakes the relay of this database, for effects written outside Transaction. The rows are all that the commit wrote into the
// outbox, with their positions; without them the relay reads the table.
func (b *Database) Wake(rows ...OutboxRow) { b.pools.wake(b.name, rows) }

// WakeUncertain wakes the relay after a commit that failed with err, when nobody can say whether it was
// done: who tries again finds the message taken and wakes nobody.
func (b *Database) WakeUncertain(err error) {
	if Unreachable(err) {
		b.Wake()
	}
}

// Publish writes a message into the outbox: it leaves when the transaction is committed.
func (t *Tx) Publish(corpo event.Corpo) error {
	r, err := NewOutboxRow(t.ctx, t.tenant, corpo)
	if err != nil {
		return err
	}
	var written struct {
		Posizione int64
		Quando    time.Time
	}
	err = t.Raw(`INSERT INTO uscita (id, soggetto, oggetto, corpo, traccia) VALUES (?, ?, ?, ?, ?) RETURNING posizione, quando`,
		r.ID, r.Subject, r.Object, string(r.Body), r.Trace).Scan(&written).Error
	r.Position, r.When = written.Posizione, written.Quando
	t.published = append(t.published, r)
	return err
}

// OutboxRow is a row of the outbox.
type OutboxRow struct {
	ID                     uuid.UUID
	Subject, Object, Trace string
	Body                   json.RawMessage

	// As the database has written it.
	Position int64
	When     time.Time
}

// maxMessage is the most a payload may weigh, in bytes: messages carry ids, states, dates and
// hashes, and the bus refuses one mebibyte. It is refused here, before its effect is committed.
const maxMessage = 256 << 10

// NewOutboxRow prepares the row of a message, with the trace of ctx, for a caller that writes rows in bulk. A
// payload over 256 KiB is an error of the program.
func NewOutboxRow(ctx context.Context, tenant string, corpo event.Corpo) (OutboxRow, error) {
	dati, err := json.Marshal(corpo)
	if err != nil {
		return OutboxRow{}, fmt.Errorf("db: uscita %T: %w", corpo, err)
	}
	if _, morto := corpo.(event.Morto); len(dati) > maxMessage && !morto {
		return OutboxRow{}, fmt.Errorf("db: uscita %T: %d byte, al più %d", corpo, len(dati), maxMessage)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return OutboxRow{}, fmt.Errorf("db: uscita: %w", err)
	}
	h := map[string][]string{}
	tracing.Inject(ctx, h)
	r := OutboxRow{ID: id, Subject: corpo.Soggetto(tenant), Object: corpo.Oggetto(), Body: dati}
	if t := h["traceparent"]; len(t) > 0 {
		r.Trace = t[0]
	}
	return r, nil
}

// Receive notes that a consumer has taken a message; false when it had it already, and then the
// effect must not be repeated.
func (t *Tx) Receive(consumatore, id string) (bool, error) {
	r := t.Exec(`INSERT INTO ricevuto (consumatore, id) VALUES (?, ?) ON CONFLICT DO NOTHING`, consumatore, id)
	return r.RowsAffected == 1, r.Error
}
