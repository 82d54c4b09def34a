package service

import (
	"math"
	"runtime/debug"
	"testing"
)

func TestGarbageIsCollectedLessOftenOnlyUnderLoad(t *testing.T) {
	t.Parallel()
	const tanta = moltaAlSecondo + 1
	for _, c := range []struct {
		alSecondo, vivi uint64
		want            int
	}{
		{0, 1 << 20, raccoltaNormale}, {moltaAlSecondo, 1 << 20, raccoltaNormale}, {tanta, 0, raccoltaMolta}, {tanta, 1 << 20, raccoltaMolta},
		{tanta, memoriaMolta / 4, 300}, {tanta, memoriaMolta, raccoltaNormale}, {tanta, 1 << 40, raccoltaNormale},
	} {
		if got := raccoltaPer(c.alSecondo, c.vivi); got != c.want {
			t.Errorf("%d bytes a second, %d live: %d, want %d", c.alSecondo, c.vivi, got, c.want)
		}
	}
	prima := misura(allocati)
	if b := make([]byte, 1<<20); misura(allocati) < prima+uint64(len(b)) {
		t.Error("what is allocated is not counted")
	}
	for quanti, want := range map[uint64]int64{0: memoriaMolta * 3 / 2, memoriaMolta: 2 * memoriaMolta} {
		if got := limitePer(raccoltaMolta, quanti); got != want {
			t.Errorf("%d bytes live: %d, want %d", quanti, got, want)
		}
	}
	if got := limitePer(raccoltaNormale, 1); got != math.MaxInt64 {
		t.Errorf("at rest: %d", got)
	}
	regolaRaccolta()()
	if got := debug.SetGCPercent(raccoltaNormale); got != raccoltaNormale {
		t.Errorf("left at %d", got)
	}
}
