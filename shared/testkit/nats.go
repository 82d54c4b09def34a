package testkit

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/locale"
)

// NATS starts an embedded server with JetStream on a free port, empty and for this test alone; it
// is stopped when the test ends. utenti, when given, closes it to everybody else.
func NATS(tb testing.TB, utenti ...locale.NATSUtente) *locale.NATS {
	tb.Helper()
	server, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: tb.TempDir(), Porta: -1, Utenti: utenti})
	if err != nil {
		tb.Fatalf("no NATS for the test: %v", err)
	}
	tb.Cleanup(server.Ferma)
	return server
}
