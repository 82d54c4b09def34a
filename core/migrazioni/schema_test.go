package migrazioni_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestSchemaIsTheOneToReview(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	for _, dove := range []string{"piattaforma", "tenant"} {
		testkit.VerificaSchema(t, a, "core", dove+"/schema.sql")
	}
}
