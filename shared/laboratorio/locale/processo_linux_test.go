package locale

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestMain lets the test binary play a supervisor that is going to be killed.
func TestMain(m *testing.M) {
	if os.Getenv("VERBALI_PROVA_PADRE") != "" {
		p, err := AvviaProcesso(exec.Command("sleep", "600"), syscall.SIGTERM)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Fprintln(os.Stdout, p.Pid())
		<-p.Finito()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func TestProcessoMuoreColPadre(t *testing.T) {
	t.Parallel()
	io, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	padre := exec.Command(io)
	padre.Env = append(os.Environ(), "VERBALI_PROVA_PADRE=1")
	uscita, err := padre.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := padre.Start(); err != nil {
		t.Fatal(err)
	}
	riga, err := bufio.NewReader(uscita).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	figlio, err := strconv.Atoi(strings.TrimSpace(riga))
	if err != nil {
		t.Fatal(err)
	}
	if err := padre.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = padre.Wait() // killed, as wanted
	fine := tempo.Macchina().Add(10 * time.Second)
	for dorme(figlio) {
		if tempo.Macchina().After(fine) {
			t.Fatalf("process %d outlived its parent", figlio)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// dorme reports whether pid is still our sleep: not gone, not a zombie, not a successor.
func dorme(pid int) bool {
	stato, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stato), "(sleep)") && !strings.Contains(string(stato), ") Z ")
}

func TestProcessoFerma(t *testing.T) {
	t.Parallel()
	t.Run("one that obeys ends at the first signal", func(t *testing.T) {
		t.Parallel()
		p := processo(t, "sleep 600")
		if !p.Ferma(Passo{syscall.SIGTERM, 10 * time.Second}) || p.Esito() == nil {
			t.Errorf("outcome %v", p.Esito())
		}
		if err := p.Segnala(syscall.SIGTERM); err != nil {
			t.Errorf("a signal to one that has ended: %v", err)
		}
	})
	t.Run("one that does not is taken to the next signal, then killed", func(t *testing.T) {
		t.Parallel()
		p := processo(t, "trap '' TERM INT; echo pronto; while :; do sleep 0.01; done")
		if p.Ferma(Passo{syscall.SIGTERM, 20 * time.Millisecond}, Passo{syscall.SIGINT, 20 * time.Millisecond}) {
			t.Error("it obeyed")
		}
		if p.Esito() == nil || !strings.Contains(p.Esito().Error(), "killed") {
			t.Errorf("outcome %v", p.Esito())
		}
	})
	t.Run("one that cannot start is an error", func(t *testing.T) {
		t.Parallel()
		if _, err := AvviaProcesso(exec.Command("/non/esiste"), syscall.SIGTERM); err == nil {
			t.Error("started")
		}
	})
}

// processo starts a script and, when it says so, waits until its traps are set.
func processo(t *testing.T, testo string) *Processo {
	t.Helper()
	cmd := exec.Command("sh", "-c", testo)
	letto, scritto, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = scritto
	p, err := AvviaProcesso(cmd, syscall.SIGKILL)
	if err != nil {
		t.Fatal(err)
	}
	scritto.Close()
	t.Cleanup(func() { p.Uccidi(); <-p.Finito(); letto.Close() })
	if strings.Contains(testo, "echo pronto") {
		if _, err := bufio.NewReader(letto).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	return p
}
