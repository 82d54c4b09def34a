package service

import (
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
	prima := allocati()
	if b := make([]byte, 1<<20); allocati() < prima+uint64(len(b)) {
		t.Error("what is allocated is not counted")
	}
	regolaRaccolta()()
	if got := debug.SetGCPercent(raccoltaNormale); got != raccoltaNormale {
		t.Errorf("left at %d", got)
	}
}
