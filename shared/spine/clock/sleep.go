// Package clock is the clock of the programs, and waits for a time that may be cut short.
package clock

import (
	"context"
	"time"
)

// Sleep waits so long; no time, or less, is not waited for. The error is ctx's, as soon as ctx ends or where it
// has ended already: then there is nothing more to wait for.
func Sleep(ctx context.Context, quanto time.Duration) error {
	t := time.NewTimer(quanto)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return ctx.Err()
	}
}
