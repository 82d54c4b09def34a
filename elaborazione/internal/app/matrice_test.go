package app_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/testkit/rotte"
)

// Every route, every role: the contract, the code and the matrix say the same.
func TestMatrice(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	rotte.Verifica(t, rotte.Prova{Server: b.servizio.Web, Realm: b.realm, Modulo: "elaborazione", Contratto: "../../api/openapi.yaml",
		Fuori: map[string]auth.Permesso{"POST /ElaborazioneService/VerbaleInsService": auth.PermessoSoap}}) // its contract is the WSDL
}
