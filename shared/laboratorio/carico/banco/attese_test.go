package banco

import "testing"

func TestWaitsAreSharesOfAll(t *testing.T) {
	t.Parallel()
	a := Attese{"al lavoro": 300, "Lock:transactionid": 600, "IO:WALSync": 95, "libera": 5}
	if testo := a.Testo(); testo != "Lock:transactionid 60 %, al lavoro 30 %, IO:WALSync 9 %" {
		t.Errorf("waits: %q", testo)
	}
	if testo := (Attese{}).Testo(); testo != "" {
		t.Errorf("no samples: %q", testo)
	}
}
