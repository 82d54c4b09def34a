package app_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/testkit"
	"github.com/piattaforma-verbali/verbali/shared/testkit/rotte"
)

// Every REST route, every role: the contract, the code and the matrix say the same.
func TestMatrice(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	realm := testkit.NuovoRealm(t)
	if err := b.app.Verificatore.Imposta(realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	rotte.Verifica(t, rotte.Prova{Server: b.app.Web, Realm: realm, Modulo: "core", Contratto: "../../api/openapi.yaml",
		Ignora: func(percorso string) bool { return !strings.HasPrefix(percorso, "/CoreService/rest/") }})
}
