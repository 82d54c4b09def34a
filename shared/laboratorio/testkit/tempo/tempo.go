// Package tempo is the one clock of the tests: what they call now and today, and a clock that stands still.
// It imports nothing of the kit, so that a test of the law stays small.
//
// The day of the tests is fixed: on whatever day they are run, the clock of each process starts at Inizio and goes on.
// VERBALI_OROLOGIO_PROVE puts it at another instant (RFC 3339), or leaves it to the machine (DellaMacchina): what must
// work on every day is so tried at 23:30 UTC, on 29 February or in another year.
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

const (
	// Inizio is when the clock of the tests starts: a working day on which every table of the law is confirmed.
	Inizio = "2026-11-30T10:00:00Z"
	// DellaMacchina is the value of Variabile with which the tests have the machine's clock.
	DellaMacchina = "macchina"
)

// spostamento is how far the clock of the tests is from the machine's; it is read once a process.
var spostamento = sync.OnceValue(func() time.Duration {
	testo := os.Getenv(Variabile)
	switch testo {
	case DellaMacchina:
		return 0
	case "":
		testo = Inizio
	}
	istante, err := time.Parse(time.RFC3339, testo)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", Variabile, err))
	}
	return time.Until(istante)
})

// Spostamento is how far the clock of the tests is from the machine's.
func Spostamento() time.Duration { return spostamento() }

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
