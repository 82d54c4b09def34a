package banco

import "testing"

func TestWakingAThreadTakesTime(t *testing.T) {
	t.Parallel()
	if d, err := risveglio(2, 50); err != nil || d <= 0 {
		t.Errorf("%s, %v", d, err)
	}
}
