package notifica

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// ricevi records the messages that could be decoded, and says which of them are new.
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

// dimentica deletes the records of the messages whose outcome was refused, so that they can come again.
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

// letta is what connessione says now of an attempt.
type letta struct {
	ID        uuid.UUID
	Revisione int
	Giorno    calendario.Giorno // of service; zero: it has not taken effect
}

// lettureIn reads some attempts as connessione has them. The map lacks the attempts that connessione lacks.
func lettureIn(ctx context.Context, tx pgx.Tx, tentativi []uuid.UUID) (map[uuid.UUID]letta, error) {
	righe, err := lettura.Righe(ctx, tx, pgx.RowToStructByPos[letta], `SELECT id, revisione, giorno FROM connessione_v1.invio WHERE id = ANY ($1)`, tentativi)
	letture := make(map[uuid.UUID]letta, len(righe))
	for _, r := range righe {
		letture[r.ID] = r
	}
	return letture, err
}
