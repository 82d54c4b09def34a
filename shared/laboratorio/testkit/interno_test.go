package testkit

import (
	"context"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
)

// AggiornaGolden turns -update on for the rest of a test.
func AggiornaGolden(t *testing.T) {
	t.Helper()
	prima := *aggiorna
	*aggiorna = true
	t.Cleanup(func() { *aggiorna = prima })
}

func TestFornisci(t *testing.T) {
	t.Run("a DSN from the environment comes before everything and is not stopped", func(t *testing.T) {
		dsn, ferma, err := fornisci(context.Background(), "postgres://capo@altrove/postgres")
		if dsn != "postgres://capo@altrove/postgres" || err != nil {
			t.Fatalf("%s, %v", dsn, err)
		}
		if err := ferma(); err != nil {
			t.Error(err)
		}
	})
	t.Run("a DSN that nobody answers is an error, not another server", func(t *testing.T) {
		t.Setenv(locale.VariabileProva, "postgres://capo@127.0.0.1:1/postgres?connect_timeout=5")
		if _, err := apri(context.Background()); err == nil {
			t.Error("opened")
		}
	})
}

// TestTogliAbbandonate is a test binary that was killed: a database with a mark that no connection has.
func TestTogliAbbandonate(t *testing.T) {
	t.Parallel()
	mia := Database(t, "")
	server := Postgres(t)
	morta := "prova_abbandonataaaaaa_1"
	if err := server.clona(t.Context(), morta, "template1"); err != nil {
		t.Fatal(err)
	}
	if err := server.togliAbbandonate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for nome, resta := range map[string]bool{mia: true, morta: false} {
		var esiste bool
		err := server.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, nome).Scan(&esiste)
		if err != nil || esiste != resta {
			t.Errorf("%s is there: %v, want %v (%v)", nome, esiste, resta, err)
		}
	}
}
