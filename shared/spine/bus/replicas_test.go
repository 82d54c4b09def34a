package bus_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The server answers as itself and does not check where an answer is to go: only accounts keep the
// answers to a module where that module is.

// obiettivi are the subjects where an answer would do harm.
func obiettivi() []string {
	return []string{
		"$JS.API.STREAM.DELETE.LAVORI", "$JS.API.STREAM.DELETE.KV_CHIAVI", "$JS.API.STREAM.PURGE.FATTI", "$JS.API.STREAM.PURGE.LAVORI",
		"$JS.API.STREAM.PURGE.KV_CHIAVI", "$JS.API.CONSUMER.DELETE.LAVORI.vpn-targa", "$JS.API.CONSUMER.DELETE.FATTI.connessione-avviso-emesso",
		"$JS.API.STREAM.CREATE.NUOVO", "$JS.API.STREAM.MSG.DELETE.FATTI", "$KV.CHIAVI.jwks", "$KV.CHIAVI.altro",
		"fatti.piattaforma.operatore.bloccato", "fatti.piattaforma.verbale.inserito", "fatti.alfa.verbale.inserito",
		"lavori.vpn.targa.alfa", "morti.vpn.targa.alfa",
	}
}

// richieste are the requests of a module that the server answers: what it may ask, with bodies that give
// each kind of answer (a value, nothing, an error).
func richieste(utente string) []*nats.Msg {
	var esito []*nats.Msg
	chiedi := func(soggetto string, corpi ...string) {
		for _, c := range corpi {
			esito = append(esito, &nats.Msg{Subject: soggetto, Data: []byte(c)})
		}
	}
	chiedi("$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks", "", "{", `{"seq":99}`)
	chiedi("$JS.API.STREAM.INFO.KV_CHIAVI", "", "{")
	for _, d := range bus.Durables() {
		if modulo, _, _ := strings.Cut(d.Name, "-"); modulo == utente {
			dove := d.Stream + "." + d.Name
			chiedi("$JS.API.CONSUMER.INFO."+dove, "")
			chiedi("$JS.API.CONSUMER.MSG.NEXT."+dove, "{", "1", `{"batch":1,"no_wait":true}`, `{"batch":1,"expires":1000000}`)
			chiedi("$JS.ACK."+dove+".1.1.1.1.0", "", "+NXT", "-NAK", "+TERM", "+WPI")
		}
	}
	for _, p := range daPubblicare() {
		if strings.HasPrefix(p.soggetto, "$JS.") || strings.HasPrefix(p.soggetto, "_") || !strings.Contains(" "+p.chi+" ", " "+utente+" ") {
			continue
		}
		chiedi(p.soggetto, "")
	}
	return esito
}

// TestAnswersStayWithWhoAsked sends, as each module, every request that the server answers with the answer
// at every door of others.
func TestAnswersStayWithWhoAsked(t *testing.T) {
	t.Parallel()
	for nome, avvia := range map[string]func(*testing.T) string{"embedded server": incorporato, "generated configuration": configurato} {
		for utente := range strings.FieldsSeq(tutti) {
			t.Run(utente+" reaches no other door by an answer, "+nome, func(t *testing.T) {
				t.Parallel()
				provaRepliche(t, avvia(t), utente)
			})
		}
	}
}

