package interrogazione

import (
	"testing"
	"time"
)

// TestLaPausaDiUnaCodaRaddoppia: a day that is used up is tried less and less, so that a database with work that waits for tomorrow
// closes between two tries.
func TestLaPausaDiUnaCodaRaddoppia(t *testing.T) {
	t.Parallel()
	var s stato
	for i, vuole := range []time.Duration{6 * time.Second, 12 * time.Second, 24 * time.Second} {
		if s = s.dopoUnaPausa("oggi"); s.pausa != vuole || s.vigenti != "oggi" {
			t.Errorf("%d: %s, want %s", i, s.pausa, vuole)
		}
	}
	for range 20 {
		s = s.dopoUnaPausa("oggi")
	}
	if s.pausa != 15*time.Minute {
		t.Errorf("%s", s.pausa)
	}
}
