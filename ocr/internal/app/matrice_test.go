package app_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
)

// Every route, every role: the contract, the code and the matrix say the same.
func TestMatrice(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	rotte.Verifica(t, rotte.Prova{Server: b.Web, Realm: b.realm, Modulo: "ocr", Contratto: "../../api/openapi.yaml"})
}
