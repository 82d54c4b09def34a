package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
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
		return fmt.Errorf("port %d (%s) is taken by %s", p.numero, p.uso, chiOccupa("/proc", p.numero))
	}
	return fmt.Errorf("port %d (%s): %w", p.numero, p.uso, err)
}

// chiOccupa names the process that listens on a port: "postgres (pid 123)".
func chiOccupa(proc string, numero int) string {
	for _, tabella := range []string{"net/tcp", "net/tcp6"} {
		for _, inode := range inodeInAscolto(filepath.Join(proc, tabella), numero) {
			if chi := proprietario(proc, inode); chi != "" {
				return chi
			}
		}
	}
	return "a process that cannot be identified from here (another user's, or in a container)"
}

// inodeInAscolto reads a table such as /proc/net/tcp: the second column is address:port in
// hexadecimal, the fourth the state (0A is LISTEN), the tenth the inode.
func inodeInAscolto(tabella string, numero int) []string {
	f, err := os.Open(tabella)
	if err != nil {
		return nil
	}
	defer f.Close()
	var trovati []string
	righe := bufio.NewScanner(f)
	for righe.Scan() {
		campi := strings.Fields(righe.Text())
		if len(campi) < 10 || campi[3] != "0A" {
			continue
		}
		_, esadecimale, _ := strings.Cut(campi[1], ":")
		if n, err := strconv.ParseUint(esadecimale, 16, 16); err == nil && int(n) == numero {
			trovati = append(trovati, campi[9])
		}
	}
	return trovati
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
		return "a process"
	}
	return strings.TrimSpace(string(nome))
}
