// Package oblio obeys the erasure of a fine in a service that keeps copies of what fines say: the columns to erase are in
// the function cancella_verbale of its schema, which refuses a fine that elaborazione has not erased.
package oblio

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
)

// Copie are the copies of what fines say, for the rounds: a fine whose fact did not get here is found in the published
// register of elaborazione.
func Copie() retention.Copies {
	return retention.Copies{
		Missed: `SELECT array(SELECT c.verbale FROM verbali_v1.cancellazione c WHERE c.oggetto = c.verbale
			AND NOT EXISTS (SELECT 1 FROM cancellazione m WHERE m.verbale = c.verbale AND m.oggetto = m.verbale) ORDER BY c.posizione LIMIT 10000)`,
		Erase: `SELECT cancella_verbale(?)`,
	}
}

// Obbedisce takes fatti.<tenant>.verbale.cancellato for a service.
func Obbedisce(r retention.Runner) func(context.Context, bus.Message) error {
	return func(ctx context.Context, m bus.Message) error {
		var x event.VerbaleCancellato
		if err := m.Decode(&x); err != nil {
			return err
		}
		id, err := uuid.Parse(x.IDVerbale)
		if err != nil {
			return bus.Permanent(fmt.Errorf("oblio: verbale %q: %w", x.IDVerbale, err))
		}
		return r.Erase(ctx, id)
	}
}
