package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// avvia starts core as a service, without its key of tokens, which is made for it.
func (p *pila) avvia(t *testing.T) *exec.Cmd {
	t.Helper()
	chiave := filepath.Join(t.TempDir(), "chiave.pem")
	p.riesce(t, "chiave", "nuova", chiave)
	libera, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = libera.Close()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = slices.Concat(p.ambiente, []string{"VERBALI_INDIRIZZO=" + libera.Addr().String(), "VERBALI_CHIAVE_FIRMA_FILE=" + chiave,
		"VERBALI_DEPOSITO_URL=file://" + t.TempDir()})
	cmd.Dir, cmd.Stdout, cmd.Stderr = t.TempDir(), t.Output(), t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	return cmd
}

// TestLaPasswordDelProprietarioNonENelProcessoCheLavora: core makes its schemas and the database of a tenant with the owner's role, and the
// process that serves never has that password; it has the one of the role that works.
func TestLaPasswordDelProprietarioNonENelProcessoCheLavora(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	servizio := p.avvia(t)
	admin := p.conn(t, "", "piattaforma")
	testkit.Attendi(t, time.Minute, "the schema of core", func() bool {
		var pronto bool
		err := admin.QueryRow(t.Context(), `SELECT to_regclass('core.conosciuto') IS NOT NULL
			AND has_schema_privilege('verbali_core_uso', 'core', 'USAGE')`).Scan(&pronto)
		return err == nil && pronto
	})
	p.riesce(t, "tenant", "crea", "omicron", "--denominazione", "Prova")
	var miei int
	if err := p.conn(t, "", "omicron").QueryRow(t.Context(), `SELECT count(*) FROM pg_tables WHERE schemaname = 'core' AND tableowner = 'verbali_core'`).
		Scan(&miei); err != nil || miei == 0 {
		t.Errorf("%d tables of the owner (%v)", miei, err)
	}
	pid := servizio.Process.Pid
	testkit.Attendi(t, time.Minute, "core at work", func() bool { return testkit.InMemory(t, pid, "altra-core") })
	if testkit.InMemory(t, pid, "segreta-core") {
		t.Error("the process at work has the owner's password")
	}
}

// The owner's password is given by a file alone: where it would be in the environment or in the memory nothing starts, and the cure is named.
func TestLaPasswordDelProprietarioSiDaConUnFile(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	for regola, voce := range map[string]string{
		"in a variable":     "VERBALI_PG_PASS_PROPRIETARIO=segreta-core",
		"in the address":    "VERBALI_PG_DSN_PROPRIETARIO=" + p.server.DSN("piattaforma", "verbali_core", "segreta-core"),
		"in the words":      "VERBALI_PG_DSN_PROPRIETARIO=host=127.0.0.1 user=verbali_core password = segreta-core",
		"in the query":      "VERBALI_PG_DSN_PROPRIETARIO=postgres://verbali_core@127.0.0.1/piattaforma?password=segreta-core",
		"in a file's DSN":   "VERBALI_PG_DSN_PROPRIETARIO_FILE=" + scrivi(t, filepath.Join(t.TempDir(), "dsn"), "postgres://verbali_core:segreta-core@127.0.0.1/x"),
		"a file not there":  "VERBALI_PG_PASS_PROPRIETARIO_FILE=/non/c/e",
		"a wrong password":  "VERBALI_PG_PASS_PROPRIETARIO_FILE=" + scrivi(t, filepath.Join(t.TempDir(), "password"), "sbagliata"),
		"nothing is amiss":  "VERBALI_LOG_LIVELLO=WARN",
		"the file's ending": "VERBALI_PG_PASS_PROPRIETARIO_FILE=" + scrivi(t, filepath.Join(t.TempDir(), "password"), "segreta-core\r\n"),
	} {
		nome := "my" + strings.Map(func(r rune) rune { // a name that no other case has made
			if r < 'a' || r > 'z' {
				return -1
			}
			return r
		}, regola)
		uscita, codice := p.con(t, []string{voce}, "tenant", "crea", nome, "--denominazione", "Prova")
		buona := regola == "nothing is amiss" || regola == "the file's ending"
		if (codice == 0) != buona || strings.Contains(uscita, "segreta-core") {
			t.Errorf("%s: exit code %d\n%s", regola, codice, uscita)
		}
	}
}
