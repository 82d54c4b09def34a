package freno

import (
	"context"
	"testing"
	"time"
)

// The account alone is slowed, and never more than two seconds: who knows the password gets in.
func TestLaLentezzaHaUnLimite(t *testing.T) {
	t.Parallel()
	casi := map[int]time.Duration{
		0: 0, 20: 0, 21: 50 * time.Millisecond, 22: 100 * time.Millisecond, 26: 1600 * time.Millisecond,
		27: 2 * time.Second, 31: 2 * time.Second, 1_000_000: 2 * time.Second,
	}
	for falliti, vuole := range casi {
		if ha := lento(falliti); ha != vuole {
			t.Errorf("after %d failures %v, want %v", falliti, ha, vuole)
		}
	}
}

func TestLeAttese(t *testing.T) {
	t.Parallel()
	ha := attese()
	if len(ha) != 13 || ha[0] != 0 || ha[2] != 0 || ha[3] != 2 || ha[11] != 512 || ha[12] != 900 {
		t.Errorf("delays in seconds %v", ha)
	}
}

func TestChiRinunciaNonAspetta(t *testing.T) {
	t.Parallel()
	ctx, via := context.WithCancel(t.Context())
	via()
	inizio := time.Now()
	if err := attendi(ctx, time.Hour); err == nil || time.Since(inizio) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(inizio))
	}
}

func TestLAttesaSiDiceInParole(t *testing.T) {
	t.Parallel()
	casi := map[time.Duration]string{
		-time.Second: "Troppi tentativi falliti: riprovare fra un secondo.", 1500 * time.Millisecond: "Troppi tentativi falliti: riprovare fra 2 secondi.",
		15 * time.Minute: "Troppi tentativi falliti: riprovare fra 15 minuti.",
	}
	for dopo, vuole := range casi {
		if ha := troppi(dopo, false).Dettaglio; ha != vuole {
			t.Errorf("%q, want %q", ha, vuole)
		}
	}
}
