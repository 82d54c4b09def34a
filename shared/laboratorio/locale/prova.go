package locale

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// VariabileProva names the variable with the administrator's address of the server that tests share.
const VariabileProva = "VERBALI_TEST_PG_DSN"

// prefissoProva starts the name of the folder of a cluster for tests; the pid of its process follows.
const prefissoProva = "verbali-testkit-"

// AvviaPostgresDiProva starts a cluster that keeps nothing, for the tests of this process and of those that
// it starts, and gives the administrator's address. The folder is named after this process, so that what a
// killed one leaves behind is removed by a later one; ferma stops the server and removes it.
func AvviaPostgresDiProva(ctx context.Context, connessioni int) (dsn string, ferma func() error, err error) {
	spazza(doveDiProva())
	cartella, err := CartellaDiProva()
	if err != nil {
		return "", nil, err
	}
	pg, err := AvviaPostgres(ctx, PostgresOpzioni{Cartella: cartella, MassimeConnessioni: connessioni,
		Parametri: map[string]string{"autovacuum": "off"}}) // no database lives long enough to need it
	if err != nil {
		return "", nil, errors.Join(err, Rimuovi(cartella))
	}
	return pg.DSNAmministratore("postgres"), func() error { return errors.Join(pg.Ferma(), Rimuovi(cartella)) }, nil
}

// CartellaDiProva makes a folder for a test server's data. The caller removes it; the folder of a killed process is removed by
// a later process that starts a cluster.
func CartellaDiProva() (string, error) {
	cartella, err := os.MkdirTemp(doveDiProva(), fmt.Sprintf("%s%d-*", prefissoProva, os.Getpid()))
	if err != nil {
		return "", fmt.Errorf("make the folder of a test server: %w", err)
	}
	return cartella, nil
}

// doveDiProva is in memory where there is enough of it: a test makes and drops three databases of a thousand files
// each and the streams of NATS, most of what a disk's file system had to do. A TMPDIR that is set comes first.
func doveDiProva() string {
	const inMemoria, abbastanza = "/dev/shm", 4 << 30
	if libero, ok := liberoInMemoria(inMemoria); ok && libero >= abbastanza && os.Getenv("TMPDIR") == "" {
		return inMemoria
	}
	return os.TempDir()
}

// spazza removes the clusters of processes that are gone. A cluster that belongs to somebody else,
// or is being removed by another process, is left alone.
func spazza(dove string) {
	cartelle, err := filepath.Glob(filepath.Join(dove, prefissoProva+"*-*"))
	if err != nil {
		return
	}
	for _, cartella := range cartelle {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(cartella), prefissoProva), "-")
		n, err := strconv.Atoi(pid)
		if err == nil && errors.Is(syscall.Kill(n, 0), syscall.ESRCH) {
			_ = Rimuovi(cartella)
		}
	}
}
