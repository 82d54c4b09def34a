package app

import (
	"context"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// TestAttesaDiUnFile: a file is waited for longer than a command, and the page is left the time to say that nobody answered.
func TestAttesaDiUnFile(t *testing.T) {
	t.Parallel()
	ctx, fine := context.WithTimeout(t.Context(), web.Timeout)
	defer fine()
	if d := attesa(ctx, event.EsitiCarica); d <= domandaEntro || d > web.Timeout-time.Second {
		t.Errorf("a file: %s", d)
	}
	if d := attesa(ctx, event.LottoChiudi); d != domandaEntro {
		t.Errorf("a command: %s", d)
	}
	if d := attesa(t.Context(), event.EsitiCarica); d != web.Timeout {
		t.Errorf("without a deadline: %s", d)
	}
}
