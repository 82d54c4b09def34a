// Command testdb gives one PostgreSQL server to all the tests that a command starts:
//
//	testdb go test ./...
//
// The server is that of VERBALI_TEST_PG_DSN, else a private cluster, else a container; the command
// finds it in that variable. It ends with the command, whose exit code is testdb's own. Without a command
// testdb writes the address of a server on its output and keeps it until its input ends: so the test kit
// asks for one where no PostgreSQL is installed, and only this program is linked with testcontainers.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
)

// connessioni is what a server for many test binaries at once must be able to hold.
const connessioni = 1000

func main() {
	codice, err := esegui(os.Args[1:], os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testdb:", err)
	}
	os.Exit(codice)
}

// esegui gives the exit code: of the command, or 1 where there is no server.
func esegui(comando []string, entra io.Reader, esce io.Writer) (codice int, err error) {
	// Ctrl-C reaches the command too, which ends by itself; only then does the server go.
	segnali := make(chan os.Signal, 1)
	signal.Notify(segnali, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(segnali)
	dsn, ferma, err := fornisci(context.Background(), os.Getenv(locale.VariabileProva))
	if err != nil {
		return 1, err
	}
	defer func() {
		if errFine := ferma(); errFine != nil {
			codice, err = max(codice, 1), errors.Join(err, errFine)
		}
	}()
	if len(comando) == 0 {
		if _, err := fmt.Fprintln(esce, dsn); err != nil {
			return 1, err
		}
		_, err = io.Copy(io.Discard, entra)
		return 0, err
	}
	return lancia(comando, dsn, segnali)
}

func lancia(comando []string, dsn string, segnali <-chan os.Signal) (int, error) {
	cmd := exec.Command(comando[0], comando[1:]...)
	cmd.Env = append(os.Environ(), locale.VariabileProva+"="+dsn)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	finito := make(chan error, 1)
	go func() { finito <- cmd.Wait() }()
	for {
		select {
		case s := <-segnali:
			_ = cmd.Process.Signal(s) // a child that has just ended has obeyed
		case err := <-finito:
			if uscita := (*exec.ExitError)(nil); errors.As(err, &uscita) {
				return max(uscita.ExitCode(), 1), nil
			}
			return 0, err
		}
	}
}

// fornisci gives the administrator's address of the first provider that works, and how to end it.
func fornisci(ctx context.Context, dsn string) (string, func() error, error) {
	if dsn != "" {
		return dsn, func() error { return nil }, nil
	}
	dsn, ferma, err := locale.AvviaPostgresDiProva(ctx, connessioni)
	if !errors.Is(err, locale.ErrPostgresMancante) {
		return dsn, ferma, err
	}
	dsn, ferma, errContenitore := contenitore(ctx, "postgres:17")
	if errContenitore != nil {
		return "", nil, fmt.Errorf("%s is not set; private cluster: %w; container: %w", locale.VariabileProva, err, errContenitore)
	}
	return dsn, ferma, nil
}
