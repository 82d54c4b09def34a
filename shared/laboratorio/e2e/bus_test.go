//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/nats-io/nats.go"
)

// nessunoSconfina looks through all that server and services have said for permissions that were missing.
func (p *pila) nessunoSconfina() error {
	testo, err := os.ReadFile(p.uscita.file.Name())
	if err != nil {
		return err
	}
	rifiuti := regexp.MustCompile(`(?i)[^\n]*(publish violation|subscription violation|permissions violation)[^\n]*`).FindAll(testo, 10)
	if len(rifiuti) > 0 {
		return fmt.Errorf("somebody did on the bus what its user may not:\n%s", bytes.Join(rifiuti, []byte("\n")))
	}
	return nil
}

func TestBusUsers(t *testing.T) {
	for _, servizio := range servizi() {
		t.Run(servizio+" comes into the bus as itself", func(t *testing.T) {
			ambiente := stack.ambiente(t, servizio)
			file := filepath.Join(stack.dati, "segreti", "nats", servizio)
			if u, f := valoreDi(ambiente, "VERBALI_NATS_UTENTE"), valoreDi(ambiente, "VERBALI_NATS_PASSWORD_FILE"); u != servizio || f != file {
				t.Errorf("user %q, password in %q", u, f)
			}
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info, err)
			}
		})
	}
	t.Run("who has no user stays out", func(t *testing.T) {
		if conn, err := nats.Connect(stack.nats.url()); err == nil {
			conn.Close()
			t.Error("came in")
		}
	})
}
