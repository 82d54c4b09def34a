package registro

import (
	"context"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestAnnota(t *testing.T) {
	t.Parallel()
	t.Run("a line that finds no room before its caller leaves is a 503, never lost in silence", func(t *testing.T) {
		t.Parallel()
		ctx, esci := context.WithCancel(t.Context())
		esci()
		pieno := &Diario{voci: make(chan voce)}
		if err := pieno.Annota(ctx, tenant.Tenant{Nome: "alfa"}, db.Access{}); !problem.Is(err, "REGISTRO_OCCUPATO") {
			t.Errorf("%v", err)
		}
	})
	t.Run("no more is taken while too many lines wait for a database that fails", func(t *testing.T) {
		t.Parallel()
		d := &Diario{voci: make(chan voce)}
		if d.prossime(map[string][]voce{"alfa": make([]voce, inCoda-1)}) == nil {
			t.Error("refused before the limit")
		}
		if d.prossime(map[string][]voce{"alfa": make([]voce, inCoda-1), "beta": make([]voce, 1)}) != nil {
			t.Error("taken beyond the limit")
		}
	})
}
