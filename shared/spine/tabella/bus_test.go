package tabella_test

import (
	"encoding/json"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// annuncia publishes the fact as core's relay does.
func annuncia(t *testing.T, core *bus.Bus, fatto event.FattoPiattaforma) {
	t.Helper()
	corpo, err := json.Marshal(fatto)
	if err != nil {
		t.Fatal(err)
	}
	if err := core.Conn.Publish(fatto.Soggetto(""), corpo); err != nil {
		t.Fatal(err)
	}
}

func TestTheCopyFollowsTheFactsOfCore(t *testing.T) {
	t.Parallel()
	a, nats := testkit.NuovoAmbiente(t, "alfa"), testkit.NATS(t)
	core, cliente := testkit.Bus(t, nats, "core"), testkit.Bus(t, nats, "elaborazione")
	c := tabella.New(a.Pools(t, "elaborazione"))
	if err := cliente.FollowPlatform(c.Refresh); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the first reading", func() bool { return c.Ready(t.Context()) == nil })
	importaViolazioni(t, a, decreto(t, 100))
	annuncia(t, core, event.TabelleAggiornate("", tabella.Violazioni))
	testkit.Attendi(t, 10*time.Second, "the new version", func() bool { return c.Versione(tabella.Violazioni, "") == 1 })
	importaStrade(t, a, "alfa", "Via Roma")
	annuncia(t, core, event.TabelleAggiornate("alfa", tabella.Strade))
	testkit.Attendi(t, 10*time.Second, "the streets", func() bool { return c.Versione(tabella.Strade, "alfa") == 1 })
	importaViolazioni(t, a, decreto(t, 200))
	a.Esegui(t, "core", "", `UPDATE tabella_riga SET dati = '1' WHERE a IS NULL AND nome = 'violazioni'`)
	annuncia(t, core, event.TabelleAggiornate("", tabella.Violazioni))
	importaComuni(t, a, unComune("001001", "Uno"))
	annuncia(t, core, event.TabelleAggiornate("", tabella.Comuni))
	testkit.Attendi(t, 10*time.Second, "what comes after a broken one", func() bool { return c.Versione(tabella.Comuni, "") == 1 })
	if c.Versione(tabella.Violazioni, "") != 1 {
		t.Error("a broken version was taken")
	}
}

func TestAfterAReconnectionEverythingIsReadAgain(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	cartella := t.TempDir()
	nats, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: cartella, Porta: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nats.Ferma() })
	indirizzo, err := url.Parse(nats.URL())
	if err != nil {
		t.Fatal(err)
	}
	porta, err := strconv.Atoi(indirizzo.Port())
	if err != nil {
		t.Fatal(err)
	}
	cliente := testkit.Bus(t, nats, "elaborazione")
	c := tabella.New(a.Pools(t, "elaborazione"))
	if err := cliente.FollowPlatform(c.Refresh); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the first reading", func() bool { return c.Ready(t.Context()) == nil })
	nats.Ferma()
	testkit.Attendi(t, 10*time.Second, "the connection to be lost", func() bool { return cliente.Ready(t.Context()) != nil })
	importaViolazioni(t, a, decreto(t, 100)) // its fact is lost
	if nats, err = locale.AvviaNATS(locale.NATSOpzioni{Cartella: cartella, Porta: porta}); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 30*time.Second, "the version of meanwhile", func() bool { return c.Versione(tabella.Violazioni, "") == 1 })
}
