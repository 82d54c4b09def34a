package testkit

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
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
		t.Setenv("VERBALI_TEST_PG_DSN", "postgres://capo@127.0.0.1:1/postgres?connect_timeout=5")
		if _, err := apri(context.Background()); err == nil {
			t.Error("opened")
		}
	})
}

func TestSpazza(t *testing.T) {
	t.Parallel()
	dove := t.TempDir()
	morto := 1<<22 - 1           // beyond what the kernel gives out in practice
	cartelle := map[string]bool{ // and whether it must stay
		prefisso + strconv.Itoa(morto) + "-a":       false,
		prefisso + strconv.Itoa(os.Getpid()) + "-b": true,
		prefisso + "boh-c":                          true,
		"altro-" + strconv.Itoa(morto) + "-d":       true,
	}
	for nome := range cartelle {
		if err := os.MkdirAll(filepath.Join(dove, nome, "dati"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	spazza(dove)
	for nome, resta := range cartelle {
		if _, err := os.Stat(filepath.Join(dove, nome)); (err == nil) != resta {
			t.Errorf("%s: there %v, want %v", nome, err == nil, resta)
		}
	}
}
