package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Send sends statements in one journey and commits them together or not at all. The handlers queued with them have run when it
// returns. Where the batch holds outbox rows, Wake is the caller's to call.
func (b *Database) Send(ctx context.Context, batch *pgx.Batch) error {
	c, err := b.Pool.Acquire(ctx)
	if err != nil {
		return Wrap("lotto", err)
	}
	defer c.Release()
	return Wrap("lotto", c.SendBatch(ctx, batch).Close())
}

// QueueReceived queues the ids of messages for the inbox of a consumer. Those that it has had already change nothing; the others are
// in fresh once the batch has been sent.
func QueueReceived(batch *pgx.Batch, consumer string, ids []string) (fresh map[string]bool) {
	fresh = make(map[string]bool, len(ids))
	batch.Queue(received+` ON CONFLICT DO NOTHING RETURNING id`, consumer, ids).Query(func(rows pgx.Rows) error {
		var id string
		_, err := pgx.ForEachRow(rows, []any{&id}, func() error {
			fresh[id] = true
			return nil
		})
		return err
	})
	return fresh
}

// QueueFirst queues the ids of messages for the inbox of a consumer, and the batch fails where it has had one of them already:
// AlreadyReceived.
func QueueFirst(batch *pgx.Batch, consumer string, ids []string) {
	batch.Queue(received, consumer, ids)
}

// received inserts in the order of the ids: two writers of the same ids never wait for each other both.
const received = `INSERT INTO ricevuto (consumatore, id) SELECT $1, x FROM unnest($2::text[]) x ORDER BY x`

// AlreadyReceived reports a batch that failed because of QueueFirst.
func AlreadyReceived(err error) bool {
	constraint, duplicate := Duplicate(err)
	return duplicate && constraint == "ricevuto_pkey"
}

// QueueAudit queues lines of the audit.
func QueueAudit(batch *pgx.Batch, lines []Access) {
	if len(lines) > 0 {
		batch.Queue(auditLines, auditColumns(lines)...)
	}
}

// QueueOutbox queues rows of the outbox, which have their positions once the batch has been sent.
func QueueOutbox(batch *pgx.Batch, rows []OutboxRow) {
	if len(rows) == 0 {
		return
	}
	ids := make([][16]byte, len(rows))
	var texts [4][]string
	for i, r := range rows {
		ids[i] = r.ID
		for k, v := range [4]string{r.Subject, r.Object, string(r.Body), r.Trace} {
			texts[k] = append(texts[k], v)
		}
	}
	batch.Queue(`INSERT INTO uscita (id, soggetto, oggetto, corpo, traccia)
		SELECT id, soggetto, oggetto, corpo::jsonb, traccia FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
			AS r (id, soggetto, oggetto, corpo, traccia, n) ORDER BY n RETURNING posizione, quando`,
		ids, texts[0], texts[1], texts[2], texts[3]).Query(Written(rows))
}

// Written reads posizione and quando of rows of the outbox from the statement that writes them in this order.
func Written(outbox []OutboxRow) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		for i := 0; rows.Next(); i++ {
			if err := rows.Scan(&outbox[i].Position, &outbox[i].When); err != nil {
				return err
			}
		}
		return rows.Err()
	}
}
