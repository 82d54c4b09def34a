package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// pilaProva is a supervisor running as a process of its own, seen from outside.
type pilaProva struct {
	t      *testing.T
	bin    string
	dati   string
	scarto int
	cmd    *exec.Cmd
	detto  *testkit.Registrazioni
	fine   chan error
}

func nuovaProva(t *testing.T) *pilaProva {
	t.Helper()
	p := &pilaProva{t: t, bin: programmi(t), dati: filepath.Join(t.TempDir(), "locale")}
	t.Cleanup(func() {
		testkit.Attendi(t, 20*time.Second, "data that can be removed", func() bool { return pulisci(p.dati) == nil })
	})
	for p.scarto = 200 + rand.IntN(10_000); porteLibere(p.pila().porte()) != nil; {
		p.scarto = 200 + rand.IntN(10_000)
	}
	return p
}

func (p *pilaProva) pila() *pila { return nuovaPila(opzioni{scarto: p.scarto}, io.Discard, false) }

// avvia starts the stack; ambiente is added to the supervisor's.
func (p *pilaProva) avvia(ambiente ...string) {
	p.t.Helper()
	_, p.detto = testkit.Log(p.t)
	p.cmd = exec.Command(filepath.Join(p.bin, "avvio"), "--bin", p.bin, "--dati", p.dati, "--scarto", strconv.Itoa(p.scarto))
	p.cmd.Stdout, p.cmd.Stderr = p.detto, p.detto
	// The race detector holds each program a second at its end: dozens of them prepare the data.
	p.cmd.Env = append(append(os.Environ(), "GORACE=atexit_sleep_ms=0"), ambiente...)
	p.cmd.WaitDelay = 5 * time.Second
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.fine = make(chan error, 1)
	cmd, fine := p.cmd, p.fine
	go func() { fine <- cmd.Wait(); close(fine) }()
	p.t.Cleanup(func() { _ = cmd.Process.Kill(); <-fine })
}

func (p *pilaProva) attendi(testo string) {
	p.t.Helper()
	testkit.Attendi(p.t, 60*time.Second, "output "+testo, func() bool { return strings.Contains(p.detto.Testo(), testo) })
}

func (p *pilaProva) segnala(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pilaProva) attendiFine() error {
	p.t.Helper()
	select {
	case err := <-p.fine:
		return err
	case <-time.After(60 * time.Second):
		p.t.Fatal("the supervisor does not end")
		return nil
	}
}

// pid asks a program who it is; 0 when it does not answer.
func (p *pilaProva) pid(nome string) int {
	cliente := http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	risposta, err := cliente.Get("http://" + p.pila().servizioDi(nome).indirizzo())
	if err != nil {
		return 0
	}
	defer risposta.Body.Close()
	var chi string
	var pid int
	if _, err := fmt.Fscan(risposta.Body, &chi, &pid); err != nil || chi != nome {
		p.t.Errorf("port of %s answered by %q (%v)", nome, chi, err)
	}
	return pid
}

func (p *pilaProva) pidPostgres() int {
	p.t.Helper()
	base := filepath.Join(p.dati, "postgres")
	if altrove, err := os.ReadFile(filepath.Join(base, "posizione")); err == nil {
		base = strings.TrimSpace(string(altrove))
	}
	testo, err := os.ReadFile(filepath.Join(base, "dati", "postmaster.pid"))
	if err != nil {
		p.t.Fatal(err)
	}
	prima, _, _ := strings.Cut(string(testo), "\n")
	pid, err := strconv.Atoi(prima)
	if err != nil {
		p.t.Fatal(err)
	}
	return pid
}

func (p *pilaProva) chiamate() []string {
	p.t.Helper()
	testo, err := os.ReadFile(filepath.Join(p.dati, "segreti", "chiamate"))
	if err != nil {
		p.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(testo)), "\n")
}

func (p *pilaProva) tuttoFermo() {
	p.t.Helper()
	testkit.Attendi(p.t, 10*time.Second, "every port free again", func() bool { return porteLibere(p.pila().porte()) == nil })
}

