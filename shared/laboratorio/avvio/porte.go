package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// porta is a TCP port of 127.0.0.1 that the stack needs, and for what.
type porta struct {
	numero int
	uso    string
}

// porteLibere reports every needed port that somebody else holds, and who it is where /proc
// tells.
func porteLibere(porte []porta) error {
	var errori []error
	for _, p := range porte {
		ascolto, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", p.numero))
		if err != nil {
			errori = append(errori, spiegaPorta(p, err))
			continue
		}
		ascolto.Close()
	}
	return errors.Join(errori...)
}

func spiegaPorta(p porta, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("la porta %d (%s) è occupata da %s", p.numero, p.uso, chiOccupa("/proc", p.numero))
	}
	return fmt.Errorf("porta %d (%s): %w", p.numero, p.uso, err)
}

// attendiPorte gives ports a moment to become free: a stack that was just killed, or a passing
// connection that was given one of our numbers, needs no person.
func attendiPorte(ctx context.Context, porte []porta, quanto time.Duration) error {
	fine := time.Now().Add(quanto)
	for {
		err := porteLibere(porte)
		if err == nil || time.Now().After(fine) {
			return err
		}
		if clock.Sleep(ctx, 100*time.Millisecond) != nil {
			return ctx.Err()
		}
	}
}

// chiOccupa names the process that listens on a port: "postgres (pid 123)". Failing that, the one
// that has the number as its own end of a connection.
func chiOccupa(proc string, numero int) string {
	prese := append(preseSu(filepath.Join(proc, "net/tcp"), numero), preseSu(filepath.Join(proc, "net/tcp6"), numero)...)
	for _, ascolta := range []bool{true, false} {
		for _, p := range prese {
			if chi := proprietario(proc, p.inode); p.ascolta == ascolta && chi != "" {
				if ascolta {
					return chi
				}
				return chi + ", per una sua connessione"
			}
		}
	}
	return "un processo che da qui non si può identificare (di un altro utente, o in un contenitore)"
}

// presa is a socket of the kernel's table.
type presa struct {
	inode   string
	ascolta bool
}

// preseSu reads a table such as /proc/net/tcp: the second column is the local address:port in
// hexadecimal, the fourth the state (0A is LISTEN), the tenth the inode.
func preseSu(tabella string, numero int) []presa {
	testo, err := os.ReadFile(tabella)
	if err != nil {
		return nil
	}
	var trovate []presa
	for riga := range strings.Lines(string(testo)) {
		campi := strings.Fields(riga)
		if len(campi) < 10 {
			continue
		}
		_, esadecimale, _ := strings.Cut(campi[1], ":")
		if n, err := strconv.ParseUint(esadecimale, 16, 16); err == nil && int(n) == numero {
			trovate = append(trovate, presa{inode: campi[9], ascolta: campi[3] == "0A"})
		}
	}
	return trovate
}

// proprietario looks for the process that has the socket among its open files.
func proprietario(proc, inode string) string {
	file, err := filepath.Glob(filepath.Join(proc, "[0-9]*", "fd", "*"))
	if err != nil {
		return ""
	}
	for _, f := range file {
		if punta, err := os.Readlink(f); err == nil && punta == "socket:["+inode+"]" {
			processo := filepath.Dir(filepath.Dir(f))
			return fmt.Sprintf("%s (pid %s)", nomeProcesso(processo), filepath.Base(processo))
		}
	}
	return ""
}

func nomeProcesso(cartella string) string {
	nome, err := os.ReadFile(filepath.Join(cartella, "comm"))
	if err != nil {
		return "un processo"
	}
	return strings.TrimSpace(string(nome))
}
