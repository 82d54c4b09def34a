package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/testcontainers/testcontainers-go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
)

func risponde(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "SELECT 1")
	return errors.Join(err, conn.Close(ctx))
}

func TestUnServerPerUnComando(t *testing.T) {
	t.Setenv(locale.VariabileProva, "")
	dove := t.TempDir() + "/dsn"
	codice, err := esegui([]string{"sh", "-c", `printf %s "$` + locale.VariabileProva + `" > "$0"; exit 3`, dove}, nil, nil)
	if codice != 3 || err != nil {
		t.Fatalf("exit code %d, %v", codice, err)
	}
	dsn, err := os.ReadFile(dove)
	if err != nil || !strings.HasPrefix(string(dsn), "postgres://") {
		t.Fatalf("%q, %v", dsn, err)
	}
	if risponde(t.Context(), string(dsn)) == nil {
		t.Error("the server outlives the command")
	}
}

func TestUnServerFinoAllaFineDellIngresso(t *testing.T) {
	t.Setenv(locale.VariabileProva, "")
	entra, tieni := io.Pipe()
	leggi, esce := io.Pipe()
	finito := make(chan error, 1)
	go func() {
		_, err := esegui(nil, entra, esce)
		finito <- err
	}()
	riga := make([]byte, 1024)
	n, err := leggi.Read(riga)
	dsn := strings.TrimSpace(string(riga[:n]))
	if err != nil || risponde(t.Context(), dsn) != nil {
		t.Errorf("%q does not answer (%v)", dsn, err)
	}
	_ = tieni.Close()
	if err := <-finito; err != nil || risponde(t.Context(), dsn) == nil {
		t.Errorf("after the end of its input: %v, or it still answers", err)
	}
}

func TestChiHaUnServerLoDice(t *testing.T) {
	t.Setenv(locale.VariabileProva, "postgres://capo@altrove/postgres")
	var esce bytes.Buffer
	if codice, err := esegui(nil, strings.NewReader(""), &esce); codice != 0 || err != nil || esce.String() != "postgres://capo@altrove/postgres\n" {
		t.Errorf("%d, %v, %q", codice, err, esce.String())
	}
	var manca *exec.Error
	if codice, err := esegui([]string{"programma-che-non-c-e"}, nil, nil); codice != 1 || !errors.As(err, &manca) {
		t.Errorf("a command that is not there: %d, %v", codice, err)
	}
}

// TestContenitore tries the last provider where a container engine answers; where none does it says so.
func TestContenitore(t *testing.T) {
	t.Parallel()
	motore, err := testcontainers.ProviderDocker.GetProvider()
	if err == nil {
		err = motore.Health(t.Context())
	}
	if err != nil {
		t.Skipf("no container engine answers here, PostgreSQL in a container was not tried: %v", err)
	}
	if err := prendi(t.Context(), motore, "postgres:17"); err != nil {
		t.Skipf("the engine neither has nor finds the image, PostgreSQL in a container was not tried: %v", err)
	}
	dsn, ferma, err := contenitore(t.Context(), "postgres:17")
	if err != nil {
		t.Fatal(err)
	}
	if err := risponde(t.Context(), dsn); err != nil {
		t.Error(err)
	}
	if err := ferma(); err != nil {
		t.Error(err)
	}
}

// prendi makes sure that the engine has an image.
func prendi(ctx context.Context, motore testcontainers.GenericProvider, immagine string) error {
	docker, ok := motore.(*testcontainers.DockerProvider)
	if !ok {
		return errors.New("not an engine of Docker")
	}
	if _, err := docker.Client().ImageInspect(ctx, immagine); err == nil {
		return nil
	}
	return docker.PullImage(ctx, immagine)
}
