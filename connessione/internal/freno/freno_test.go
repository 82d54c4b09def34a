package freno_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/freno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

var inizio = time.Unix(1_800_000_000, 0)

// sbaglia is a wrong answer on a key; it gives how long one has to wait who asked too soon.
func sbaglia(f *freno.Freno, chiave string) time.Duration {
	_, err := freno.Giudica(false, freno.Soglia{Freno: f, Chiave: chiave})
	return attesa(err)
}

func attesa(err error) time.Duration {
	if p := problem.As(err); p != nil && p.Kind == problem.TooManyRequests {
		return p.RetryAfter
	}
	return 0
}

func TestLimit(t *testing.T) {
	t.Parallel()
	orologio := tempo.Fisso(inizio)
	f := freno.Nuovo(3, 100, orologio.Adesso)
	di := func(chiave string) freno.Soglia { return freno.Soglia{Freno: f, Chiave: chiave} }
	t.Run("right answers cost nothing", func(t *testing.T) {
		for range 100 {
			if _, err := freno.Giudica(true, di("a")); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("the third error in a minute makes the key wait, right or wrong, and no other", func(t *testing.T) {
		for i, vuole := range []bool{false, false, true} {
			rallenta, err := freno.Giudica(false, di("a"))
			if err != nil || rallenta != vuole {
				t.Fatalf("error %d: %v, %v", i, rallenta, err)
			}
		}
		_, giusta := freno.Giudica(true, di("a"))
		if d := attesa(freno.Attendi(di("b"), di("a"))); d != 20*time.Second || attesa(giusta) != d {
			t.Errorf("waits %v before the work, %v after it", d, attesa(giusta))
		}
		if _, err := freno.Giudica(true, di("b")); err != nil {
			t.Errorf("another key pays for the first: %v", err)
		}
	})
	t.Run("each further wait is twice as long, up to a quarter of an hour", func(t *testing.T) {
		for vuole := 40 * time.Second; vuole < time.Hour; vuole *= 2 {
			orologio.Avanza(attesa(freno.Attendi(di("a"))))
			for attesa(freno.Attendi(di("a"))) == 0 {
				sbaglia(f, "a")
			}
			if d := attesa(freno.Attendi(di("a"))); d != min(vuole, 15*time.Minute) {
				t.Errorf("waits %v, want %v", d, vuole)
			}
		}
	})
	t.Run("who stops is forgiven", func(t *testing.T) {
		orologio.Avanza(3 * time.Hour)
		for range 3 {
			sbaglia(f, "a")
		}
		if d := attesa(freno.Attendi(di("a"))); d != 20*time.Second {
			t.Errorf("waits %v", d)
		}
	})
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	f := freno.Nuovo(1, 2, tempo.Fisso(inizio).Adesso)
	for _, k := range []string{"a", "b", "c"} {
		if d := sbaglia(f, k); d != 0 {
			t.Fatalf("%s waits %v at its first error", k, d)
		}
	}
	for chiave, aspetta := range map[string]bool{"a": false, "b": true, "c": true} {
		if d := attesa(freno.Attendi(freno.Soglia{Freno: f, Chiave: chiave})); (d > 0) != aspetta {
			t.Errorf("%s waits %v", chiave, d)
		}
	}
}

// TestManyAtOnce: of a hundred guesses judged at the same moment as many are answered as may be wrong.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	f := freno.Nuovo(10, 1000, tempo.Fisso(inizio).Adesso)
	var risposte atomic.Int32
	var g sync.WaitGroup
	for i := range 100 {
		g.Go(func() {
			giusta := i%50 == 0
			_, err := freno.Giudica(giusta, freno.Soglia{Freno: f, Chiave: fmt.Sprint("altra", i)}, freno.Soglia{Freno: f, Chiave: "una"})
			if err == nil && !giusta {
				risposte.Add(1)
			}
		})
	}
	g.Wait()
	if risposte.Load() != 10 {
		t.Errorf("%d wrong answers were given", risposte.Load())
	}
}

// TestTargets: wrong answers about a target are of everybody together; its waits are only for those who gave one in the last hour,
// and what others try lengthens no wait under way.
func TestTargets(t *testing.T) {
	t.Parallel()
	orologio := tempo.Fisso(inizio)
	f := freno.Bersagli(3, 100, orologio.Adesso).Fino(time.Minute)
	giudica := func(chi string, giusta bool) time.Duration {
		_, err := freno.Giudica(giusta, freno.Soglia{Freno: f, Chiave: "targa", Chi: chi})
		return attesa(err)
	}
	for _, chi := range []string{"a", "b", "c"} {
		if d := giudica(chi, false); d != 0 {
			t.Fatalf("%s waits %v at its first error", chi, d)
		}
	}
	for range 50 {
		if giudica("onesto", true) != 0 {
			t.Fatal("who was never wrong waits")
		}
	}
	for chi, vuole := range map[string]time.Duration{"a": 20 * time.Second, "b": 20 * time.Second, "c": 20 * time.Second, "onesto": 0, "d": 0} {
		if d := attesa(freno.Attendi(freno.Soglia{Freno: f, Chiave: "targa", Chi: chi})); d != vuole {
			t.Errorf("%s waits %v, want %v", chi, d, vuole)
		}
		if d := giudica(chi, chi == "onesto"); d != vuole {
			t.Errorf("%s is judged after %v, want %v", chi, d, vuole)
		}
	}
	if d := giudica("d", true); d != 20*time.Second {
		t.Errorf("who was wrong during a wait waits %v", d)
	}
	if _, err := freno.Giudica(true, freno.Soglia{Freno: f, Chiave: "altra", Chi: "a"}); err != nil {
		t.Errorf("another target: %v", err)
	}
	for range 10 { // waits grow up to the bound
		orologio.Avanza(time.Minute)
		for _, chi := range []string{"a", "b", "c", "d"} {
			giudica(chi, false)
		}
	}
	if d := giudica("a", true); d != time.Minute {
		t.Errorf("waits %v", d)
	}
	orologio.Avanza(61 * time.Minute)
	if d := giudica("a", true); d != 0 {
		t.Errorf("waits %v after an hour", d)
	}
}
