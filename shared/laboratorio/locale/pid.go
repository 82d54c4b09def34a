package locale

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// GiaAttivo is the error of a start over a cluster that is running already.
type GiaAttivo struct {
	Cartella string
	Pid      int // the server's, 0 when not known
	Porta    int // 0 when not known
}

// Error says which cluster runs and how to stop it.
func (e *GiaAttivo) Error() string {
	if e.Pid == 0 {
		return fmt.Sprintf("il cluster PostgreSQL in %s è usato da un altro processo", e.Cartella)
	}
	return fmt.Sprintf("il cluster PostgreSQL in %s è già attivo (pid %d, porta %d); si ferma con: kill -INT %d",
		e.Cartella, e.Pid, e.Porta, e.Pid)
}

// pidServer is what the server writes about itself into postmaster.pid.
type pidServer struct {
	pid, porta int
	stato      string // starting, ready, stopping, standby
}

func leggiPid(dati string) (pidServer, error) {
	testo, err := os.ReadFile(filepath.Join(dati, "postmaster.pid"))
	if err != nil {
		return pidServer{}, err
	}
	righe := append(strings.Split(string(testo), "\n"), make([]string, 8)...)
	pid, err := strconv.Atoi(strings.TrimSpace(righe[0]))
	if err != nil {
		return pidServer{}, nil //nolint:nilerr // cut short by a full disk or a crash: it names no server
	}
	porta, err := strconv.Atoi(strings.TrimSpace(righe[3]))
	if err != nil {
		porta = 0
	}
	return pidServer{pid: pid, porta: porta, stato: strings.TrimSpace(righe[7])}, nil
}

// liberaCluster makes sure that no server runs on the cluster. It waits for a stopping server,
// refuses a running one, and removes the note of a dead one: its pid may by now belong to
// a stranger, and the server would then refuse to start.
func liberaCluster(ctx context.Context, base string) error {
	dati := filepath.Join(base, cartellaDati)
	for {
		chi, err := leggiPid(dati)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("lettura di postmaster.pid: %w", err)
		}
		if chi.pid <= 0 || !lavoraIn(chi.pid, dati) {
			uccidiOrfani(dati)
			return errors.Join(rimuoviSerrature(base, chi.pid), rimuoviPid(dati))
		}
		if chi.stato != "stopping" {
			return &GiaAttivo{Cartella: base, Pid: chi.pid, Porta: chi.porta}
		}
		if err := clock.Sleep(ctx, 20*time.Millisecond); err != nil {
			return fmt.Errorf("attesa della fine del server con pid %d: %w", chi.pid, err)
		}
	}
}

// rimuoviSerrature removes the locks that the dead server left on its sockets: they name its pid too.
func rimuoviSerrature(base string, pid int) error {
	serrature, err := filepath.Glob(filepath.Join(base, cartellaSocket, ".s.PGSQL.*.lock"))
	if err != nil {
		return fmt.Errorf("serrature del socket: %w", err)
	}
	for _, s := range serrature {
		testo, err := os.ReadFile(s)
		riga, _, _ := strings.Cut(string(testo), "\n")
		if err != nil || strings.TrimSpace(riga) != strconv.Itoa(pid) {
			continue
		}
		if err := os.Remove(s); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("rimozione della serratura abbandonata: %w", err)
		}
	}
	return nil
}

func rimuoviPid(dati string) error {
	err := os.Remove(filepath.Join(dati, "postmaster.pid"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("rimozione di postmaster.pid abbandonato: %w", err)
	}
	return nil
}

// prendiBlocco takes the folder; a holder that is on its way out is waited for a moment.
func prendiBlocco(ctx context.Context, base string) (*os.File, error) {
	fine := time.Now().Add(2 * time.Second)
	for {
		f, err := blocca(base)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return f, err
		}
		chi, errPid := leggiPid(filepath.Join(base, cartellaDati))
		if time.Now().After(fine) || (errPid == nil && chi.stato == "ready") {
			return nil, &GiaAttivo{Cartella: base, Pid: chi.pid, Porta: chi.porta}
		}
		if err := clock.Sleep(ctx, 20*time.Millisecond); err != nil {
			return nil, err
		}
	}
}
