package testkit

import (
	"os"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
)

// NATS starts an embedded server with JetStream on a free port, empty and for this test alone; it
// is stopped when the test ends.
func NATS(tb testing.TB) *locale.NATS {
	tb.Helper()
	return avviaNATS(tb, nil)
}

// NATSConUtenti is such a server with the users of the bus, closed to everybody else; password gives the
// password of each.
func NATSConUtenti(tb testing.TB, password func(utente string) string) *locale.NATS {
	tb.Helper()
	return avviaNATS(tb, func(utente string) (string, error) { return password(utente), nil })
}

func avviaNATS(tb testing.TB, password func(string) (string, error)) *locale.NATS {
	tb.Helper()
	cartella, err := locale.CartellaDiProva()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(cartella); err != nil {
			tb.Errorf("folder of NATS: %v", err)
		}
	})
	server, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: cartella, Porta: -1, Password: password})
	if err != nil {
		tb.Fatalf("no NATS for the test: %v", err)
	}
	tb.Cleanup(server.Ferma)
	return server
}
