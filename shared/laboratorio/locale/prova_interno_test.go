package locale

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func TestSpazza(t *testing.T) {
	t.Parallel()
	dove := t.TempDir()
	morto := 1<<22 - 1           // beyond what the kernel gives out in practice
	cartelle := map[string]bool{ // and whether it must stay
		prefissoProva + strconv.Itoa(morto) + "-a":       false,
		prefissoProva + strconv.Itoa(os.Getpid()) + "-b": true,
		prefissoProva + "boh-c":                          true,
		"altro-" + strconv.Itoa(morto) + "-d":            true,
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