func TestPila(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	p.avvia()
	p.attendi("Tre comandi da provare")

	t.Run("the welcome tells addresses and password and no secret", func(t *testing.T) {
		detto := p.detto.Testo()
		for _, atteso := range []string{fmt.Sprintf("http://127.0.0.1:%d/CoreService/", 8080+p.scarto), passwordProva, "X-Realm: alfa",
			"utente amministratore, password nel file " + filepath.Join(p.dati, "segreti", "nats", "amministratore")} {
			if !strings.Contains(detto, atteso) {
				t.Errorf("the welcome lacks %q", atteso)
			}
		}
		if regexp.MustCompile(`postgres:[^@/]+@`).MatchString(detto) {
			t.Error("the output shows the administrator's password")
		}
	})
	t.Run("a killed service is started again and it is said", func(t *testing.T) {
		prima := p.pid("vpn")
		uccidi(t, prima)
		testkit.Attendi(t, 20*time.Second, "another vpn", func() bool { n := p.pid("vpn"); return n != 0 && n != prima })
		p.attendi("programma terminato da solo, viene riavviato programma=vpn esito=\"signal: killed")
	})
	t.Run("a killed PostgreSQL is started again over its data", func(t *testing.T) {
		uccidi(t, p.pidPostgres())
		p.attendi("PostgreSQL di nuovo attivo")
	})
	t.Run("Ctrl-C ends everything with exit code 0, services first", func(t *testing.T) {
		p.segnala(syscall.SIGINT)
		if err := p.attendiFine(); err != nil {
			t.Errorf("exit: %v", err)
		}
		if n := strings.Count(p.detto.Testo(), "congedo"); n != 8 {
			t.Errorf("%d programs took leave, want 8", n)
		}
		p.tuttoFermo()
	})
	t.Run("the second start prepares the platform again and the data no more", func(t *testing.T) {
		p.avvia()
		p.attendi("Tre comandi da provare")
		inizio := []string{"piattaforma prepara", "tabelle esporta violazioni"}
		want := slices.Clone(inizio)
		for _, passo := range passiDati(nil, true) {
			if passo.Programma == "core" {
				riga := strings.Join(passo.Argomenti, " ")
				want = append(want, strings.ReplaceAll(riga, "{password}", filepath.Join(p.dati, "segreti", "password-iniziale")))
			}
		}
		want = append(want, inizio...)
		if diff := cmp.Diff(want, p.chiamate()); diff != "" {
			t.Errorf("calls of core (-want +got):\n%s", diff)
		}
	})
	t.Run("a killed supervisor takes everything with it", func(t *testing.T) {
		p.segnala(syscall.SIGKILL)
		if p.attendiFine() == nil {
			t.Error("a killed supervisor ended well")
		}
		p.tuttoFermo()
	})
	t.Run("after that a start finds its data again", func(t *testing.T) {
		p.avvia()
		p.attendi("Tre comandi da provare")
		p.segnala(syscall.SIGTERM)
		if err := p.attendiFine(); err != nil {
			t.Errorf("exit: %v", err)
		}
	})
}

func TestPilaFermataAForza(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	p.avvia("AVVIO_LENTI=ocr")
	p.attendi("Tre comandi da provare")
	p.segnala(syscall.SIGINT)
	p.attendi("un altro Ctrl-C")
	testkit.Attendi(t, 10*time.Second, "ocr to refuse calls", func() bool { return p.pid("ocr") == 0 })
	inizio := tempo.Macchina()
	p.segnala(syscall.SIGINT)
	if p.attendiFine() == nil {
		t.Error("a forced stop is not an orderly one")
	}
	if durata := time.Since(inizio); durata > ritmoNormale().fine/2 {
		t.Errorf("the second Ctrl-C took %v", durata)
	}
	p.tuttoFermo()
}

func TestPilaNonParte(t *testing.T) {
	t.Parallel()
	t.Run("programs that are not built are named", func(t *testing.T) {
		t.Parallel()
		p := nuovaProva(t)
		if err := os.Remove(filepath.Join(p.bin, "ocr")); err != nil {
			t.Fatal(err)
		}
		p.avvia()
		if p.attendiFine() == nil || !strings.Contains(p.detto.Testo(), ": ocr; si compilano con: make build") {
			t.Errorf("said: %s", p.detto.Testo())
		}
	})
	t.Run("a taken port is named with who holds it", func(t *testing.T) {
		t.Parallel()
		p := nuovaProva(t)
		porta := 8084 + p.scarto
		ascolta(t, fmt.Sprintf("127.0.0.1:%d", porta))
		p.avvia()
		atteso := fmt.Sprintf("la porta %d (elaborazione) è occupata da %s (pid %d)", porta, nomeProcesso("/proc/self"), os.Getpid())
		if p.attendiFine() == nil || !strings.Contains(p.detto.Testo(), atteso) {
			t.Errorf("said: %s\nwant: %s", p.detto.Testo(), atteso)
		}
	})
}

func uccidi(t *testing.T, pid int) {
	t.Helper()
	if pid <= 0 {
		t.Fatal("no process to kill")
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}
