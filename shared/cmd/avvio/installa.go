package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/piattaforma-verbali/verbali/shared/locale"
)

// installatore gets PostgreSQL onto a bare machine.
type installatore struct {
	presente func() error // why it cannot be used, nil when it can
	comando  string       // the package manager's, empty when there is none
	radice   bool         // whether we may run it
	uscita   io.Writer
}

func nuovoInstallatore(uscita io.Writer) installatore {
	return installatore{
		presente: locale.Installato, comando: locale.ComandoInstallazione(exec.LookPath),
		radice: os.Geteuid() == 0, uscita: uscita,
	}
}

// installa runs the package manager when PostgreSQL is missing and we are root; anybody else is
// told the command, for it is theirs to give.
func (i installatore) installa(ctx context.Context) error {
	err := i.presente()
	if err == nil || i.comando == "" || !i.radice {
		return err
	}
	fmt.Fprintf(i.uscita, "PostgreSQL is missing, installing it: %s\n", i.comando)
	cmd := exec.CommandContext(ctx, "sh", "-c", i.comando)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	cmd.Stdout, cmd.Stderr = i.uscita, i.uscita
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", i.comando, err)
	}
	return i.presente()
}
