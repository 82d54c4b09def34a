package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// diventa makes the test binary a service: tests start it as a process and send it signals.
const diventa = "PROVA_DIVENTA_SERVIZIO"

type impostazioni struct {
	config.Settings `mapstructure:",squash"`
}

func TestMain(m *testing.M) {
	if os.Getenv(diventa) != "" {
		os.Exit(service.Run("prova", servi))
	}
	testkit.Main(m)
}

// servi is a service of one route, which takes as long as the caller says.
func servi(ctx context.Context, imp impostazioni) error {
	s, err := service.New(ctx, service.Description{Module: "vpn", Base: "/VpnService/rest"}, imp.Settings)
	if err != nil {
		return err
	}
	s.Web.Group("").Add(http.MethodGet, "/lenta", func(c echo.Context) error {
		durata, err := time.ParseDuration(c.QueryParam("per"))
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stdout, "DENTRO")
		time.Sleep(durata)
		return c.String(http.StatusOK, "finita")
	}, web.Open(), web.NoTenant())
	return s.Serve(ctx)
}

// processo is a running service.
type processo struct {
	*exec.Cmd
	base   string
	uscita *memoria
	fine   chan error
	client *http.Client
}

// memoria is what a process has written.
type memoria struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (m *memoria) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.b.Write(p)
}

func (m *memoria) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.b.String()
}

func libera(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// avvia starts the service with these settings over good ones.
func avvia(t *testing.T, argomenti []string, cambi ...string) *processo {
	t.Helper()
	indirizzo := "127.0.0.1:" + strconv.Itoa(libera(t))
	p := &processo{Cmd: exec.Command(os.Args[0], argomenti...), base: "http://" + indirizzo, uscita: &memoria{}, fine: make(chan error, 1),
		client: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}}
	p.Env = append([]string{diventa + "=1", "VERBALI_INDIRIZZO=" + indirizzo, "VERBALI_PG_DSN=postgres://u:segretissima@127.0.0.1:1/x",
		"VERBALI_NATS_URL=nats://127.0.0.1:1", "VERBALI_ARRESTO_ENTRO=5s", "HOME=" + t.TempDir()}, cambi...)
	p.Dir = t.TempDir()
	p.Stdout, p.Stderr = p.uscita, p.uscita
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	finito := make(chan struct{})
	go func() { defer close(finito); p.fine <- p.Wait() }()
	t.Cleanup(func() {
		_ = p.Process.Kill()
		<-finito
		if t.Failed() {
			t.Logf("the service said:\n%s", p.uscita)
		}
	})
	return p
}

// codice waits for the end and gives the exit code.
func (p *processo) codice(t *testing.T) int {
	t.Helper()
	select {
	case err := <-p.fine:
		if uscita, ok := errors.AsType[*exec.ExitError](err); ok {
			return uscita.ExitCode()
		}
		if err != nil {
			t.Fatal(err)
		}
		return 0
	case <-time.After(30 * time.Second):
		t.Fatal("the service does not end")
		return -1
	}
}

// attendi waits until the service has written something.
func (p *processo) attendi(t *testing.T, cosa string) {
	t.Helper()
	testkit.Attendi(t, 20*time.Second, "the service to say "+cosa, func() bool { return strings.Contains(p.uscita.String(), cosa) })
}

// chiedi gives the status and the body of a page; 0 when nobody answers.
func (p *processo) chiedi(percorso string) (int, string) {
	r, err := p.client.Get(p.base + percorso)
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	corpo, _ := io.ReadAll(r.Body)
	return r.StatusCode, string(corpo)
}

func (p *processo) vive(t *testing.T) {
	t.Helper()
	testkit.Attendi(t, 20*time.Second, "the service to live", func() bool { s, _ := p.chiedi("/livez"); return s == http.StatusOK })
}

// parti is what readiness says, without the causes.
func (p *processo) parti() (stato int, parti map[string]bool) {
	stato, corpo := p.chiedi("/readyz")
	var x struct {
		Parti map[string]string `json:"parti"`
	}
	_ = json.Unmarshal([]byte(corpo), &x)
	parti = map[string]bool{}
	for nome, s := range x.Parti {
		parti[nome] = s == "OK"
	}
	return stato, parti
}

