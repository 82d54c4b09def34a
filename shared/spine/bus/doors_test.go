package bus_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// porta is a subject of the bus and who may use it, written by hand: what is generated is compared
// with what people decided.
type porta struct {
	soggetto string
	chi      string // modules, separated by spaces
}

const (
	tutti   = "connessione core elaborazione mobile ocr tenantapi vpn"
	nessuno = ""
)

// daPubblicare are the subjects that somebody may want to publish to.
func daPubblicare() []porta {
	return []porta{
		{"fatti.alfa.verbale.inserito", "elaborazione"},
		// core publishes again what has died, on the subjects that somebody works (Riaccoda).
		{"fatti.alfa.avviso.emesso", "core elaborazione"},
		{"fatti.alfa.atto.generato", "elaborazione"},
		{"fatti.alfa.verbale.cancellato", "core elaborazione"},
		{"fatti.alfa.indagine.esito", "core vpn"},
		{"fatti.alfa.pagamento.inventato", nessuno},
		{"fatti.piattaforma.tenant.creato", "core"},
		{"fatti.piattaforma.tenant.sospeso", "core"},
		{"fatti.piattaforma.tenant.riattivato", "core"},
		{"fatti.piattaforma.operatore.bloccato", "core"},
		{"fatti.piattaforma.operatore.cambiato", "core"},
		{"fatti.piattaforma.anagrafe.cambiata", "core"},
		{"fatti.piattaforma.impostazioni.cambiate", "core"},
		{"fatti.piattaforma.verbale.inserito", nessuno}, // fatti.*.verbale.inserito would cover it
		{"fatti.piattaforma.indagine.esito", "core"},    // whose the facts of the platform are
		{"lavori.vpn.targa.alfa", "core elaborazione"},
		{"lavori.elaborazione.pdf.alfa", "core elaborazione"},
		{"lavori.connessione.domicilio.alfa", "connessione core elaborazione"},
		{"lavori.connessione.visura.alfa", "connessione core elaborazione"},
		{"lavori.connessione.send.alfa", "core elaborazione"},
		{"fatti.alfa.invio.esito", "connessione core"},
		{"fatti.alfa.domicilio.esito", "connessione core"},
		{"fatti.alfa.visura.esito", "connessione core"},
		{"fatti.alfa.lettura.confermata", "core ocr"},
		{"lavori.ocr.lettura.alfa", "core ocr"},
		{"morti.vpn.targa.alfa", "vpn"},
		{"morti.elaborazione.pdf.alfa", "elaborazione"},
		{"morti.ocr.lettura.alfa", "ocr"},
		{"morti.connessione.avviso.alfa", "connessione"},
		{"morti.core.cosa.alfa", "core"},
		{"avanzamento.alfa.lotto.1", "elaborazione"},
		{"avanzamento.alfa.altro.1", nessuno},
		{"chiedi.core.accesso", "connessione elaborazione mobile ocr vpn"},
		{"chiedi.core.portale", "connessione"},
		{"chiedi.connessione.eservice.prova", "elaborazione"},
		{"chiedi.connessione.send.anteprima", "core"},
		{"chiedi.connessione.send.avvia", "core"},
		{"chiedi.connessione.send.annulla", "core"},
		{"chiedi.connessione.send.canale", "core"},
		{"chiedi.connessione.altro", nessuno},
		{"chiedi.vpn.targa", "mobile"},
		{"chiedi.vpn.patente", "mobile"},
		{"chiedi.ocr.targa", "mobile"},
		{"chiedi.vpn.altro", nessuno},
		{"chiedi.elaborazione.lotto.chiudi", "core"},
		{"chiedi.elaborazione.lotto.anteprima", "core"},
		{"chiedi.elaborazione.verbale.evento", "connessione core"},
		{"chiedi.elaborazione.esiti.carica", "core"},
		{"chiedi.elaborazione.tariffe.segnala", "core"},
		{"chiedi.elaborazione.piano.simula", "core"},
		{"chiedi.elaborazione.voucher", "connessione"},
		{"chiedi.elaborazione.firma", "connessione"},
		{"chiedi.elaborazione.pdnd.stato", "core"},
		{"chiedi.elaborazione.pdnd.prova", "core"},
		{"chiedi.elaborazione.registri.domicili", "core"},
		{"chiedi.elaborazione.registri.attese", "core"},
		{"chiedi.elaborazione.lotto.altro", nessuno},
		// Inboxes: nobody reaches them; the server takes an answer back to the account of the service that asked.
		{"_R_.x.y", "connessione core elaborazione ocr vpn"},
		{"_INBOX.x", nessuno},
		{"_INBOX_core.x", nessuno},
		{"_INBOX_tenantapi.x", nessuno},
		{"_INBOX_connessione.x", nessuno},
		{"_INBOX_elaborazione.x", nessuno},
		{"_INBOX_mobile.x", nessuno},
		{"_INBOX_ocr.x", nessuno},
		{"_INBOX_vpn.x", nessuno},
		{"_INBOX_amministratore.x", nessuno},
		{"$SRV.PING", nessuno},
		{"$SYS.REQ.SERVER.PING", nessuno},
		// The key set.
		{"$KV.CHIAVI.jwks", "core"},
		{"$KV.CHIAVI.altro", nessuno},
		{"$JS.API.STREAM.INFO.KV_CHIAVI", tutti},
		{"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks", tutti},
		{"$JS.API.DIRECT.GET.KV_CHIAVI", nessuno},
		{"$JS.API.STREAM.MSG.GET.KV_CHIAVI", nessuno},
		{"$JS.API.STREAM.PURGE.KV_CHIAVI", nessuno},
		// The durables: their owner takes and acknowledges.
		{"$JS.API.CONSUMER.INFO.LAVORI.vpn-targa", "vpn"},
		{"$JS.API.CONSUMER.MSG.NEXT.LAVORI.vpn-targa", "vpn"},
		{"$JS.ACK.LAVORI.vpn-targa.1.1.1.1.0", "vpn"},
		{"$JS.ACK.locale.conto.LAVORI.vpn-targa.1.1.1.1.0", "vpn"},
		{"$JS.API.CONSUMER.MSG.NEXT.LAVORI.elaborazione-pdf", "elaborazione"},
		{"$JS.API.CONSUMER.MSG.NEXT.LAVORI.connessione-domicilio", "connessione"},
		{"$JS.ACK.LAVORI.connessione-visura.1.1.1.1.0", "connessione"},
		{"$JS.API.CONSUMER.MSG.NEXT.LAVORI.connessione-send", "connessione"},
		{"$JS.ACK.LAVORI.elaborazione-pdf.1.1.1.1.0", "elaborazione"},
		{"$JS.API.CONSUMER.MSG.NEXT.FATTI.elaborazione-indagine-esito", "elaborazione"},
		{"$JS.ACK.FATTI.elaborazione-indagine-esito.1.1.1.1.0", "elaborazione"},
		{"$JS.API.CONSUMER.MSG.NEXT.FATTI.elaborazione-visura-esito", "elaborazione"},
		{"$JS.ACK.FATTI.elaborazione-domicilio-esito.1.1.1.1.0", "elaborazione"},
		{"$JS.ACK.FATTI.elaborazione-invio-esito.1.1.1.1.0", "elaborazione"},
		{"$JS.API.CONSUMER.MSG.NEXT.FATTI.connessione-avviso-emesso", "connessione"},
		{"$JS.ACK.FATTI.connessione-avviso-emesso.1.1.1.1.0", "connessione"},
		{"$JS.API.CONSUMER.MSG.NEXT.FATTI.connessione-verbale-cancellato", "connessione"},
		{"$JS.API.CONSUMER.MSG.NEXT.FATTI.core-verbale-cancellato", "core"},
		{"$JS.ACK.FATTI.vpn-verbale-cancellato.1.1.1.1.0", "vpn"},
	}
}

