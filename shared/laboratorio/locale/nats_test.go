package locale

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func avviaNATS(t *testing.T, opz NATSOpzioni) *NATS {
	t.Helper()
	n, err := AvviaNATS(opz)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Ferma)
	return n
}

func collega(t *testing.T, n *NATS, opzioni ...nats.Option) (*nats.Conn, jetstream.JetStream) {
	t.Helper()
	conn, err := nats.Connect(n.URL(), opzioni...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return conn, js
}

func TestNATSConserva(t *testing.T) {
	t.Parallel()
	ctx, annulla := context.WithTimeout(context.Background(), 30*time.Second)
	defer annulla()
	opz := NATSOpzioni{Cartella: filepath.Join(t.TempDir(), "nats"), Porta: -1}
	primo := avviaNATS(t, opz)
	conn, js := collega(t, primo)
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "LAVORI", Subjects: []string{"lavori.>"}, Retention: jetstream.WorkQueuePolicy}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(ctx, "lavori.vpn.targa.alfa", []byte(`{"id":"1"}`), jetstream.WithMsgID("1")); err != nil {
		t.Fatal(err)
	}
	conn.Close()
	primo.Ferma()
	primo.Ferma()

	_, js = collega(t, avviaNATS(t, opz))
	consumatore, err := js.CreateOrUpdateConsumer(ctx, "LAVORI", jetstream.ConsumerConfig{Durable: "vpn-targa"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := consumatore.Next(jetstream.FetchMaxWait(10 * time.Second))
	if err != nil || string(m.Data()) != `{"id":"1"}` {
		t.Fatalf("the message is not there after a restart: %v", err)
	}
	if err := m.Ack(); err != nil {
		t.Error(err)
	}
	doppia, err := js.Publish(ctx, "lavori.vpn.targa.alfa", nil, jetstream.WithMsgID("1"))
	if err != nil || !doppia.Duplicate {
		t.Errorf("the same id after a restart is no duplicate: %+v, %v", doppia, err)
	}
}

func TestNATSPermessi(t *testing.T) {
	t.Parallel()
	server := avviaNATS(t, NATSOpzioni{Cartella: t.TempDir(), Porta: -1,
		Password: func(utente string) (string, error) { return "segreto-di-" + utente, nil }})
	di := func(utente string) []nats.Option {
		return []nats.Option{nats.UserInfo(utente, "segreto-di-"+utente), nats.CustomInboxPrefix("_INBOX_" + utente)}
	}
	vietati := make(chan error, 8)
	core, _ := collega(t, server, append(di("core"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { vietati <- err }))...)

	t.Run("a question it may hear is answered", func(t *testing.T) {
		if _, err := core.Subscribe("chiedi.core.accesso", func(m *nats.Msg) { _ = m.Respond([]byte("ecco")) }); err != nil {
			t.Fatal(err)
		}
		if err := core.Flush(); err != nil {
			t.Fatal(err)
		}
		vpn, _ := collega(t, server, di("vpn")...)
		risposta, err := vpn.Request("chiedi.core.accesso", nil, 10*time.Second)
		if err != nil || string(risposta.Data) != "ecco" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a subject that is not its own is refused", func(t *testing.T) {
		if err := core.Publish("fatti.alfa.verbale.inserito", nil); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-vietati:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("got %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Error("nobody objected")
		}
	})
	t.Run("a wrong password does not come in", func(t *testing.T) {
		if altro, err := nats.Connect(server.URL(), nats.UserInfo("vpn", "segreto-di-core")); err == nil {
			altro.Close()
			t.Error("came in")
		}
	})
	t.Run("a password that is missing is told", func(t *testing.T) {
		manca := errors.New("manca")
		_, err := AvviaNATS(NATSOpzioni{Cartella: t.TempDir(), Porta: -1, Password: func(string) (string, error) { return "", manca }})
		if !errors.Is(err, manca) {
			t.Errorf("got %v", err)
		}
	})
}

func TestNATSPortaOccupata(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = AvviaNATS(NATSOpzioni{Cartella: t.TempDir(), Porta: l.Addr().(*net.TCPAddr).Port})
	if err == nil || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("got %v", err)
	}
}
