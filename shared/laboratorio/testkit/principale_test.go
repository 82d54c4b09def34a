package testkit_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestPerde leaves a goroutine behind when the test below asks for it in another process.
func TestPerde(t *testing.T) {
	t.Parallel()
	if os.Getenv("VERBALI_PROVA_PERDE") != "" {
		go func() { select {} }()
	}
}

func TestMainTrovaLePerdite(t *testing.T) {
	t.Parallel()
	for perde, attesa := range map[string]bool{"": false, "1": true} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^(TestPerde|TestDatabase)$")
		cmd.Env = append(os.Environ(), "VERBALI_PROVA_PERDE="+perde)
		uscita, err := cmd.CombinedOutput()
		if (err != nil) != attesa || strings.Contains(string(uscita), "goroutines left behind") != attesa {
			t.Errorf("leak %v: %v\n%s", attesa, err, uscita)
		}
	}
}
