package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// copione writes a shell script and returns a supervised program that runs it.
func copione(t *testing.T, testo string) (*sorvegliato, *testkit.Registrazioni) {
	t.Helper()
	percorso := filepath.Join(t.TempDir(), "programma")
	if err := os.WriteFile(percorso, []byte("#!/bin/sh\n"+testo), 0o755); err != nil {
		t.Fatal(err)
	}
	log, detto := testkit.Log(t)
	return &sorvegliato{
		servizio: servizio{nome: "prova"}, programma: percorso, uscita: detto, log: log, ambiente: os.Environ(),
		ritmo: ritmo{prima: 10 * time.Millisecond, massima: 40 * time.Millisecond, stabile: time.Hour, fine: 5 * time.Second},
	}, detto
}

func avviaSorvegliato(t *testing.T, s *sorvegliato) (ferma, uccidi context.CancelFunc, fine chan struct{}) {
	t.Helper()
	subito, uccidi := context.WithCancel(context.Background())
	fermata, ferma := context.WithCancel(subito)
	fine = make(chan struct{})
	go func() { s.vivi(fermata, subito); close(fine) }()
	t.Cleanup(func() { uccidi(); <-fine })
	return ferma, uccidi, fine
}

func TestSorvegliato(t *testing.T) {
	t.Parallel()
	t.Run("restarts wait longer and longer, up to a limit, and say why", func(t *testing.T) {
		t.Parallel()
		s, detto := copione(t, "exit 3\n")
		avviaSorvegliato(t, s)
		testkit.Attendi(t, 20*time.Second, "five restarts", func() bool { return len(riavvii(detto)) >= 5 })
		for i, atteso := range []int{10, 20, 40, 40, 40} {
			voce := riavvii(detto)[i]
			if got := voce["fra"]; got != (time.Duration(atteso) * time.Millisecond).String() {
				t.Errorf("restart %d after %v, want %dms", i+1, got, atteso)
			}
			if !strings.Contains(voce["esito"].(string), "exit status 3") {
				t.Errorf("reason %q", voce["esito"])
			}
		}
	})
	t.Run("a program that had been stable starts again from the shortest wait", func(t *testing.T) {
		t.Parallel()
		s, detto := copione(t, "exit 0\n")
		s.ritmo.stabile = 0
		avviaSorvegliato(t, s)
		testkit.Attendi(t, 20*time.Second, "three restarts", func() bool { return len(riavvii(detto)) >= 3 })
		if got := riavvii(detto)[2]["fra"]; got != "10ms" {
			t.Errorf("third restart after %v", got)
		}
	})
	t.Run("a program that cannot be started at all is tried again", func(t *testing.T) {
		t.Parallel()
		s, detto := copione(t, "")
		s.programma += "-che-non-esiste"
		avviaSorvegliato(t, s)
		testkit.Attendi(t, 20*time.Second, "two restarts", func() bool { return len(riavvii(detto)) >= 2 })
	})
	t.Run("an orderly stop lets the program finish and does not restart it", func(t *testing.T) {
		t.Parallel()
		s, detto := copione(t, "trap 'echo finisco; exit 0' TERM\necho pronto\nwhile :; do sleep 0.01; done\n")
		ferma, _, fine := avviaSorvegliato(t, s)
		testkit.Attendi(t, 20*time.Second, "the program", func() bool { return strings.Contains(detto.Testo(), "pronto") })
		ferma()
		<-fine
		if !strings.Contains(detto.Testo(), "finisco") || len(riavvii(detto)) != 0 {
			t.Errorf("said: %s", detto.Testo())
		}
	})
	t.Run("a program that does not obey is killed at the deadline, with its children", func(t *testing.T) {
		t.Parallel()
		s, detto := copione(t, "trap '' TERM\nsh -c 'trap \"\" TERM; while :; do sleep 0.05; done' &\necho figlio $!\nwhile :; do sleep 0.05; done\n")
		s.ritmo.fine = 100 * time.Millisecond
		ferma, _, fine := avviaSorvegliato(t, s)
		testkit.Attendi(t, 20*time.Second, "the child", func() bool { return strings.Contains(detto.Testo(), "figlio ") })
		ferma()
		<-fine
		if len(detto.Con("programma non fermato in tempo, terminato di forza")) != 1 {
			t.Errorf("said: %s", detto.Testo())
		}
		pid := primoNumero(t, detto.Testo(), "figlio ")
		testkit.Attendi(t, 10*time.Second, "the end of the grandchild", func() bool { return !vivo(pid) })
	})
	t.Run("the second request does not wait for the deadline", func(t *testing.T) {
		t.Parallel()
		s, detto := copione(t, "trap '' TERM\necho pronto\nwhile :; do sleep 0.05; done\n")
		s.ritmo.fine = time.Hour
		ferma, uccidi, fine := avviaSorvegliato(t, s)
		testkit.Attendi(t, 20*time.Second, "the program", func() bool { return strings.Contains(detto.Testo(), "pronto") })
		ferma()
		uccidi()
		select {
		case <-fine:
		case <-time.After(20 * time.Second):
			t.Error("still waiting")
		}
	})
}

func riavvii(detto *testkit.Registrazioni) []map[string]any {
	return detto.Con("programma terminato da solo, viene riavviato")
}

// vivo is false also for a dead process that nobody has waited for yet.
func vivo(pid int) bool {
	stato, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
	}
	return !strings.Contains(string(stato), ") Z ")
}

func TestAttendiPronti(t *testing.T) {
	t.Parallel()
	risponde := func(nome string, stato int, corpo string) *sorvegliato {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(stato)
			_, _ = w.Write([]byte(corpo))
		}))
		t.Cleanup(s.Close)
		log, _ := testkit.Log(t)
		return &sorvegliato{servizio: servizio{nome: nome, porta: s.Listener.Addr().(*net.TCPAddr).Port}, log: log}
	}
	pronto := risponde("core", http.StatusOK, "{}")
	t.Run("all ready is no error", func(t *testing.T) {
		if err := attendiPronti(context.Background(), []*sorvegliato{pronto}, 20*time.Second); err != nil {
			t.Error(err)
		}
	})
	t.Run("who is late is named with what its readiness says and how it ended", func(t *testing.T) {
		tardi := risponde("vpn", http.StatusServiceUnavailable, `{"nats":"assente"}`)
		tardi.caduto(errors.New("exit status 2"))
		err := attendiPronti(context.Background(), []*sorvegliato{pronto, tardi}, 200*time.Millisecond)
		for _, atteso := range []string{"vpn non è pronto", "503", `{"nats":"assente"}`, "exit status 2 (cadute: 1)"} {
			if err == nil || !strings.Contains(err.Error(), atteso) {
				t.Errorf("%v lacks %q", err, atteso)
			}
		}
		if err != nil && strings.Contains(err.Error(), "core") {
			t.Errorf("core was ready: %v", err)
		}
	})
}

func primoNumero(t *testing.T, testo, dopo string) int {
	t.Helper()
	_, resto, _ := strings.Cut(testo, dopo)
	n, err := strconv.Atoi(strings.TrimSpace(strings.SplitN(resto, "\n", 2)[0]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
