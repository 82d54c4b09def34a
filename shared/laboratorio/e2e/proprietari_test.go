//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// TestOwnersPasswords: no service at work has the password of the role that owns its schemas, in its memory or environment; each has
// that of the role that works.
func TestOwnersPasswords(t *testing.T) { //nolint:paralleltest // one stack for all
	stack.attendiTutti(t)
	for _, servizio := range servizi() {
		m, ok := bootstrap.FindModule(servizio)
		if !ok {
			t.Fatalf("no module %s", servizio)
		}
		password := func(ruolo string) string {
			testo, err := os.ReadFile(filepath.Join(stack.dati, "segreti", "ruoli", ruolo))
			if err != nil || len(strings.TrimSpace(string(testo))) < 12 {
				t.Fatalf("password of %s: %v", ruolo, err)
			}
			return strings.TrimSpace(string(testo))
		}
		pid := stack.pid(servizio)
		testkit.Attendi(t, time.Minute, servizio+" at work", func() bool { return testkit.InMemory(t, pid, password(m.Role()+"_uso")) })
		if testkit.InMemory(t, pid, password(m.Role())) {
			t.Errorf("%s has the owner's password", servizio)
		}
	}
}
