package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
)

// Every REST route, every role: the contract, the code and the matrix say the same.
func TestMatrice(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	realm := testkit.NuovoRealm(t)
	// One more key of the platform, as another replica's: core publishes it with its own and keeps it.
	b.ambiente.Esegui(t, "core", "", `INSERT INTO chiave (kid, pubblica) VALUES ($1, $2)`, testkit.KidProva, []byte(realm.Pubblica()))
	token := realm.Token(t, testkit.Claims("core", "prova", "alfa", "UFFICIO"))
	testkit.Attendi(t, 30*time.Second, "the key of the test to be taken", func() bool {
		_, err := b.app.Verifier.Verify(token)
		return err == nil
	})
	rotte.Verifica(t, rotte.Prova{Server: b.app.Web, Realm: realm, Modulo: "core", Contratto: "../../api/openapi.yaml",
		Ignora: func(percorso string) bool { return !strings.HasPrefix(percorso, "/CoreService/rest/") }})
}
