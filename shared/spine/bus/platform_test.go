package bus_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

func TestPlatformIsReadAtStartAndAfterEachFact(t *testing.T) {
	t.Parallel()
	url := testkit.NATS(t).URL()
	b := apri(t, url, "vpn")
	pronto(t, b)
	var letture, fallite, operatori atomic.Int32
	if err := b.FollowPlatform(func(context.Context) error {
		if fallite.Add(1) == 1 {
			return errors.New("PostgreSQL è via")
		}
		letture.Add(1)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := b.ListenPlatform("operatore", func() { operatori.Add(1) }); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the first reading, after one that failed", func() bool { return letture.Load() >= 1 })
	_ = b.Conn.Flush()
	chi, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer chi.Close()
	for n, soggetto := range []string{"fatti.piattaforma.tenant.creato", "fatti.piattaforma.operatore.bloccato"} {
		prima := letture.Load()
		if err := chi.Publish(soggetto, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
		testkit.Attendi(t, 10*time.Second, "a reading after "+soggetto, func() bool { return letture.Load() > prima && operatori.Load() == int32(n) })
	}
	prima := letture.Load()
	for range 1000 {
		_ = chi.Publish("fatti.piattaforma.anagrafe.cambiata", []byte(`{}`))
	}
	_ = chi.Flush()
	testkit.Attendi(t, 10*time.Second, "a reading after many facts", func() bool { return letture.Load() > prima })
	_ = chi.Publish("fatti.alfa.verbale.inserito", []byte(`{}`))
}

func TestKeysAreReadWhenTheyComeAndBrokenOnesAreRefused(t *testing.T) {
	t.Parallel()
	b := apri(t, testkit.NATS(t).URL(), "core")
	pronto(t, b)
	var avute atomic.Value
	b.FollowKeys(func(insieme []byte) error {
		if string(insieme) == "rotto" {
			return errors.New("rotto")
		}
		avute.Store(string(insieme))
		return nil
	})
	if err := b.PublishKeys(t.Context(), []byte("x")); err == nil {
		t.Error("keys were published before the platform was prepared")
	}
	if err := bus.Prepare(t.Context(), b.JS, 1); err != nil {
		t.Fatal(err)
	}
	for _, insieme := range []string{"rotto", "buono"} {
		if err := b.PublishKeys(t.Context(), []byte(insieme)); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Attendi(t, 10*time.Second, "the keys", func() bool { return avute.Load() == "buono" })
}

func TestKeysAreReadAtOnceWhenAsked(t *testing.T) {
	t.Parallel()
	n := avviaNATS(t, t.TempDir(), -1)
	b := apri(t, n.URL(), "core")
	pronto(t, b)
	if err := bus.Prepare(t.Context(), b.JS, 1); err != nil {
		t.Fatal(err)
	}
	if err := b.PublishKeys(t.Context(), []byte("prime")); err != nil {
		t.Fatal(err)
	}
	var avute atomic.Value
	rileggi := b.FollowKeys(func(insieme []byte) error { avute.Store(string(insieme)); return nil })
	testkit.Attendi(t, 10*time.Second, "the keys", func() bool { return avute.Load() == "prime" })
	if err := b.PublishKeys(t.Context(), []byte("seconde")); err != nil {
		t.Fatal(err)
	}
	if err := rileggi(); err != nil || avute.Load() != "seconde" { // the next reading by itself is 30 seconds away
		t.Errorf("asked for: %v, %v", avute.Load(), err)
	}
	n.Ferma()
	testkit.Attendi(t, 10*time.Second, "the connection to be lost", func() bool { return b.Ready(t.Context()) != nil })
	if err := rileggi(); err == nil {
		t.Error("read from a server that is away")
	}
}

func TestWhatIsRegisteredRunsAtEachConnection(t *testing.T) {
	t.Parallel()
	n := avviaNATS(t, t.TempDir(), -1)
	b := apri(t, n.URL(), "vpn")
	pronto(t, b)
	var volte atomic.Int32
	b.OnConnect(func() { volte.Add(1) })
	testkit.Attendi(t, 5*time.Second, "the first run", func() bool { return volte.Load() >= 1 })
	porta := portaDi(t, n)
	n.Ferma()
	testkit.Attendi(t, 10*time.Second, "the connection to be lost", func() bool { return b.Ready(t.Context()) != nil })
	prima := volte.Load()
	avviaNATS(t, t.TempDir(), porta)
	testkit.Attendi(t, 10*time.Second, "the run after the return", func() bool { return volte.Load() > prima })
	b.Close()
	b.OnConnect(func() { t.Error("it ran after the end") })
}
