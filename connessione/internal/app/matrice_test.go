package app

import (
	"testing"

	prova "github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
)

// Every route, every role: the contract, the code and the matrix say the same.
func TestMatrice(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	prova.Verifica(t, prova.Prova{Server: b.servizio.Web, Realm: b.firme, Modulo: "connessione", Contratto: "../../api/openapi.yaml"})
}