// amministrazione are the requests of JetStream that no service may make.
func amministrazione() []string {
	return []string{
		"INFO", "STREAM.NAMES", "STREAM.LIST", "STREAM.CREATE.NUOVO", "STREAM.UPDATE.FATTI", "STREAM.DELETE.LAVORI",
		"STREAM.PURGE.LAVORI", "STREAM.INFO.LAVORI", "STREAM.MSG.GET.FATTI", "STREAM.MSG.DELETE.FATTI",
		"STREAM.SNAPSHOT.MORTI", "STREAM.RESTORE.MORTI", "DIRECT.GET.FATTI", "DIRECT.GET.MORTI.morti.vpn.targa.alfa",
		"CONSUMER.CREATE.FATTI.spia", "CONSUMER.CREATE.FATTI.spia.fatti.>", "CONSUMER.CREATE.KV_CHIAVI.spia",
		"CONSUMER.DURABLE.CREATE.FATTI.spia", "CONSUMER.DELETE.LAVORI.vpn-targa", "CONSUMER.PAUSE.LAVORI.vpn-targa",
		"CONSUMER.LIST.LAVORI", "CONSUMER.NAMES.LAVORI",
	}
}

// daAscoltare are the subjects that somebody may want to hear.
func daAscoltare() []porta {
	return []porta{
		{"fatti.piattaforma.>", tutti},
		{"fatti.piattaforma.operatore.>", tutti},
		{"avanzamento.alfa.lotto.1", "core elaborazione"},
		{"avanzamento.>", nessuno},
		{"chiedi.core.accesso", "core"},
		{"chiedi.core.portale", "core"},
		{"$SRV.PING", "connessione core elaborazione ocr vpn"},
		{"_INBOX_core.>", "core"},
		{"_INBOX_amministratore.>", nessuno},
		{"_INBOX_elaborazione.>", "elaborazione"},
		{"_INBOX_mobile.abc.*", "mobile"},
		{"_INBOX_vpn.>", "vpn"},
		{"_INBOX.>", nessuno},
		{">", nessuno},
		{"fatti.>", nessuno},
		{"fatti.alfa.>", nessuno},
		{"fatti.*.verbale.inserito", nessuno},
		{"lavori.>", nessuno},
		{"lavori.vpn.targa.alfa", nessuno},
		{"morti.>", nessuno},
		{"chiedi.>", nessuno},
		{"chiedi.vpn.targa", "vpn"},
		{"chiedi.connessione.eservice.prova", "connessione"},
		{"chiedi.vpn.patente", "vpn"},
		{"chiedi.ocr.targa", "ocr"},
		{"chiedi.elaborazione.lotto.chiudi", "elaborazione"},
		{"chiedi.elaborazione.firma", "elaborazione"},
		{"chiedi.elaborazione.lotto.>", nessuno},
		{"$KV.CHIAVI.>", nessuno},
		{"$JS.API.>", nessuno},
		{"$JS.ACK.>", nessuno},
		{"$JS.EVENT.>", nessuno},
	}
}

