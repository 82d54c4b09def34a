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

func TestLimit(t *testing.T) {
	t.Parallel()
	orologio := tempo.Fisso(time.Unix(1_800_000_000, 0))
	f := freno.Nuovo(3, 100, orologio.Adesso)
	for i := range 3 {
		if err := f.Passa("a"); err != nil {
			t.Fatalf("question %d: %v", i, err)
		}
	}
	p := problem.As(f.Passa("a"))
	if p == nil || p.Kind != problem.TooManyRequests || p.RetryAfter != 20*time.Second {
		t.Fatalf("the fourth: %+v", p)
	}
	if err := f.Passa("b"); err != nil {
		t.Errorf("another key pays for the first: %v", err)
	}
	orologio.Avanza(20 * time.Second)
	if err := f.Passa("a"); err != nil {
		t.Errorf("after the time that was told: %v", err)
	}
	if f.Passa("a") == nil {
		t.Error("who was refused came in for free")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	f := freno.Nuovo(1, 2, tempo.Fisso(time.Unix(1_800_000_000, 0)).Adesso)
	for _, k := range []string{"a", "b"} {
		if err := f.Passa(k); err != nil {
			t.Fatal(err)
		}
	}
	if f.Passa("a") == nil { // and so a is younger than b
		t.Fatal("a passed twice")
	}
	if err := f.Passa("c"); err != nil {
		t.Fatal(err)
	}
	if f.Passa("a") == nil {
		t.Error("the key used last was forgotten")
	}
	if err := f.Passa("b"); err != nil {
		t.Error("the key unused longest was kept")
	}
}

func TestManyAtOncePassAsManyAsTheyMay(t *testing.T) {
	t.Parallel()
	f := freno.Nuovo(10, 1000, tempo.Fisso(time.Unix(1_800_000_000, 0)).Adesso)
	var passati atomic.Int32
	var g sync.WaitGroup
	for i := range 100 {
		g.Go(func() {
			_ = f.Passa(fmt.Sprint("altra", i))
			if f.Passa("una") == nil {
				passati.Add(1)
			}
		})
	}
	g.Wait()
	if passati.Load() != 10 {
		t.Errorf("%d passed", passati.Load())
	}
}

func TestNetworkOfAnAddress(t *testing.T) {
	t.Parallel()
	for indirizzo, rete := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3::4": "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "": "", "nonsense": "nonsense",
	} {
		if got := freno.Rete(indirizzo); got != rete {
			t.Errorf("%s: %s, want %s", indirizzo, got, rete)
		}
	}
}
