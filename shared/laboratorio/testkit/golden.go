package testkit

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// aggiorna rewrites the golden files instead of comparing: go test ./pkg -update.
var aggiorna = flag.Bool("update", false, "rewrite the golden files")

// Golden compares contenuto with the file testdata/nome, byte by byte. With -update it writes the
// file instead: read the difference before committing it.
func Golden(tb testing.TB, nome string, contenuto []byte) {
	tb.Helper()
	percorso := filepath.Join("testdata", filepath.FromSlash(nome))
	if *aggiorna {
		scriviGolden(tb, percorso, contenuto)
		return
	}
	atteso, err := os.ReadFile(percorso)
	if err != nil {
		tb.Fatalf("golden file (make it with -update): %v", err)
	}
	if diff := differenza(atteso, contenuto); diff != "" {
		tb.Errorf("%s differs (-file +test):\n%s", percorso, diff)
	}
}

func scriviGolden(tb testing.TB, percorso string, contenuto []byte) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(percorso), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(percorso, contenuto, 0o644); err != nil {
		tb.Fatal(err)
	}
}

func differenza(atteso, avuto []byte) string {
	if bytes.Equal(atteso, avuto) {
		return ""
	}
	if utf8.Valid(atteso) && utf8.Valid(avuto) {
		return cmp.Diff(string(atteso), string(avuto))
	}
	return cmp.Diff(atteso, avuto)
}
