// Package processo runs another program within bounds: so many seconds, so much memory, its whole group killed at the end. What it does
// wrong is the error of one page.
package processo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// Limiti of a child.
type Limiti struct {
	Tempo   time.Duration
	Memoria int64 // bytes of address space
	Esce    int64 // bytes of output
}

// ErrManca says that the program is not installed.
var ErrManca = errors.New("programma assente")

// ErrTroppo says that the output is longer than its limit.
var ErrTroppo = errors.New("risultato troppo lungo")

// Esegui runs a program with its input, and gives what it writes.
func Esegui(ctx context.Context, l Limiti, entra []byte, programma string, argomenti ...string) ([]byte, error) {
	if _, err := exec.LookPath(programma); err != nil {
		return nil, fmt.Errorf("%s: %w", programma, ErrManca)
	}
	ctx, fine := context.WithTimeout(ctx, l.Tempo)
	defer fine()
	// the shell sets the limits and becomes the program: its pid and group are the same
	in := append([]string{"-c", `ulimit -v "$1" && ulimit -t "$2" && shift 2 && exec "$@"`, "sh",
		strconv.FormatInt(l.Memoria>>10, 10), strconv.Itoa(int(l.Tempo/time.Second) + 1), programma}, argomenti...)
	c := exec.CommandContext(ctx, "/bin/sh", in...) //nolint:gosec // programs of ours, arguments of ours
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	c.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "OMP_THREAD_LIMIT=1", "LC_ALL=C.UTF-8", "HOME=/nonexistent"}
	c.Stdin = bytes.NewReader(entra)
	esce, errori := &limitato{massimo: l.Esce, oltre: fine}, &limitato{massimo: 4 << 10, oltre: func() {}}
	c.Stdout, c.Stderr = esce, errori
	err := c.Run()
	if c.Process != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // what it may have left behind
	}
	switch {
	case esce.troppo:
		return nil, fmt.Errorf("%s: %w", programma, ErrTroppo)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: oltre %s: %w", programma, l.Tempo, ctx.Err())
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %.300s", programma, err, errori.b.String())
	}
	return esce.b.Bytes(), nil
}

// limitato keeps what fits; what does not ends the program.
type limitato struct {
	b       bytes.Buffer
	massimo int64
	oltre   func()
	troppo  bool
}

// Write refuses bytes over the limit.
func (l *limitato) Write(p []byte) (int, error) {
	if int64(l.b.Len()+len(p)) > l.massimo {
		l.troppo = true
		l.oltre()
		return 0, ErrTroppo
	}
	return l.b.Write(p) //nolint:wrapcheck // never fails
}
