package db

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Enqueue writes a message of a tenant into the outbox, as Tx.Publish does, for a caller that works a set of rows in a
// transaction of pgx: after the commit Database.Wake is theirs to call.
func Enqueue(ctx context.Context, tx pgx.Tx, tenant string, corpo event.Corpo) error {
	r, err := NewOutboxRow(ctx, tenant, corpo)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO uscita (id, soggetto, oggetto, corpo, traccia) VALUES ($1, $2, $3, $4, $5)`,
		r.ID, r.Subject, r.Object, r.Body, r.Trace); err != nil {
		return fmt.Errorf("db: uscita %T: %w", corpo, err)
	}
	return nil
}
