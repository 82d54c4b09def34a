package app_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

func TestSchemaIsTheOneToReview(t *testing.T) {
	t.Parallel()
	testkit.VerificaSchema(t, testkit.NuovoAmbiente(t), "tenantapi", "../../migrazioni/schema.sql")
}
