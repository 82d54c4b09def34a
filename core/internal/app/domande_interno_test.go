package app

import (
	"context"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// TestAttesaDiUnFile: a file is waited for longer than a command, and the page is left the time to say that nobody answered.
func TestAttesaDiUnFile(t *testing.T) {
	t.Parallel()
	ctx, fine := context.WithTimeout(t.Context(), web.TempoMassimo)
	defer fine()
	if d := attesa(ctx, evento.EsitiCarica); d <= domandaEntro || d > web.TempoMassimo-time.Second {
		t.Errorf("a file: %s", d)
	}
	if d := attesa(ctx, evento.LottoChiudi); d != domandaEntro {
		t.Errorf("a command: %s", d)
	}
	if d := attesa(t.Context(), evento.EsitiCarica); d != web.TempoMassimo {
		t.Errorf("without a deadline: %s", d)
	}
}
