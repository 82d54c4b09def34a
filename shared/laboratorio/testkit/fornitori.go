package testkit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// fornisci returns the administrator's DSN of the first provider that works and how to end it.
func fornisci(ctx context.Context, dsn string) (string, func() error, error) {
	if dsn != "" {
		return dsn, func() error { return nil }, nil
	}
	dsn, ferma, err := clusterPrivato(ctx)
	if err == nil {
		return dsn, ferma, nil
	}
	if !errors.Is(err, locale.ErrPostgresMancante) {
		return "", nil, err
	}
	dsn, ferma, errContenitore := contenitore(ctx)
	if errContenitore != nil {
		return "", nil, fmt.Errorf("VERBALI_TEST_PG_DSN is not set; private cluster: %w; container: %w", err, errContenitore)
	}
	return dsn, ferma, nil
}

// prefisso starts the name of a private cluster's folder; the pid of its test binary follows.
const prefisso = "verbali-testkit-"

// clusterPrivato starts a cluster in a folder named after this process, so that what a killed
// test binary leaves behind is removed by a later one.
func clusterPrivato(ctx context.Context) (string, func() error, error) {
	dove := cartellaDeiCluster()
	spazza(dove)
	cartella, err := os.MkdirTemp(dove, fmt.Sprintf("%s%d-*", prefisso, os.Getpid()))
	if err != nil {
		return "", nil, fmt.Errorf("make the folder of the test cluster: %w", err)
	}
	pg, err := locale.AvviaPostgres(ctx, locale.PostgresOpzioni{Cartella: cartella, MassimeConnessioni: 300})
	if err != nil {
		return "", nil, errors.Join(err, locale.Rimuovi(cartella))
	}
	ferma := func() error { return errors.Join(pg.Ferma(), locale.Rimuovi(cartella)) }
	return pg.DSNAmministratore("postgres"), ferma, nil
}

// cartellaDeiCluster is in memory where there is enough of it: a test makes and drops three databases of
// a thousand files each, most of what a disk's file system had to do. A TMPDIR that is set comes first.
func cartellaDeiCluster() string {
	const inMemoria, abbastanza = "/dev/shm", 4 << 30
	if libero, ok := liberoInMemoria(inMemoria); ok && libero >= abbastanza && os.Getenv("TMPDIR") == "" {
		return inMemoria
	}
	return os.TempDir()
}

// spazza removes the clusters of test binaries that are gone. What belongs to somebody else, or is
// being removed by another test binary, is left alone.
func spazza(dove string) {
	cartelle, err := filepath.Glob(filepath.Join(dove, prefisso+"*-*"))
	if err != nil {
		return
	}
	for _, cartella := range cartelle {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(cartella), prefisso), "-")
		n, err := strconv.Atoi(pid)
		if err == nil && errors.Is(syscall.Kill(n, 0), syscall.ESRCH) {
			_ = locale.Rimuovi(cartella)
		}
	}
}

// contenitore starts PostgreSQL in a container, for machines that have Docker and no server.
func contenitore(ctx context.Context) (dsn string, ferma func() error, err error) {
	ctx, annulla := context.WithTimeout(ctx, 3*time.Minute)
	defer annulla()
	c, err := testcontainers.GenericContainer(ctx, testcontainers.GenericContainerRequest{
		Started: true,
		ContainerRequest: testcontainers.ContainerRequest{
			Image: "postgres:17", ExposedPorts: []string{"5432/tcp"},
			Env:        map[string]string{"POSTGRES_PASSWORD": "prova"},
			Cmd:        strings.Fields("postgres -c fsync=off -c max_connections=300"),
			WaitingFor: wait.ForLog("database system is ready to accept connections").WithOccurrence(2),
		},
	})
	if err != nil {
		return "", nil, err
	}
	indirizzo, err := c.PortEndpoint(ctx, "5432/tcp", "")
	if err != nil {
		return "", nil, errors.Join(err, testcontainers.TerminateContainer(c))
	}
	ferma = func() error { return testcontainers.TerminateContainer(c) }
	return "postgres://postgres:prova@" + indirizzo + "/postgres?sslmode=disable", ferma, nil
}
