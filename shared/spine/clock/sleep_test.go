package clock_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

func TestDormi(t *testing.T) {
	t.Parallel()
	for nome, x := range map[string]struct {
		quanto, finisce time.Duration // finisce: when the context ends
		dorme           time.Duration
		cade            bool
	}{
		"the time passes":                       {time.Hour, 2 * time.Hour, time.Hour, false},
		"who gives up does not wait":            {time.Hour, time.Minute, time.Minute, true},
		"no time is not waited for":             {0, time.Hour, 0, false},
		"a time that is over is not waited for": {-time.Hour, time.Hour, 0, false},
		"what has ended is told at once":        {0, 0, 0, true},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, via := context.WithTimeout(t.Context(), x.finisce)
				defer via()
				inizio := tempo.Macchina()
				err := clock.Sleep(ctx, x.quanto)
				if dorme := time.Since(inizio); dorme != x.dorme || errors.Is(err, context.DeadlineExceeded) != x.cade {
					t.Errorf("%v after %v", err, dorme)
				}
			})
		})
	}
}