func provaRepliche(t *testing.T, indirizzo, utente string) {
	t.Helper()
	amministratore, _ := entraBus(t, indirizzo, bus.AdminUser)
	if err := bus.Prepare(t.Context(), amministratore.JS, 1); err != nil {
		t.Fatal(err)
	}
	core, _ := entraBus(t, indirizzo, "core")
	if err := core.PublishKeys(t.Context(), []byte("vere")); err != nil {
		t.Fatal(err)
	}
	if err := core.Reply("accesso", 5*time.Second, func(context.Context, []byte) (any, error) { return "prego", nil }); err != nil {
		t.Fatal(err)
	}
	for _, nome := range []string{bus.StreamFacts, bus.StreamWork, bus.StreamDead} {
		for _, s := range prima()[nome] {
			pubblica(t, amministratore, s)
		}
	}
	conn := entra(t, indirizzo, utente)
	defer conn.Close()
	scritti := map[string]bool{} // what the module itself wrote, with its own right
	ascolta, err := core.Conn.SubscribeSync("fatti.piattaforma.>")
	if err != nil {
		t.Fatal(err)
	}
	if err := core.Conn.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, dove := range obiettivi() {
		for _, m := range richieste(utente) {
			m.Reply = dove
			if err := conn.PublishMsg(m); err != nil {
				t.Fatal(err)
			}
			scritti[m.Subject] = true
		}
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	// The server answers a request of the same kind after those before it.
	b, _ := entraBus(t, indirizzo, utente)
	for range 2 {
		if _, err := b.JS.KeyValue(t.Context(), bus.KeysBucket); err != nil {
			t.Fatal(err)
		}
	}
	intatto(t, amministratore, utente, scritti)
	if utente != "core" {
		if m, err := ascolta.NextMsg(50 * time.Millisecond); !errors.Is(err, nats.ErrTimeout) {
			t.Errorf("core heard %+v, %v", m, err)
		}
	}
}

// prima is what the streams keep before an attack, by stream.
func prima() map[string][]string {
	return map[string][]string{
		bus.StreamFacts: {"fatti.beta.avviso.emesso", "fatti.beta.indagine.esito"}, bus.StreamDead: {"morti.vpn.targa.beta"},
		bus.StreamWork: {"lavori.elaborazione.pdf.beta", "lavori.vpn.targa.beta"}, "KV_CHIAVI": {"$KV.CHIAVI.jwks"},
	}
}

// intatto looks at all that the bus keeps: nothing is gone but the work that the module acknowledged, and
// nothing is there that it did not publish itself.
func intatto(t *testing.T, amministratore *bus.Bus, utente string, scritti map[string]bool) {
	t.Helper()
	var flussi []string
	for nome := range amministratore.JS.StreamNames(t.Context()).Name() {
		flussi = append(flussi, nome)
	}
	slices.Sort(flussi)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(prima())), flussi); diff != "" {
		t.Errorf("streams (-want +got):\n%s", diff)
	}
	suoi := map[string]bool{} // the subjects of its durables
	for _, d := range bus.Durables() {
		if _, err := amministratore.JS.Consumer(t.Context(), d.Stream, d.Name); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		if strings.HasPrefix(d.Name, utente+"-") {
			suoi[strings.ReplaceAll(d.Filter, "*", "beta")] = true
		}
	}
	for _, nome := range flussi {
		trovati := contenuto(t, amministratore, nome)
		for _, soggetto := range prima()[nome] {
			if !trovati[soggetto] && (!suoi[soggetto] || nome != bus.StreamWork) {
				t.Errorf("%s lost %s", nome, soggetto)
			}
		}
		if utente == "core" && nome == "KV_CHIAVI" {
			continue // its own door: it writes the key set, and may have an answer put there
		}
		for soggetto := range trovati {
			if !slices.Contains(prima()[nome], soggetto) && !scritti[soggetto] {
				t.Errorf("%s keeps %s", nome, soggetto)
			}
		}
	}
	kv, err := amministratore.JS.KeyValue(t.Context(), bus.KeysBucket)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := kv.Get(t.Context(), "jwks"); utente != "core" && (err != nil || string(v.Value()) != "vere") {
		t.Errorf("key set %v, %v", v, err)
	}
}

// contenuto are the subjects that a stream keeps.
func contenuto(t *testing.T, amministratore *bus.Bus, nome string) map[string]bool {
	t.Helper()
	s, err := amministratore.JS.Stream(t.Context(), nome)
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Info(t.Context(), jetstream.WithSubjectFilter(">"))
	if err != nil {
		t.Fatal(err)
	}
	trovati := map[string]bool{}
	for soggetto := range info.State.Subjects {
		trovati[soggetto] = true
	}
	return trovati
}

// A fact of the platform comes once to a service that listens, whoever published it.
func TestFactsOfThePlatformComeOnce(t *testing.T) {
	t.Parallel()
	indirizzo, amministratore := preparato(t)
	core, _ := entraBus(t, indirizzo, "core")
	uditi := map[string]*nats.Subscription{}
	for utente := range strings.FieldsSeq(tutti) {
		b, _ := entraBus(t, indirizzo, utente)
		s, err := b.Conn.SubscribeSync("fatti.piattaforma.>")
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Conn.Flush(); err != nil {
			t.Fatal(err)
		}
		uditi[utente] = s
	}
	want := []string{"fatti.piattaforma.anagrafe.cambiata", "fatti.piattaforma.operatore.bloccato", "fatti.piattaforma.tenant.creato"}
	pubblica(t, core, want[0])
	pubblica(t, amministratore, want[1])
	pubblica(t, core, want[2])
	for utente, s := range uditi {
		t.Run("to "+utente, func(t *testing.T) {
			var got []string
			for range want {
				m, err := s.NextMsg(10 * time.Second)
				if err != nil {
					t.Fatal(fmt.Errorf("after %v: %w", got, err))
				}
				got = append(got, m.Subject)
			}
			slices.Sort(got) // two connections: which comes first is nobody's promise
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if m, err := s.NextMsg(50 * time.Millisecond); err == nil {
				t.Errorf("once more: %s", m.Subject)
			}
		})
	}
}

// A service that asks when nobody answers learns it at once, also from an account of its own.
func TestNobodyThereIsKnownAtOnce(t *testing.T) {
	t.Parallel()
	indirizzo, _ := preparato(t)
	vpn, _ := entraBus(t, indirizzo, "vpn")
	inizio := tempo.Macchina()
	err := vpn.Ask(t.Context(), "core.accesso", "chi", nil)
	if !problem.Is(err, "MODULO_NON_DISPONIBILE") || time.Since(inizio) > 3*time.Second {
		t.Errorf("%v after %s", err, time.Since(inizio))
	}
}
