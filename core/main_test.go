package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// daProgramma makes the test binary behave as core: a command is run in a process of its own.
const daProgramma = "CORE_DA_PROGRAMMA"

func TestMain(m *testing.M) {
	if os.Getenv(daProgramma) != "" {
		main()
	}
	testkit.MainPrivato(m)
}

// pila is a bare PostgreSQL server and an empty NATS, as a machine has them before the preparation.
type pila struct {
	server   *testkit.PostgreSQL
	nats     *locale.NATS
	segreti  string
	ambiente []string
}

// vergine makes a stack; the server is shared by the tests of this package, so its names are too.
func vergine(t *testing.T) *pila {
	t.Helper()
	p := &pila{server: testkit.Postgres(t), nats: testkit.NATS(t), segreti: t.TempDir()}
	for _, m := range bootstrap.Modules() {
		scrivi(t, filepath.Join(p.segreti, "ruoli", m.Role()), "segreta-"+m.Name+"\n")
		scrivi(t, filepath.Join(p.segreti, "ruoli", m.RuntimeRole()), "altra-"+m.Name+"\n")
	}
	p.ambiente = []string{
		"GORACE=" + os.Getenv("GORACE"), daProgramma + "=si", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "VERBALI_SEGRETI_DIR=" + p.segreti,
		"VERBALI_NATS_URL=" + p.nats.URL(), "VERBALI_PG_DSN_AMMINISTRATORE=" + p.server.DSNAmministratore("postgres"),
		"VERBALI_PG_DSN=" + p.server.DSN("piattaforma", "verbali_core_uso", ""),
		"VERBALI_PG_PASSWORD_FILE=" + filepath.Join(p.segreti, "ruoli", "verbali_core_uso"),
		"VERBALI_PG_DSN_PROPRIETARIO=" + p.server.DSN("piattaforma", "verbali_core", ""),
		"VERBALI_PG_PASS_PROPRIETARIO_FILE=" + filepath.Join(p.segreti, "ruoli", "verbali_core"), "VERBALI_INDIRIZZO=127.0.0.1:8080",
	}
	return p
}

func scrivi(t *testing.T, percorso, testo string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(percorso), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(percorso, []byte(testo), 0o600); err != nil {
		t.Fatal(err)
	}
	return percorso
}

var unaAllaVolta sync.Mutex

// preparata is a stack after `core piattaforma prepara`.
func preparata(t *testing.T) *pila {
	t.Helper()
	p := vergine(t)
	p.prepara(t)
	return p
}

// prepara runs the preparation when no other test is in the midst of one, or of what one would change.
func (p *pila) prepara(t *testing.T) string {
	t.Helper()
	unaAllaVolta.Lock()
	defer unaAllaVolta.Unlock()
	return p.riesce(t, "piattaforma", "prepara")
}

// core runs a command and gives what it said and its exit code.
func (p *pila) core(t *testing.T, argomenti ...string) (uscita string, codice int) {
	t.Helper()
	return p.con(t, nil, argomenti...)
}

func (p *pila) con(t *testing.T, ambiente []string, argomenti ...string) (uscita string, codice int) {
	t.Helper()
	ctx, fine := context.WithTimeout(t.Context(), time.Minute)
	defer fine()
	cmd := exec.CommandContext(ctx, os.Args[0], argomenti...)
	cmd.Env, cmd.Dir = slices.Concat(p.ambiente, ambiente), t.TempDir()
	var tutto bytes.Buffer
	cmd.Stdout, cmd.Stderr = &tutto, &tutto
	err := cmd.Run()
	var finita *exec.ExitError
	if err != nil && !errors.As(err, &finita) {
		t.Fatalf("core %v: %v", argomenti, err)
	}
	return tutto.String(), cmd.ProcessState.ExitCode()
}

func (p *pila) riesce(t *testing.T, argomenti ...string) string {
	t.Helper()
	uscita, codice := p.core(t, argomenti...)
	if codice != 0 {
		t.Fatalf("core %s: exit code %d\n%s", strings.Join(argomenti, " "), codice, uscita)
	}
	return uscita
}

// fallisce expects exit code 1 and every one of the words in what is said.
func (p *pila) fallisce(t *testing.T, parole []string, argomenti ...string) {
	t.Helper()
	uscita, codice := p.core(t, argomenti...)
	if codice != 1 {
		t.Errorf("core %v: exit code %d, want 1\n%s", argomenti, codice, uscita)
	}
	for _, parola := range parole {
		if !strings.Contains(uscita, parola) {
			t.Errorf("core %v says %q, without %q", argomenti, uscita, parola)
		}
	}
}

// conn connects with a role to a database.
func (p *pila) conn(t *testing.T, modulo, database string) *pgx.Conn {
	t.Helper()
	dsn := p.server.DSNAmministratore(database)
	if modulo != "" {
		dsn = p.server.DSN(database, "verbali_"+modulo, "segreta-"+modulo)
	}
	c, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatalf("%s on %s: %v", modulo, database, err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}
