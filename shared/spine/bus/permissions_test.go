package bus_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// sconfina is what the log says of a permission that is missing.
const sconfina = "permissions violation"

// entraBus connects as a user with the code that services use.
func entraBus(t *testing.T, indirizzo, utente string) (*bus.Bus, *testkit.Registrazioni) {
	t.Helper()
	log, detto := testkit.Log(t)
	b, err := bus.Open(bus.Options{URL: indirizzo, User: utente, Password: segretoDi(utente), Module: utente, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	pronto(t, b)
	return b, detto
}

// preparato is a server with the users on and the streams made by the administrator.
func preparato(t *testing.T) (indirizzo string, amministratore *bus.Bus) {
	t.Helper()
	indirizzo = incorporato(t)
	amministratore, _ = entraBus(t, indirizzo, bus.AdminUser)
	if err := bus.Prepare(t.Context(), amministratore.JS, 1); err != nil {
		t.Fatal(err)
	}
	return indirizzo, amministratore
}

func TestOwnDoorsWork(t *testing.T) {
	t.Parallel()
	indirizzo, _ := preparato(t)
	servizi, detti := map[string]*bus.Bus{}, map[string]*testkit.Registrazioni{}
	for modulo := range strings.FieldsSeq(tutti) {
		servizi[modulo], detti[modulo] = entraBus(t, indirizzo, modulo)
	}
	core := servizi["core"]
	const insieme = `{"keys":[]}`
	if err := core.PublishKeys(t.Context(), []byte(insieme)); err != nil {
		t.Fatal(err)
	}
	if err := core.Reply("accesso", 5*time.Second, func(context.Context, []byte) (any, error) { return "prego", nil }); err != nil {
		t.Fatal(err)
	}
	for modulo, b := range servizi {
		t.Run(modulo+" reads the key set and hears the facts of the platform", func(t *testing.T) {
			lette, udito := make(chan string, 8), make(chan struct{}, 8) // each of the seven makes a fact
			b.FollowKeys(func(insieme []byte) error { lette <- string(insieme); return nil })
			if err := b.ListenPlatform("tenant", func() { udito <- struct{}{} }); err != nil {
				t.Fatal(err)
			}
			if err := b.Conn.Flush(); err != nil {
				t.Fatal(err)
			}
			if got := attendiUno(t, lette); got != insieme {
				t.Errorf("key set %s", got)
			}
			pubblica(t, core, "fatti.piattaforma.tenant.creato")
			attendiUno(t, udito)
		})
	}
	for _, modulo := range []string{"connessione", "elaborazione", "mobile", "ocr", "vpn"} {
		t.Run(modulo+" asks core who somebody is", func(t *testing.T) {
			var risposta string
			if err := servizi[modulo].Ask(t.Context(), "core.accesso", "chi", &risposta); err != nil || risposta != "prego" {
				t.Errorf("%q, %v", risposta, err)
			}
		})
	}
	for nome, via := range map[string]struct{ da, soggetto, a string }{
		"vpn-targa":                   {"elaborazione", "lavori.vpn.targa.alfa", "vpn"},
		"elaborazione-pdf":            {"elaborazione", "lavori.elaborazione.pdf.alfa", "elaborazione"},
		"elaborazione-indagine-esito": {"vpn", "fatti.alfa.indagine.esito", "elaborazione"},
		"connessione-avviso-emesso":   {"elaborazione", "fatti.alfa.avviso.emesso", "connessione"},
	} {
		t.Run(via.a+" works what "+via.da+" sends to "+nome, func(t *testing.T) {
			pubblica(t, servizi[via.da], via.soggetto)
			lavora(t, servizi[via.a], nome, via.soggetto)
		})
	}
	t.Run("core takes the dead, and queues again what any module works", func(t *testing.T) {
		pubblica(t, servizi["vpn"], "morti.vpn.targa.alfa")
		lavora(t, servizi["core"], "core-morti", "morti.vpn.targa.alfa")
		for _, d := range bus.Durables() {
			if d.Stream != bus.StreamDead {
				pubblica(t, servizi["core"], strings.ReplaceAll(d.Filter, "*", "beta"))
			}
		}
	})
	for _, modulo := range []string{"connessione", "core", "elaborazione", "mobile", "ocr", "vpn"} {
		t.Run(modulo+" buries its dead", func(t *testing.T) { pubblica(t, servizi[modulo], "morti."+modulo+".cosa.alfa") })
	}
	for modulo, detto := range detti {
		if testo := detto.Testo(); strings.Contains(testo, sconfina) {
			t.Errorf("%s did what it may not:\n%s", modulo, testo)
		}
	}
}

// pubblica sends as the relay does, and waits for the stream's word.
func pubblica(t *testing.T, b *bus.Bus, soggetto string) {
	t.Helper()
	f, err := b.JS.PublishMsgAsync(&nats.Msg{Subject: soggetto, Data: []byte("{}")})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-f.Ok():
	case err := <-f.Err():
		t.Fatalf("%s: %v", soggetto, err)
	case <-time.After(15 * time.Second):
		t.Fatalf("%s: no word", soggetto)
	}
}

// lavora takes a message of a durable and waits until the server knows that it is done.
func lavora(t *testing.T, b *bus.Bus, nome, soggetto string) {
	t.Helper()
	d, ok := bus.FindDurable(nome)
	if !ok {
		t.Fatalf("no durable %s", nome)
	}
	c, err := b.JS.Consumer(t.Context(), d.Stream, d.Name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
	if err != nil || m.Subject() != soggetto {
		t.Fatalf("%v, %v", m, err)
	}
	if err := m.DoubleAck(t.Context()); err != nil {
		t.Error(err)
	}
}

func attendiUno[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(15 * time.Second):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

func TestOthersDoorsStayShutToTheClient(t *testing.T) {
	t.Parallel()
	indirizzo, amministratore := preparato(t)
	pubblica(t, amministratore, "lavori.vpn.targa.alfa")
	for nome, prova := range map[string]func(ctx context.Context, js jetstream.JetStream) error{
		"another's durable": func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.Consumer(ctx, bus.StreamWork, "vpn-targa")
			return err
		},
		"a consumer of its own": func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.CreateOrUpdateConsumer(ctx, bus.StreamFacts, jetstream.ConsumerConfig{Durable: "mobile-tutto"})
			return err
		},
		"an ephemeral reader of the facts": func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.OrderedConsumer(ctx, bus.StreamFacts, jetstream.OrderedConsumerConfig{})
			return err
		},
		"a new stream": func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "SPIA", Subjects: []string{"spia.>"}})
			return err
		},
		"the end of a stream": func(ctx context.Context, js jetstream.JetStream) error {
			return js.DeleteStream(ctx, bus.StreamWork)
		},
		"a key set of its own": func(ctx context.Context, js jetstream.JetStream) error {
			kv, err := js.KeyValue(ctx, bus.KeysBucket)
			if err != nil {
				return nil //nolint:nilerr // reading the bucket must work: the test fails below
			}
			_, err = kv.Put(ctx, "jwks", []byte("falso"))
			return err
		},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			mobile, detto := entraBus(t, indirizzo, "mobile")
			ctx, fine := context.WithTimeout(t.Context(), 300*time.Millisecond) // a refusal is silence to a service that asks
			defer fine()
			if err := prova(ctx, mobile.JS); err == nil {
				t.Error("it was let")
			}
			testkit.Attendi(t, 10*time.Second, "the refusal in the log", func() bool { return strings.Contains(detto.Testo(), sconfina) })
		})
	}
	t.Cleanup(func() {
		if s, err := amministratore.JS.Stream(context.Background(), bus.StreamWork); err != nil || s.CachedInfo().State.Msgs != 1 {
			t.Errorf("the work is no longer there: %v", err)
		}
	})
}
