// Package tempo is the one clock of the tests: what they call now and today, and a clock that stands still.
// It imports nothing of the kit, so that a test of the law stays small.
//
// VERBALI_OROLOGIO_PROVE (RFC 3339) puts the clock at an instant, from which it goes on: every test can so be
// run at 23:30 UTC or on 29 February.
package tempo

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Variabile names the variable that puts the clock of the tests at an instant.
const Variabile = "VERBALI_OROLOGIO_PROVE"

// spostamento is how far the clock of the tests is from the machine's; it is read once a process.
var spostamento = sync.OnceValue(func() time.Duration {
	testo := os.Getenv(Variabile)
	if testo == "" {
		return 0
	}
	istante, err := time.Parse(time.RFC3339, testo)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", Variabile, err))
	}
	return time.Until(istante)
})

// Adesso is the clock of the tests, and of the services that they compose.
func Adesso() time.Time {
	quanto := spostamento()
	return Macchina().Add(quanto).Round(0)
}

// Oggi is the day of that clock, in Rome.
func Oggi() calendario.Giorno { return calendario.Da(Adesso()) }

// Macchina is the machine's own clock: for what passes while a test runs, and for what the machine dates and
// watches by itself (files, connections, certificates).
func Macchina() time.Time { return time.Now() }
