package service

import (
	"math"
	"runtime/debug"
	"testing"
)

func TestGarbageIsCollectedLessOftenOnlyUnderLoad(t *testing.T) {
	t.Parallel()
	for alSecondo, want := range map[uint64]int{0: raccoltaNormale, moltaAlSecondo: raccoltaNormale, moltaAlSecondo + 1: raccoltaMolta} {
		if got := raccoltaPer(alSecondo); got != want {
			t.Errorf("%d bytes a second: %d, want %d", alSecondo, got, want)
		}
	}
	prima := misura(allocati)
	if b := make([]byte, 1<<20); misura(allocati) < prima+uint64(len(b)) {
		t.Error("what is allocated is not counted")
	}
	for quanti, want := range map[uint64]int64{0: memoriaMolta, memoriaMolta: 2 * memoriaMolta} {
		if got := memoriaPer(raccoltaMolta, quanti); got != want {
			t.Errorf("%d bytes live: %d, want %d", quanti, got, want)
		}
	}
	if got := memoriaPer(raccoltaNormale, 1); got != math.MaxInt64 {
		t.Errorf("at rest: %d", got)
	}
	regolaRaccolta()()
	if got := debug.SetGCPercent(raccoltaNormale); got != raccoltaNormale {
		t.Errorf("left at %d", got)
	}
}
