//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// pid finds the child of the supervisor with that name, 0 when there is none at this moment.
func (p *pila) pid(nome string) int {
	stati, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is good
	for _, percorso := range stati {
		testo, err := os.ReadFile(percorso)
		if err != nil {
			continue // it has ended meanwhile
		}
		prima, dopo, _ := strings.Cut(string(testo), ") ")
		_, comando, _ := strings.Cut(prima, "(")
		campi := strings.Fields(dopo)
		if comando == nome && len(campi) > 1 && campi[0] != "Z" && campi[1] == strconv.Itoa(p.avvio.Pid()) {
			n, _ := strconv.Atoi(filepath.Base(filepath.Dir(percorso))) // the glob gives digits
			return n
		}
	}
	return 0
}

// uccidi ends a child of the supervisor without warning and gives the pid that it had.
func (p *pila) uccidi(tb testing.TB, nome string) int {
	tb.Helper()
	pid := p.pid(nome)
	if pid == 0 {
		tb.Fatalf("%s is not running", nome)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		tb.Fatalf("kill of %s: %v", nome, err)
	}
	return pid
}

// attendiRitorno waits until a killed child runs again under another pid.
func (p *pila) attendiRitorno(tb testing.TB, nome string, vecchio int) {
	tb.Helper()
	testkit.Attendi(tb, 30*time.Second, nome+" back after its death", func() bool {
		nuovo := p.pid(nome)
		return nuovo != 0 && nuovo != vecchio
	})
}

// attendiTutti waits until every service says it is ready.
func (p *pila) attendiTutti(tb testing.TB) {
	tb.Helper()
	for _, s := range servizi() {
		testkit.Attendi(tb, time.Minute, s+" ready", func() bool { return p.pronto(s) })
	}
}

// ambiente is the environment that the supervisor gave to a service.
func (p *pila) ambiente(tb testing.TB, servizio string) []string {
	tb.Helper()
	testo, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid(servizio)))
	if err != nil {
		tb.Fatalf("environment of %s: %v", servizio, err)
	}
	return strings.Split(strings.TrimRight(string(testo), "\x00"), "\x00")
}

// conVariabili replaces variables of an environment; an empty value removes one.
func conVariabili(ambiente []string, valori map[string]string) []string {
	var esito []string
	for _, voce := range ambiente {
		nome, _, _ := strings.Cut(voce, "=")
		if _, cambia := valori[nome]; !cambia {
			esito = append(esito, voce)
		}
	}
	for nome, valore := range valori {
		if valore != "" {
			esito = append(esito, nome+"="+valore)
		}
	}
	return esito
}
