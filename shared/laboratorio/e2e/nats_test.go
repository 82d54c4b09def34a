//go:build e2e

package e2e

import (
	"crypto/rand"
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
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// daNATS makes the test binary behave as a NATS server; its value is "port folder", the folder of the
// stack's data.
const daNATS = "VERBALI_E2E_NATS"

// natsFiglio serves until it is told to stop.
func natsFiglio(dove string) int {
	testo, dati, _ := strings.Cut(dove, " ")
	porta, err := strconv.Atoi(testo)
	if err != nil {
		fmt.Fprintln(os.Stderr, "nats:", err)
		return 1
	}
	registro := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: filepath.Join(dati, "nats"), Porta: porta,
		Password: func(nome string) (string, error) { return passwordNATS(dati, nome) }, Registro: registro})
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

// passwordNATS is the password of a user of the bus, made once in the folder where the supervisor would
// make it: it finds it there and gives it to the service.
func passwordNATS(dati, utente string) (string, error) {
	file := filepath.Join(dati, "segreti", "nats", utente)
	if testo, err := os.ReadFile(file); err == nil {
		return string(testo), nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", err
	}
	password := rand.Text()
	return password, os.WriteFile(file, []byte(password), 0o600)
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
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", daNATS, n.porta, n.cartella))
	cmd.Stdout, cmd.Stderr = n.registro, n.registro
	if n.processo, err = locale.AvviaProcesso(cmd, syscall.SIGKILL); err != nil {
		return fmt.Errorf("nats: %w", err)
	}
	for fine := tempo.Macchina().Add(20 * time.Second); tempo.Macchina().Before(fine); time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", n.indirizzo()); err == nil {
			c.Close()
			return nil
		}
	}
	return fmt.Errorf("nats: nobody answers at %s", n.indirizzo())
}

func (n *natsEsterno) indirizzo() string { return fmt.Sprintf("127.0.0.1:%d", n.porta) }

func (n *natsEsterno) url() string { return "nats://" + n.indirizzo() }

// collega connects as the administrator.
func (n *natsEsterno) collega(tb testing.TB) *nats.Conn {
	tb.Helper()
	password, err := passwordNATS(n.cartella, bus.AdminUser)
	if err != nil {
		tb.Fatal(err)
	}
	conn, err := nats.Connect(n.url(), nats.UserInfo(bus.AdminUser, password))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(conn.Close)
	return conn
}

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
