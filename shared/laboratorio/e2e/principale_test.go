//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"testing"

	"github.com/oauth2-proxy/mockoidc"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// stack is the platform under test, started once by TestMain.
var stack *pila

// TestMain starts the stack, runs the tests and stops it as Ctrl-C does: a stop that is not clean
// fails the run, and so does a service that tried on the bus what its user may not do. The same binary
// also plays the NATS server of the stack, in a process that the tests may kill.
func TestMain(m *testing.M) {
	if dove := os.Getenv(daNATS); dove != "" {
		os.Exit(natsFiglio(dove))
	}
	if os.Getenv(tempo.Variabile) == "" { // the programs that ship have no other clock
		if err := os.Setenv(tempo.Variabile, tempo.DellaMacchina); err != nil {
			panic(err)
		}
	}
	mockoidc.NowFunc = tempo.Adesso
	os.Exit(esegui(m))
}

func esegui(m *testing.M) (codice int) {
	p, err := avviaPila()
	if p != nil {
		defer func() {
			if err := p.ferma(); err != nil {
				fmt.Fprintln(os.Stderr, "e2e:", err)
				codice = 1
			}
		}()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e: the stack did not start:", err)
		return 1
	}
	stack = p
	codice = m.Run()
	chiudiBrowser()
	if err := p.nessunoSconfina(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		codice = 1
	}
	return codice
}
