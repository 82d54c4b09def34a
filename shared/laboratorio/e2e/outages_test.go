//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// ponte is a TCP proxy on an address of its own that can be raised and let down.
type ponte struct {
	indirizzo, verso string

	mu       sync.Mutex
	ascolto  net.Listener
	aperte   map[net.Conn]bool
	passanti sync.WaitGroup
}

// nuovoPonte takes a free port and leaves it shut.
func nuovoPonte(t *testing.T, verso string) *ponte {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &ponte{indirizzo: l.Addr().String(), verso: verso, aperte: map[net.Conn]bool{}}
	l.Close()
	t.Cleanup(p.chiudi)
	return p
}

func (p *ponte) apri(t *testing.T) {
	t.Helper()
	l, err := net.Listen("tcp", p.indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	p.ascolto = l
	p.mu.Unlock()
	p.passanti.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.passanti.Go(func() { p.passa(c) })
		}
	})
}

func (p *ponte) passa(c net.Conn) {
	d, err := net.Dial("tcp", p.verso)
	if err != nil {
		c.Close()
		return
	}
	p.mu.Lock()
	p.aperte[c], p.aperte[d] = true, true
	p.mu.Unlock()
	var vie sync.WaitGroup
	for _, via := range [][2]net.Conn{{c, d}, {d, c}} {
		vie.Go(func() {
			_, _ = io.Copy(via[0], via[1]) // how it ended is of no interest: both ends go
			c.Close()
			d.Close()
		})
	}
	vie.Wait()
	p.mu.Lock()
	delete(p.aperte, c)
	delete(p.aperte, d)
	p.mu.Unlock()
}

// chiudi cuts every connection and takes no new one.
func (p *ponte) chiudi() {
	p.mu.Lock()
	if p.ascolto != nil {
		p.ascolto.Close()
		p.ascolto = nil
	}
	for c := range p.aperte {
		c.Close()
	}
	p.mu.Unlock()
	p.passanti.Wait()
}

// gemello is a second process of a service of the stack, which sees its servers across two bridges.
type gemello struct {
	base           string
	processo       *locale.Processo
	uscita         *bytes.Buffer
	postgres, nats *ponte
}

// nuovoGemello starts one; altre gives the settings it has beside those of the service, from its address.
func nuovoGemello(t *testing.T, servizio string, altre func(base string) map[string]string) *gemello {
	t.Helper()
	g := &gemello{uscita: &bytes.Buffer{}, nats: nuovoPonte(t, stack.nats.indirizzo()),
		postgres: nuovoPonte(t, fmt.Sprintf("127.0.0.1:%d", stack.porta("postgres")))}
	qui := nuovoPonte(t, "").indirizzo // a free port
	g.base = "http://" + qui
	ambiente := stack.ambiente(t, servizio)
	dsn := map[string]string{}
	for _, nome := range []string{"VERBALI_PG_DSN", "VERBALI_PG_DSN_PROPRIETARIO"} {
		u, err := url.Parse(valoreDi(ambiente, nome))
		if err != nil {
			t.Fatal(err)
		}
		u.Host = g.postgres.indirizzo
		dsn[nome] = u.String()
	}
	cmd := exec.Command(filepath.Join(stack.bin, servizio))
	if altre != nil {
		ambiente = conVariabili(ambiente, altre(g.base))
	}
	cmd.Env = conVariabili(conVariabili(ambiente, dsn), map[string]string{"VERBALI_INDIRIZZO": qui, "VERBALI_NATS_URL": "nats://" + g.nats.indirizzo})
	var err error
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = t.TempDir(), g.uscita, g.uscita, time.Second
	if g.processo, err = locale.AvviaProcesso(cmd, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // as a replica is taken away: one that is killed has questions of other tests with it
		g.processo.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 25 * time.Second})
	})
	return g
}

func valoreDi(ambiente []string, nome string) string {
	for _, voce := range ambiente {
		if valore, suo := strings.CutPrefix(voce, nome+"="); suo {
			return valore
		}
	}
	return ""
}

// chiede reads an address of the twin; status 0 is no answer.
func (g *gemello) chiede(percorso string) (stato int, corpo string) {
	cliente := http.Client{Timeout: 5 * time.Second}
	r, err := cliente.Get(g.base + percorso)
	if err != nil {
		return 0, err.Error()
	}
	defer r.Body.Close()
	testo, _ := io.ReadAll(r.Body) // a cut body fails the comparison
	return r.StatusCode, string(testo)
}

func (g *gemello) attende(t *testing.T, cosa string, stato int, parti ...string) {
	t.Helper()
	var corpo string
	defer func() {
		if t.Failed() {
			t.Logf("%s: /readyz said %s\n%.3000s", cosa, corpo, g.uscita)
		}
	}()
	testkit.Attendi(t, 30*time.Second, cosa, func() bool {
		var avuto int
		avuto, corpo = g.chiede("/readyz")
		for _, p := range parti {
			if !strings.Contains(corpo, p) || strings.Contains(corpo, `"`+p+`":"OK"`) {
				return false
			}
		}
		vivo, _ := g.chiede("/livez")
		return avuto == stato && vivo == http.StatusOK
	})
}

