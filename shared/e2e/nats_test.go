//go:build e2e

package e2e

import (
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/locale"
)

// daNATS makes the test binary behave as a NATS server; its value is "port folder".
const daNATS = "VERBALI_E2E_NATS"

// natsFiglio serves until it is told to stop.
func natsFiglio(dove string) int {
	testo, cartella, _ := strings.Cut(dove, " ")
	porta, err := strconv.Atoi(testo)
	if err != nil {
		fmt.Fprintln(os.Stderr, "nats:", err)
		return 1
	}
	registro := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: cartella, Porta: porta, Registro: registro})
	if err != nil {
		fmt.Fprintln(os.Stderr, "nats:", err)
		return 1
	}
	fine := make(chan os.Signal, 1)
	signal.Notify(fine, syscall.SIGTERM)
	<-fine
	server.Ferma()
	return 0
}

// natsEsterno is the NATS server of the stack in a process of its own, over data that outlive it.
type natsEsterno struct {
	porta    int
	cartella string
	registro *os.File
	processo *locale.Processo
}

// avvia starts the server and returns when it takes connections.
func (n *natsEsterno) avvia() error {
	io, err := os.Executable()
	if err != nil {
		return fmt.Errorf("nats: %w", err)
	}
	cmd := exec.Command(io)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", daNATS, n.porta, filepath.Join(n.cartella, "nats")))
	cmd.Stdout, cmd.Stderr = n.registro, n.registro
	if n.processo, err = locale.AvviaProcesso(cmd, syscall.SIGKILL); err != nil {
		return fmt.Errorf("nats: %w", err)
	}
	for fine := time.Now().Add(20 * time.Second); time.Now().Before(fine); time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", n.indirizzo()); err == nil {
			c.Close()
			return nil
		}
	}
	return fmt.Errorf("nats: nobody answers at %s", n.indirizzo())
}

func (n *natsEsterno) indirizzo() string { return fmt.Sprintf("127.0.0.1:%d", n.porta) }

func (n *natsEsterno) url() string { return "nats://" + n.indirizzo() }

// muori kills the server without warning.
func (n *natsEsterno) muori() {
	n.processo.Uccidi()
	<-n.processo.Finito()
}

func (n *natsEsterno) ferma() {
	if n.processo != nil {
		n.processo.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 10 * time.Second})
	}
}
