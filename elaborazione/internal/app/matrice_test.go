package app_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// Every route, every role: the contract, the code and the matrix say the same.
func TestMatrice(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	rotte.Verifica(t, rotte.Prova{Server: b.servizio.Web, Realm: b.realm, Modulo: "elaborazione", Contratto: "../../api/openapi.yaml",
		Fuori: map[string]auth.Permission{"POST /ElaborazioneService/VerbaleInsService": auth.PermessoSoap}}) // its contract is the WSDL
}