func TestWrongSettingStopsTheStartByItsName(t *testing.T) {
	t.Parallel()
	for cambio, nome := range map[string]string{
		"VERBALI_PG_DSN=": "VERBALI_PG_DSN",
		"VERBALI_PG_DSN=postgres://u:segretissima@h:x/y": "VERBALI_PG_DSN",
		"VERBALI_NATS_URL=":                               "VERBALI_NATS_URL",
		"VERBALI_NATS_URL=nats://u:segretissima@h:x":      "VERBALI_NATS_URL",
		"VERBALI_PG_CONNESSIONI=molte":                    "VERBALI_PG_CONNESSIONI",
		"VERBALI_PG_CONNESSIONI=0":                        "VERBALI_PG_CONNESSIONI",
		"VERBALI_RETI_INTERNE=10.0.0.1":                   "VERBALI_RETI_INTERNE",
		"VERBALI_LOG_LIVELLO=TUTTO":                       "VERBALI_LOG_LIVELLO",
		"VERBALI_ARRESTO_ENTRO=domani":                    "VERBALI_ARRESTO_ENTRO",
		"VERBALI_PG_PASSWORD_FILE=/non/esiste":            "VERBALI_PG_PASSWORD_FILE",
		"VERBALI_CONFIGURAZIONE=/non/esiste/verbali.yaml": "VERBALI_CONFIGURAZIONE",
		"VERBALI_INDIRIZZO=8080":                          "VERBALI_INDIRIZZO",
		"VERBALI_INDIRIZZO=192.0.2.1:80":                  "VERBALI_INDIRIZZO", // not an address of this machine
		"VERBALI_OTEL_ENDPOINT=http://[::1":               "VERBALI_OTEL_ENDPOINT",
	} {
		t.Run(cambio, func(t *testing.T) {
			t.Parallel()
			p := avvia(t, nil, cambio)
			if c := p.codice(t); c != 1 {
				t.Errorf("exit code %d", c)
			}
			if s := p.uscita.String(); !strings.Contains(s, nome) || strings.Contains(s, "segretissima") {
				t.Errorf("it said %s", s)
			}
		})
	}
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	p := avvia(t, []string{"configurazione"})
	if c := p.codice(t); c != 0 {
		t.Errorf("exit code %d", c)
	}
	for _, s := range []string{"VERBALI_PG_DSN", "********", "VERBALI_ARRESTO_ENTRO", "5s"} {
		if !strings.Contains(p.uscita.String(), s) {
			t.Errorf("%s is not among the settings", s)
		}
	}
	if strings.Contains(p.uscita.String(), "segretissima") {
		t.Error("a secret is shown")
	}
	if c := avvia(t, []string{"inventato"}).codice(t); c != 1 {
		t.Errorf("a command that does not exist: exit code %d", c)
	}
	if c := avvia(t, []string{"configurazione"}, "VERBALI_NATS_URL=").codice(t); c != 1 {
		t.Errorf("settings that are wrong: exit code %d", c)
	}
}

func TestStopFinishesTheRequestInProgress(t *testing.T) {
	t.Parallel()
	p := avvia(t, nil)
	p.vive(t)
	risposta := make(chan string, 1)
	go func() { s, corpo := p.chiedi("/VpnService/rest/lenta?per=1s"); risposta <- fmt.Sprint(s, " ", corpo) }()
	p.attendi(t, "DENTRO")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if r := <-risposta; r != "200 finita" {
		t.Errorf("the request in progress got %q", r)
	}
	if c := p.codice(t); c != 0 {
		t.Errorf("exit code %d", c)
	}
	if !strings.Contains(p.uscita.String(), "arresto in corso") {
		t.Error("the stop is not in the log")
	}
}

func TestSecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	p := avvia(t, nil)
	p.vive(t)
	go p.chiedi("/VpnService/rest/lenta?per=20s")
	p.attendi(t, "DENTRO")
	inizio := tempo.Macchina()
	testkit.Attendi(t, 20*time.Second, "the process to end", func() bool {
		_ = p.Process.Signal(syscall.SIGINT)
		return len(p.fine) == 1
	})
	if time.Since(inizio) > 4*time.Second { // less than the time of an orderly stop
		t.Errorf("it took %v", time.Since(inizio))
	}
}