func segretoDi(utente string) string { return "segreto-di-" + utente }

// incorporato is the server of make run.
func incorporato(t *testing.T) string {
	t.Helper()
	return testkit.NATSConUtenti(t, segretoDi).URL()
}

// configurato is a nats-server with the generated configuration, as in the containers.
func configurato(t *testing.T) string {
	t.Helper()
	conf, err := os.ReadFile("nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	var password strings.Builder
	for _, nome := range append(strings.Fields(tutti), bus.AdminUser) {
		password.WriteString("password_" + nome + `: "` + segretoDi(nome) + "\"\n")
	}
	dir := t.TempDir()
	err = errors.Join(os.WriteFile(filepath.Join(dir, "nats.conf"), conf, 0o600),
		os.WriteFile(filepath.Join(dir, "password.conf"), []byte(password.String()), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	opz, err := server.ProcessConfigFile(filepath.Join(dir, "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	opz.Host, opz.Port, opz.NoSigs, opz.NoLog, opz.JetStream, opz.StoreDir = "127.0.0.1", -1, true, true, true, t.TempDir()
	s, err := server.NewServer(opz)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	testkit.Attendi(t, 20e9, "the configured server", func() bool { return s.ReadyForConnections(50e6) })
	return s.ClientURL()
}

// entra connects as a user.
func entra(t *testing.T, indirizzo, utente string) *nats.Conn {
	t.Helper()
	c, err := nats.Connect(indirizzo, nats.UserInfo(utente, segretoDi(utente)), nats.CustomInboxPrefix("_INBOX_"+utente),
		nats.NoReconnect(), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatalf("%s: %v", utente, err)
	}
	return c
}

// ammesso tries a door as a user and says whether the server let it. Answers go nowhere: only the
// permission is asked.
func ammesso(t *testing.T, indirizzo, utente string, prova func(*nats.Conn) error) bool {
	t.Helper()
	c := entra(t, indirizzo, utente)
	defer c.Close()
	if err := errors.Join(prova(c), c.Flush()); err != nil { // the refusal comes before the answer to the flush
		t.Fatalf("%s: %v", utente, err)
	}
	err := c.LastError()
	if err != nil && !errors.Is(err, nats.ErrPermissionViolation) {
		t.Fatalf("%s: %v", utente, err)
	}
	return err == nil
}

func TestDoors(t *testing.T) {
	t.Parallel()
	for nome, avvia := range map[string]func(*testing.T) string{"embedded server": incorporato, "generated configuration": configurato} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			indirizzo := avvia(t)
			pubblicare := daPubblicare()
			for _, richiesta := range amministrazione() {
				pubblicare = append(pubblicare, porta{"$JS.API." + richiesta, nessuno})
			}
			provaPorte(t, indirizzo, "publishes", pubblicare, func(s string) func(*nats.Conn) error {
				return func(c *nats.Conn) error { return c.Publish(s, nil) }
			})
			provaPorte(t, indirizzo, "hears", daAscoltare(), func(s string) func(*nats.Conn) error {
				return func(c *nats.Conn) error { _, err := c.SubscribeSync(s); return err }
			})
			provaRisposte(t, indirizzo)
			t.Run("nobody comes in without the password", func(t *testing.T) {
				for _, credenziali := range [][]nats.Option{nil, {nats.UserInfo("vpn", segretoDi("core"))}, {nats.UserInfo("ignoto", "")}} {
					if c, err := nats.Connect(indirizzo, credenziali...); err == nil {
						c.Close()
						t.Error("came in")
					}
				}
			})
		})
	}
}

func provaPorte(t *testing.T, indirizzo, verbo string, porte []porta, prova func(string) func(*nats.Conn) error) {
	t.Helper()
	for utente := range strings.FieldsSeq(tutti) {
		t.Run(utente+" "+verbo+" what is its own and nothing else", func(t *testing.T) {
			for _, p := range porte {
				want := slices.Contains(strings.Fields(p.chi), utente)
				if got := ammesso(t, indirizzo, utente, prova(p.soggetto)); got != want {
					t.Errorf("%s: allowed %v, want %v", p.soggetto, got, want)
				}
			}
		})
	}
}

// provaRisposte asks core questions whose answer is to go to another's door. The server takes it back to
// the account of the service that asked, where that door leads nowhere: nobody hears it, nothing keeps it.
func provaRisposte(t *testing.T, indirizzo string) {
	t.Helper()
	core, _ := entraBus(t, indirizzo, "core")
	risposte := make(chan struct{}, 1)
	err := core.Reply("accesso", 5*time.Second, func(context.Context, []byte) (any, error) {
		risposte <- struct{}{}
		return "prego", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ocr, guarda := entra(t, indirizzo, "ocr"), entra(t, indirizzo, bus.AdminUser)
	t.Cleanup(func() { ocr.Close(); guarda.Close() })
	udito, err := guarda.SubscribeSync(">") // all of the account of the streams
	if err != nil {
		t.Fatal(err)
	}
	fatti := make(chan struct{}, 64)
	if err := errors.Join(core.ListenPlatform("operatore", func() { fatti <- struct{}{} }), core.Conn.Flush(), guarda.Flush()); err != nil {
		t.Fatal(err)
	}
	for _, dove := range []string{
		"$KV.CHIAVI.jwks", "lavori.vpn.targa.alfa", "fatti.piattaforma.operatore.bloccato", "fatti.alfa.verbale.inserito",
		"morti.core.cosa.alfa", "$JS.API.STREAM.PURGE.LAVORI", "chiedi.core.accesso.altro", "_INBOX.x", "_INBOX_core.x", "_INBOX_tenantapi.x",
	} {
		t.Run("an answer of core to ocr does not arrive at "+dove, func(t *testing.T) {
			domanda := &nats.Msg{Subject: "chiedi.core.accesso", Reply: dove, Data: []byte("{}")}
			if err := ocr.PublishMsg(domanda); err != nil {
				t.Fatal(err)
			}
			attendiUno(t, risposte)
			// One more question is answered after this answer has left.
			if _, err := ocr.Request("chiedi.core.accesso", []byte("{}"), 10*time.Second); err != nil {
				t.Fatal(err)
			}
			attendiUno(t, risposte)
			if err := errors.Join(guarda.Flush(), core.Conn.Flush()); err != nil {
				t.Fatal(err)
			}
			if n, _, err := udito.Pending(); err != nil || n != 0 || len(fatti) != 0 {
				m, _ := udito.NextMsg(time.Second)
				t.Errorf("%d messages and %d facts came, %v: %+v", n, len(fatti), err, m)
			}
		})
	}
	t.Run("the administrator discovers core", func(t *testing.T) {
		if _, err := guarda.Request("$SRV.PING.verbali-core", nil, 10*time.Second); err != nil {
			t.Error(err)
		}
	})
}