// TestOutages starts a second process of each service while its servers are away, gives them to it,
// takes them away again, and stops it.
func TestOutages(t *testing.T) {
	for _, servizio := range servizi() {
		t.Run(servizio, func(t *testing.T) {
			g := nuovoGemello(t, servizio, nil)
			g.attende(t, "alive and not ready without any server", http.StatusServiceUnavailable, "postgresql", "nats")
			g.postgres.apri(t)
			g.attende(t, "not ready for want of NATS alone", http.StatusServiceUnavailable, "nats")
			g.nats.apri(t)
			g.attende(t, "ready by itself", http.StatusOK)
			g.postgres.chiudi()
			g.attende(t, "not ready when PostgreSQL goes", http.StatusServiceUnavailable, "postgresql")
			g.postgres.apri(t)
			g.attende(t, "ready again", http.StatusOK)
			g.nats.chiudi()
			g.attende(t, "not ready when NATS goes", http.StatusServiceUnavailable, "nats")
			g.nats.apri(t)
			g.attende(t, "ready once more", http.StatusOK)
			if !g.processo.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 25 * time.Second}) || g.processo.Esito() != nil {
				t.Errorf("the stop: %v\n%s", g.processo.Esito(), g.uscita)
			}
		})
	}
	t.Run("a service that loses its servers for good still stops when told", func(t *testing.T) {
		g := nuovoGemello(t, "elaborazione", nil)
		g.attende(t, "alive and not ready", http.StatusServiceUnavailable, "postgresql", "nats")
		if !g.processo.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 25 * time.Second}) || g.processo.Esito() != nil {
			t.Errorf("the stop: %v\n%s", g.processo.Esito(), g.uscita)
		}
	})
}

// sbagliata is one wrong setting.
type sbagliata struct{ variabile, valore string }

// TestWrongSettings: a missing or wrong value stops the start with its name.
func TestWrongSettings(t *testing.T) {
	occupata := strings.TrimPrefix(stack.url("core", ""), "http://")
	comuni := []sbagliata{
		{"VERBALI_PG_DSN", ""}, {"VERBALI_NATS_URL", ""}, {"VERBALI_INDIRIZZO", ""}, {"VERBALI_PG_DSN", "postgres://%zz"},
		{"VERBALI_INDIRIZZO", "qui"}, {"VERBALI_INDIRIZZO", occupata}, {"VERBALI_LOG_LIVELLO", "FORTE"},
		{"VERBALI_RETI_INTERNE", "casa"}, {"VERBALI_PG_CONNESSIONI", "molte"}, {"VERBALI_ARRESTO_ENTRO", "presto"},
		{"VERBALI_PG_PASSWORD_FILE", filepath.Join(t.TempDir(), "assente")}, {"VERBALI_OTEL_ENDPOINT", "::"},
		{"VERBALI_CONFIGURAZIONE", filepath.Join(t.TempDir(), "assente.yaml")},
	}
	proprie := map[string][]sbagliata{
		"core":         {{"VERBALI_CHIAVE_FIRMA_FILE", filepath.Join(t.TempDir(), "assente")}, {"VERBALI_CHIAVE_FIRMA_FILE", ""}},
		"connessione":  {{"VERBALI_CHIAVE_INSTRADAMENTO_FILE", ""}, {"VERBALI_DEPOSITO_URL", "lontano://x"}},
		"elaborazione": {{"VERBALI_DEPOSITO_URL", ""}, {"VERBALI_DEPOSITO_URL", "lontano://x"}},
		"tenantapi":    {{"VERBALI_TENANTAPI_RISERVATO", "forse"}},
		"vpn":          {{"VERBALI_VPN_MOTORIZZAZIONE_URL", "non un indirizzo"}},
	}
	for _, servizio := range servizi() {
		ambiente := stack.ambiente(t, servizio)
		for _, s := range append(append([]sbagliata{}, comuni...), proprie[servizio]...) {
			t.Run(fmt.Sprintf("%s with %s=%.20s", servizio, s.variabile, s.valore), func(t *testing.T) {
				parteMale(t, servizio, ambiente, s)
			})
		}
	}
}

// parteMale starts a service with one wrong value: it must end by itself and name it on standard error.
func parteMale(t *testing.T, servizio string, ambiente []string, s sbagliata) {
	t.Helper()
	ctx, fine := context.WithTimeout(t.Context(), 20*time.Second)
	defer fine()
	cmd := exec.CommandContext(ctx, filepath.Join(stack.bin, servizio))
	valori := map[string]string{s.variabile: s.valore}
	if s.variabile != "VERBALI_INDIRIZZO" {
		valori["VERBALI_INDIRIZZO"] = nuovoPonte(t, "").indirizzo
	}
	cmd.Env, cmd.Dir = conVariabili(ambiente, valori), t.TempDir()
	var errori bytes.Buffer
	cmd.Stderr = &errori
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("it did not stop by itself:\n%s", &errori)
	}
	if err == nil || cmd.ProcessState.ExitCode() <= 0 {
		t.Errorf("exit %v", cmd.ProcessState)
	}
	nome := strings.TrimSuffix(s.variabile, "_FILE")
	if !strings.Contains(errori.String(), nome) {
		t.Errorf("standard error does not name %s:\n%s", nome, &errori)
	}
	if _, err := os.Stat(filepath.Join(cmd.Dir, "core")); err == nil {
		t.Error("it dumped core")
	}
}
