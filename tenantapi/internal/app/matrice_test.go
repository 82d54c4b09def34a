package app_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
)

// Every route, every role: the contract, the code and the matrix say the same.
func TestMatrice(t *testing.T) {
	t.Parallel()
	b := apparecchia(t) // it has no realm: all its routes are open, and the tenant is that of the header
	rotte.Verifica(t, rotte.Prova{Server: b.servizio.Web, Realm: testkit.NuovoRealm(t), Modulo: "tenantapi", Contratto: "../../api/openapi.yaml"})
}
