package bus

import (
	"testing"
	"time"
)

// TestWhatFailedTogetherDoesNotComeBackTogether: the pauses of one delivery are spread around the same mean, and grow up to
// a bound.
func TestWhatFailedTogetherDoesNotComeBackTogether(t *testing.T) {
	t.Parallel()
	for consegna, media := range map[uint64]time.Duration{1: 500 * time.Millisecond, 4: 4 * time.Second, 7: 30 * time.Second, 1000: 30 * time.Second} {
		viste := map[time.Duration]bool{}
		var somma time.Duration
		const volte = 2000
		for range volte {
			p := pausa(consegna)
			if p < media*3/4 || p > media*5/4 {
				t.Fatalf("consegna %d: %v", consegna, p)
			}
			viste[p.Round(media/100)] = true
			somma += p
		}
		if len(viste) < 40 {
			t.Errorf("consegna %d: %d pause diverse", consegna, len(viste))
		}
		if d := (somma/volte - media).Abs(); d > media/20 {
			t.Errorf("consegna %d: in media %v", consegna, somma/volte)
		}
	}
}
