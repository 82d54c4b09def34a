//go:build !laboratorio

package clock_test

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// TestAShippedProgramHasTheMachinesClock: no variable moves it. The test of avvio moves that of a program of the laboratory.
func TestAShippedProgramHasTheMachinesClock(t *testing.T) {
	t.Setenv("VERBALI_SCARTO_OROLOGIO", "8760h")
	t.Setenv(tempo.Variabile, "2040-01-01T00:00:00Z")
	if lontano := clock.Now().Sub(tempo.Macchina()); lontano.Abs() > time.Minute {
		t.Errorf("%s from the machine's clock", lontano)
	}
}
