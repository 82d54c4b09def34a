package testkit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
)

// fornisci returns the administrator's DSN of the first provider that works and how to end it.
func fornisci(ctx context.Context, dsn string) (string, func() error, error) {
	if dsn != "" {
		return dsn, func() error { return nil }, nil
	}
	dsn, ferma, err := locale.AvviaPostgresDiProva(ctx, 300)
	if !errors.Is(err, locale.ErrPostgresMancante) {
		return dsn, ferma, err
	}
	dsn, ferma, errContenitore := contenitore(ctx)
	if errContenitore != nil {
		return "", nil, fmt.Errorf("%s does not serve here; private cluster: %w; container: %w", locale.VariabileProva, err, errContenitore)
	}
	return dsn, ferma, nil
}

// contenitore asks the program that knows containers for a server, and keeps it by holding its input: what
// speaks to a container engine would be a third of every test binary.
func contenitore(ctx context.Context) (dsn string, ferma func() error, err error) {
	cmd := exec.CommandContext(ctx, "go", "run", "github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/testdb")
	cmd.Dir, cmd.Stderr = Radice(), os.Stderr
	tieni, err := cmd.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	esce, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	ferma = func() error { return errors.Join(tieni.Close(), cmd.Wait()) }
	dsn, err = bufio.NewReader(esce).ReadString('\n')
	if err != nil {
		return "", nil, errors.Join(err, ferma())
	}
	return strings.TrimSpace(dsn), ferma, nil
}
