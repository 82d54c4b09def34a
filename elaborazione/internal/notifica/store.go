package notifica

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// ricevi notes the messages that can be read, and says which were not taken before.
func ricevi(ctx context.Context, tx pgx.Tx, mm []bus.Message, esiti []error) (map[string]bool, error) {
	var ids []string
	for i, m := range mm {
		if esiti[i] == nil {
			ids = append(ids, m.ID)
		}
	}
	var comandi pgx.Batch
	nuovi := db.QueueReceived(&comandi, Durevole, ids)
	if err := tx.SendBatch(ctx, &comandi).Close(); err != nil {
		return nil, fmt.Errorf("notifica: messaggi ricevuti: %w", err)
	}
	return nuovi, nil
}

// dimentica gives back the messages whose outcome was refused.
func dimentica(ctx context.Context, tx pgx.Tx, mm []bus.Message, esiti []error) error {
	var ids []string
	for i, m := range mm {
		if esiti[i] != nil {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `DELETE FROM ricevuto WHERE consumatore = $1 AND id = ANY ($2)`, Durevole, ids)
	if err != nil {
		return fmt.Errorf("notifica: messaggi resi: %w", err)
	}
	return nil
}

// revisioniIn are the last revisions of some attempts, as connessione has them; those that it lacks are left out.
func revisioniIn(ctx context.Context, tx pgx.Tx, tentativi []uuid.UUID) (map[uuid.UUID]int, error) {
	type riga struct {
		ID        uuid.UUID
		Revisione int
	}
	righe, err := lettura.Righe(ctx, tx, pgx.RowToStructByPos[riga], `SELECT id, revisione FROM connessione_v1.invio WHERE id = ANY ($1)`, tentativi)
	revisioni := make(map[uuid.UUID]int, len(righe))
	for _, r := range righe {
		revisioni[r.ID] = r.Revisione
	}
	return revisioni, err
}
