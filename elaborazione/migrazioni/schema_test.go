package migrazioni_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// TestSchema keeps schema.sql equal to what the migrations make; -update writes it again.
func TestSchema(t *testing.T) {
	t.Parallel()
	testkit.VerificaSchema(t, testkit.NuovoAmbiente(t, "alfa"), "elaborazione", "schema.sql")
}
