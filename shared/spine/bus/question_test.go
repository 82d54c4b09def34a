package bus_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// apri connects a module to a server of its own.
func apri(t *testing.T, url, modulo string) *bus.Bus {
	t.Helper()
	b, err := bus.Open(bus.Options{URL: url, Module: modulo, Log: silenzio()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func pronto(t *testing.T, b *bus.Bus) {
	t.Helper()
	testkit.Attendi(t, 10*time.Second, "the connection", func() bool { return b.Ready(t.Context()) == nil })
}

func TestAnswersOfAModule(t *testing.T) {
	t.Parallel()
	url := testkit.NATS(t).URL()
	vpn, core := apri(t, url, "vpn"), apri(t, url, "core")
	pronto(t, vpn)
	pronto(t, core)
	for operazione, f := range map[string]bus.Answer{
		"panico":  func(context.Context, []byte) (any, error) { panic("segreto") },
		"guasto":  func(context.Context, []byte) (any, error) { return nil, errors.New("segreto") },
		"troppe":  func(context.Context, []byte) (any, error) { return nil, problem.Troppe(7 * time.Second) },
		"enorme":  func(context.Context, []byte) (any, error) { return strings.Repeat("x", 2<<20), nil },
		"strana":  func(context.Context, []byte) (any, error) { return make(chan int), nil },
		"buona":   func(context.Context, []byte) (any, error) { return map[string]int{"n": 1}, nil },
		"altro":   func(context.Context, []byte) (any, error) { return "testo", nil },
		"eterna":  func(ctx context.Context, _ []byte) (any, error) { <-ctx.Done(); return nil, ctx.Err() },
		"campi":   func(context.Context, []byte) (any, error) { return nil, problem.CampoNonValido("targa", "no") },
		"silenzi": nil,

		"lotto.chiudi": func(context.Context, []byte) (any, error) { return map[string]int{"n": 2}, nil },
	} {
		if f == nil {
			continue
		}
		if err := vpn.Reply(operazione, 100*time.Millisecond, f); err != nil {
			t.Fatal(err)
		}
	}
	casi := map[string]struct {
		codice string
		kind   problem.Kind
	}{
		"panico": {"ERRORE_INTERNO", problem.Internal}, "guasto": {"ERRORE_INTERNO", problem.Internal}, "strana": {"ERRORE_INTERNO", problem.Internal},
		"enorme": {"ERRORE_INTERNO", problem.Internal}, "eterna": {"ERRORE_INTERNO", problem.Internal},
		"troppe": {"TROPPE_RICHIESTE", problem.TooManyRequests}, "campi": {"DATI_NON_VALIDI", problem.BadRequest},
		"silenzi": {"MODULO_NON_DISPONIBILE", problem.Unavailable},
	}
	for operazione, c := range casi {
		t.Run(operazione, func(t *testing.T) {
			ctx, fine := context.WithTimeout(t.Context(), 5*time.Second)
			defer fine()
			var r map[string]int
			err := core.Ask(ctx, "vpn."+operazione, "x", &r)
			if e := problem.As(err); e == nil || e.Codice != c.codice || e.Kind != c.kind || strings.Contains(err.Error(), "segreto") {
				t.Errorf("%v", err)
			}
		})
	}
	var r map[string]int
	if err := core.Ask(t.Context(), "vpn.troppe", "x", &r); problem.As(err).RetryAfter != 7*time.Second {
		t.Errorf("the wait is lost: %+v", problem.As(err))
	}
	if err := core.Ask(t.Context(), "vpn.campi", "x", &r); len(problem.As(err).Campi) != 1 {
		t.Errorf("the field is lost: %v", err)
	}
	if err := core.Ask(t.Context(), "vpn.buona", "x", &r); err != nil || r["n"] != 1 {
		t.Errorf("after all that: %v, %v", r, err)
	}
	if err := core.Ask(t.Context(), "vpn.lotto.chiudi", "x", &r); err != nil || r["n"] != 2 {
		t.Errorf("an operation of two words: %v, %v", r, err)
	}
	if err := core.Ask(t.Context(), "vpn.altro", "x", &r); err == nil || problem.As(err) != nil {
		t.Errorf("an answer of another shape: %v", err)
	}
	if err := core.Ask(t.Context(), "vpn.buona", make(chan int), &r); err == nil {
		t.Error("a question that cannot be written was asked")
	}
}

func TestQuestionCarriesTheCallersToken(t *testing.T) {
	t.Parallel()
	url := testkit.NATS(t).URL()
	b := apri(t, url, "core")
	pronto(t, b)
	chi, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer chi.Close()
	avute := make(chan string, 2)
	if _, err := chi.Subscribe("chiedi.vpn.targa", func(m *nats.Msg) {
		avute <- m.Header.Get("Authorization")
		_ = m.Respond([]byte(`{}`))
	}); err != nil {
		t.Fatal(err)
	}
	_ = chi.Flush()
	var r struct{}
	for _, ctx := range []context.Context{auth.With(t.Context(), auth.Identity{User: "op", Token: "abc"}), t.Context()} {
		if err := b.Ask(ctx, "vpn.targa", "x", &r); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := <-avute, <-avute; a != "Bearer abc" || b != "" {
		t.Errorf("Authorization %q, then %q", a, b)
	}
}

// TestAQuestionIsNotWaitedForAsLongAsItsCallerLives: who was asked dies with it, and work has minutes for itself.
func TestAQuestionIsNotWaitedForAsLongAsItsCallerLives(t *testing.T) {
	t.Parallel()
	url := testkit.NATS(t).URL()
	core := apri(t, url, "core")
	pronto(t, core)
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if _, err := conn.Subscribe("chiedi.vpn.muta", func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	ctx, fine := context.WithTimeout(t.Context(), time.Minute)
	defer fine()
	if err := core.Ask(ctx, "vpn.muta", nil, &struct{}{}); !problem.Is(err, "MODULO_NON_DISPONIBILE") || ctx.Err() != nil {
		t.Errorf("%v, and the caller: %v", err, ctx.Err())
	}
}

func TestQuestionWithoutABusFailsAtOnce(t *testing.T) {
	t.Parallel()
	b := apri(t, "nats://127.0.0.1:1", "core")
	inizio := tempo.Macchina()
	if err := b.Ask(t.Context(), "core.accesso", "x", nil); !problem.Is(err, "MODULO_NON_DISPONIBILE") || time.Since(inizio) > 2*time.Second {
		t.Errorf("%v after %v", err, time.Since(inizio))
	}
	if err := b.Ready(t.Context()); err == nil {
		t.Error("ready without a server")
	}
}

func TestModuleThatStopsHandsItsQuestionsOver(t *testing.T) {
	t.Parallel()
	url := testkit.NATS(t).URL()
	core, una, altra := apri(t, url, "core"), apri(t, url, "vpn"), apri(t, url, "vpn")
	dentro, avanti := make(chan struct{}), make(chan struct{})
	for _, b := range []*bus.Bus{core, una, altra} {
		pronto(t, b)
	}
	if err := una.Reply("chi", 10*time.Second, func(context.Context, []byte) (any, error) {
		close(dentro)
		<-avanti
		return "una", nil
	}); err != nil {
		t.Fatal(err)
	}
	risposte := make(chan string, 1)
	chiedi := func() string {
		var r string
		if err := core.Ask(t.Context(), "vpn.chi", "x", &r); err != nil {
			return err.Error()
		}
		return r
	}
	_ = una.Conn.Flush()
	go func() { risposte <- chiedi() }()
	<-dentro
	chiuso := make(chan struct{})
	go func() { defer close(chiuso); una.Close() }()
	if err := altra.Reply("chi", time.Second, func(context.Context, []byte) (any, error) { return "altra", nil }); err != nil {
		t.Fatal(err)
	}
	_ = altra.Conn.Flush()
	testkit.Attendi(t, 10*time.Second, "the questions to go to the other replica", func() bool { return chiedi() == "altra" })
	close(avanti)
	if r := <-risposte; r != "una" {
		t.Errorf("the question in progress got %q", r)
	}
	<-chiuso
}

// TestNoQuestionIsLostWhenAReplicaStops: many ask while one of two replicas goes away; each is answered.
func TestNoQuestionIsLostWhenAReplicaStops(t *testing.T) {
	t.Parallel()
	url := testkit.NATS(t).URL()
	core, una, altra := apri(t, url, "core"), apri(t, url, "vpn"), apri(t, url, "vpn")
	pronto(t, core)
	aUna := make(chan struct{}, 1)
	for nome, b := range map[string]*bus.Bus{"una": una, "altra": altra} {
		pronto(t, b)
		if err := b.Reply("chi", 10*time.Second, func(context.Context, []byte) (any, error) {
			if nome == "una" {
				select {
				case aUna <- struct{}{}:
				default:
				}
			}
			return nome, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	var chiedono sync.WaitGroup
	chiuso := make(chan struct{})
	for range 16 {
		chiedono.Go(func() {
			for dopo := 0; dopo < 20; {
				var r string
				ctx, fine := context.WithTimeout(t.Context(), 5*time.Second)
				err := core.Ask(ctx, "vpn.chi", "x", &r)
				fine()
				if err != nil {
					t.Errorf("a question was lost: %v", err)
					return
				}
				select {
				case <-chiuso:
					dopo++
				default:
				}
			}
		})
	}
	<-aUna
	una.Close()
	close(chiuso)
	chiedono.Wait()
}

func TestWrongAddressNamesItsSetting(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"nats://u:segreta@[::1", "://", "nats://u:segreta@host:porta"} {
		b, err := bus.Open(bus.Options{URL: url, Module: "vpn", Log: silenzio()})
		if err == nil {
			b.Close()
			t.Errorf("%s was taken", url)
			continue
		}
		if !strings.Contains(err.Error(), "VERBALI_NATS_URL") || strings.Contains(err.Error(), "segreta") {
			t.Errorf("%v", err)
		}
	}
}
