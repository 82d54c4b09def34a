package ricerca

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// ferma is a queue nobody works at.
func ferma() *fila {
	f := nuovaFila(nil, &memorie{}, &sync.WaitGroup{})
	f.lavorano = insieme
	return f
}

func TestQueueIsBounded(t *testing.T) {
	t.Parallel()
	f := ferma()
	ctx, lascia := context.WithCancel(t.Context())
	for i := range attesaAlPiu {
		c := t.Context()
		if i%2 == 0 {
			c = ctx
		}
		if err := f.accoda(richiesta{ctx: c}); err != nil {
			t.Fatal(i, err)
		}
	}
	if err := f.accoda(richiesta{ctx: t.Context()}); !problem.Is(err, "TROPPE_RICHIESTE") || problem.As(err).RetryAfter <= 0 {
		t.Errorf("one too many: %v", err)
	}
	lascia()
	for i := range attesaAlPiu / 2 {
		if err := f.accoda(richiesta{ctx: t.Context()}); err != nil {
			t.Fatalf("who left takes the room of who comes, %d: %v", i, err)
		}
	}
	if err := f.accoda(richiesta{ctx: t.Context()}); !problem.Is(err, "TROPPE_RICHIESTE") {
		t.Errorf("one too many again: %v", err)
	}
}

func TestNobodyAsksForWhoHasLeft(t *testing.T) {
	t.Parallel()
	f := ferma()
	via, lascia := context.WithCancel(t.Context())
	lascia()
	for i := range 3 * perPipeline {
		r := richiesta{ctx: via}
		if i%3 == 0 {
			r.ctx = t.Context()
		}
		if err := f.accoda(r); err != nil {
			t.Fatal(err)
		}
	}
	gruppo := f.prossime()
	if len(gruppo) != perPipeline {
		t.Errorf("a pipeline of %d, want %d", len(gruppo), perPipeline)
	}
	for _, r := range gruppo {
		if r.lasciata() {
			t.Error("one has left")
		}
	}
	if f.accoda(richiesta{ctx: via}) != nil || f.prossime() != nil || f.lavorano != insieme-1 || len(f.attesa) != 0 {
		t.Errorf("those who left keep somebody at work: %d, %d waiting", f.lavorano, len(f.attesa))
	}
}

func TestWhoShowsATokenDoesNotWaitBehindTheOthers(t *testing.T) {
	t.Parallel()
	f := ferma()
	anonima, riservata := domanda{query: &query{}}, domanda{query: &query{}, riservata: true}
	breve := func(d domanda) (func(), error) {
		ctx, fine := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer fine()
		return f.turno(ctx, d)
	}
	for range lenteInsieme {
		if _, err := breve(anonima); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := breve(anonima); err == nil {
		t.Error("nobody kept the others waiting")
	}
	libera, err := breve(riservata)
	if err != nil {
		t.Fatalf("a token waits behind who shows none: %v", err)
	}
	if _, err := breve(riservata); err == nil {
		t.Error("a token has no end of places")
	}
	libera()
	if _, err := breve(riservata); err != nil {
		t.Errorf("the place that was left is not free: %v", err)
	}
	<-f.lente.posti
	if libera, err = breve(riservata); err != nil {
		t.Fatalf("a place that nobody uses is not taken: %v", err)
	}
	libera()
	if _, err := breve(anonima); err != nil {
		t.Errorf("it was not given back: %v", err)
	}
}

func TestSlowSearchesThatWaitAreBounded(t *testing.T) {
	t.Parallel()
	f := ferma()
	for range lenteInsieme {
		f.lente.posti <- struct{}{}
	}
	ctx, lascia := context.WithCancel(t.Context())
	var attese sync.WaitGroup
	for range lenteInAttesa {
		attese.Go(func() {
			if _, err := f.turno(ctx, domanda{query: &query{}}); err == nil || problem.Is(err, "TROPPE_RICHIESTE") {
				t.Errorf("who waits: %v", err)
			}
		})
	}
	testkit.Attendi(t, 5*time.Second, "all to wait", func() bool { return f.lente.attese.Load() == lenteInAttesa })
	if _, err := f.turno(t.Context(), domanda{query: &query{}}); !problem.Is(err, "TROPPE_RICHIESTE") {
		t.Errorf("one too many: %v", err)
	}
	breve, fine := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer fine()
	if _, err := f.turno(breve, domanda{query: (&query{}).lenta(true)}); problem.Is(err, "TROPPE_RICHIESTE") {
		t.Error("a stream is cut for the others")
	}
	if libera, err := f.turno(t.Context(), domanda{query: &query{}, riservata: true}); err != nil {
		t.Errorf("a token is sent away for the others: %v", err)
	} else {
		libera()
	}
	lascia()
	attese.Wait()
	if n := f.lente.attese.Load(); n != 0 {
		t.Errorf("%d are still counted", n)
	}
}
