package testkit

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// Main runs the tests of a package, stops the server they used and fails when a goroutine is left
// behind. It is the body of TestMain and does not return. altre are goroutines that the package
// knows it cannot stop.
func Main(m *testing.M, altre ...goleak.Option) {
	codice := m.Run()
	if err := Ferma(); err != nil {
		fmt.Fprintln(os.Stderr, "testkit:", err)
		codice = 1
	}
	if codice == 0 {
		if err := goleak.Find(append(note(), altre...)...); err != nil {
			fmt.Fprintln(os.Stderr, "testkit: goroutines left behind:", err)
			codice = 1
		}
	}
	os.Exit(codice)
}

// MainPrivato is Main for a package that changes roles or passwords, which belong to a whole server: its tests
// have a PostgreSQL of their own even where the environment names one for all.
func MainPrivato(m *testing.M, altre ...goleak.Option) {
	condiviso.privato = true
	Main(m, altre...)
}

// Ferma stops the server of this test binary, if one was started. Main calls it.
func Ferma() error {
	if condiviso.server == nil {
		return nil
	}
	return condiviso.server.chiudi()
}

// note are background goroutines of libraries, without an end of their own.
func note() []goleak.Option {
	return []goleak.Option{
		goleak.IgnoreAnyFunction("go.opencensus.io/stats/view.(*worker).start"),
	}
}

// Attendi asks condizione again and again until it is true, for effects that give no signal, and
// fails the test after scadenza.
func Attendi(tb testing.TB, scadenza time.Duration, descrizione string, condizione func() bool) {
	tb.Helper()
	fine := tempo.Macchina().Add(scadenza)
	for intervallo := time.Millisecond; !condizione(); intervallo = min(2*intervallo, 50*time.Millisecond) {
		if tempo.Macchina().After(fine) {
			tb.Fatalf("waited %v in vain for: %s", scadenza, descrizione)
		}
		time.Sleep(intervallo)
	}
}
