//go:build e2e

package e2e

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

const (
	passwordProva = "Verbali-demo-2026"
	benvenuto     = "Piattaforma Verbali è pronta"
	// avvioEntro bounds the first start: a new cluster, its preparation, the demonstration data.
	avvioEntro = 3 * time.Minute
	fineEntro  = 90 * time.Second
)

// porte are the ports of the local stack before the shift (design, section 1).
func porte() map[string]int {
	return map[string]int{
		"core": 8080, "connessione": 8081, "tenantapi": 8082, "mobile": 8083, "elaborazione": 8084,
		"ocr": 8085, "vpn": 8086, "simulatori": 8090, "nats": 4222, "postgres": 54320,
	}
}

// servizi are the seven deployables.
func servizi() []string {
	return []string{"core", "connessione", "tenantapi", "mobile", "elaborazione", "ocr", "vpn"}
}

// pila is the stack under test: the supervisor with its children, and a NATS server beside it.
type pila struct {
	scarto    int
	bin, dati string
	nats      *natsEsterno
	avvio     *locale.Processo
	uscita    *uscita
}

// avviaPila starts everything and waits for the welcome. The programs that were started are
// returned also with an error, to be stopped.
func avviaPila() (*pila, error) {
	radice := testkit.Radice()
	bin := cmp.Or(os.Getenv("VERBALI_BIN"), filepath.Join(radice, ".locale", "bin"))
	scarto, err := scartoLibero()
	if err != nil {
		return nil, err
	}
	dati, err := os.MkdirTemp("", "verbali-e2e-")
	if err != nil {
		return nil, err
	}
	p := &pila{scarto: scarto, bin: bin, dati: dati}
	if p.uscita, err = nuovaUscita(filepath.Join(cartellaEsiti(), "avvio.log")); err != nil {
		return p, err
	}
	p.nats = &natsEsterno{porta: p.porta("nats"), cartella: dati, registro: p.uscita.file}
	if err := p.nats.avvia(); err != nil {
		return p, err
	}
	return p, p.lancia()
}

// cartellaEsiti is where logs and screenshots are left for people.
func cartellaEsiti() string { return filepath.Join(testkit.Radice(), ".locale", "e2e") }

func (p *pila) lancia() error {
	argomenti := []string{"--bin", p.bin, "--dati", p.dati, "--scarto", strconv.Itoa(p.scarto)}
	if os.Getenv(tempo.Variabile) != tempo.DellaMacchina { // the tests' day is the stack's (make e2e GIORNO=…)
		argomenti = append(argomenti, "--giorno", tempo.Adesso().Format(time.RFC3339Nano))
	}
	cmd := exec.Command(filepath.Join(p.bin, "avvio"), argomenti...)
	cmd.Env = append(os.Environ(), "VERBALI_NATS_URL="+p.nats.url(), "VERBALI_NATS_UTENTE="+bus.AdminUser,
		"VERBALI_SEND_GIORNO="+giornoSend.String(), "VERBALI_ELABORAZIONE_PIANO_OGNI=2s",
		"VERBALI_ACCESSI_FALLITI_PER_INDIRIZZO=1000") // every test comes from one address, and many are wrong on purpose
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = p.uscita, p.uscita, 5*time.Second
	pronta := p.uscita.attesa()
	var err error
	if p.avvio, err = locale.AvviaProcesso(cmd, syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-pronta:
		return nil
	case <-p.avvio.Finito():
		return fmt.Errorf("avvio ended: %w\n%s", cmp.Or(p.avvio.Esito(), errors.New("exit status 0")), p.uscita.coda())
	case <-time.After(avvioEntro):
		return fmt.Errorf("avvio is not ready after %s\n%s", avvioEntro, p.uscita.coda())
	}
}

// ferma stops the stack with the signal of Ctrl-C and checks that the supervisor ends well, that
// nothing of it stays, and removes the data.
func (p *pila) ferma() error {
	var errori []error
	if p.avvio != nil && p.avvio.Esito() == nil {
		ordinato := p.avvio.Ferma(locale.Passo{Segnale: syscall.SIGINT, Attesa: fineEntro})
		if err := p.avvio.Esito(); err != nil || !ordinato {
			errori = append(errori, fmt.Errorf("the supervisor did not stop well: %w\n%s", err, p.uscita.coda()))
		}
	}
	if p.nats != nil {
		p.nats.ferma()
	}
	if err := porteLibere(p.scarto); err != nil {
		errori = append(errori, fmt.Errorf("something of the stack is still there: %w", err))
	}
	if uscita, err := exec.Command(filepath.Join(p.bin, "avvio"), "--pulisci", "--dati", p.dati).CombinedOutput(); err != nil {
		errori = append(errori, fmt.Errorf("avvio --pulisci: %w\n%s", err, uscita))
	}
	return errors.Join(errori...)
}

func (p *pila) porta(nome string) int { return porte()[nome] + p.scarto }

// url is the address of a path of a service.
func (p *pila) url(servizio, percorso string) string {
	return fmt.Sprintf("http://127.0.0.1:%d%s", p.porta(servizio), percorso)
}

// pronto reports whether a service says it is ready.
func (p *pila) pronto(servizio string) bool {
	cliente := http.Client{Timeout: 3 * time.Second}
	r, err := cliente.Get(p.url(servizio, "/readyz"))
	if err != nil {
		return false
	}
	r.Body.Close()
	return r.StatusCode == http.StatusOK
}

// scartoLibero finds a shift at which every port is free, away from the ports that the system gives
// to outgoing connections.
func scartoLibero() (int, error) {
	var ultimo error
	for range 50 {
		n := 6_800 + rand.IntN(4_300)
		if ultimo = porteLibere(n); ultimo == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("no free ports: %w", ultimo)
}

func porteLibere(scarto int) error {
	for nome, porta := range porte() {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", porta+scarto))
		if err != nil {
			return fmt.Errorf("port of %s: %w", nome, err)
		}
		l.Close()
	}
	return nil
}

// uscita keeps what the supervisor says in a file, and notices the welcome.
type uscita struct {
	file   *os.File
	mu     sync.Mutex
	resto  []byte
	pronta chan struct{} // closed at the welcome, then nil
}

func nuovaUscita(percorso string) (*uscita, error) {
	if err := os.MkdirAll(filepath.Dir(percorso), 0o755); err != nil {
		return nil, err
	}
	f, err := os.Create(percorso)
	return &uscita{file: f}, err
}

// attesa gives the channel that is closed at the next welcome.
func (u *uscita) attesa() <-chan struct{} {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.resto, u.pronta = nil, make(chan struct{})
	return u.pronta
}

// Write keeps the last part of the output in memory too, to be shown with a failure.
func (u *uscita) Write(b []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.resto = append(u.resto, b...)
	if u.pronta != nil && bytes.Contains(u.resto, []byte(benvenuto)) {
		close(u.pronta)
		u.pronta = nil
	}
	if eccesso := len(u.resto) - 64<<10; eccesso > 0 {
		u.resto = u.resto[eccesso:]
	}
	return u.file.Write(b)
}

func (u *uscita) coda() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	righe := strings.Split(strings.TrimSpace(string(u.resto)), "\n")
	return strings.Join(righe[max(0, len(righe)-30):], "\n")
}
