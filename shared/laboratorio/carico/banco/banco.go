// Package banco is the stack under measurement and what one does to it: PostgreSQL, NATS and the services on ports of their own,
// callers by each door, an archive of fines, pgbench as the peer, and what the machine and other processes took meanwhile.
package banco

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// Users and tenant of the local data (design section 8), which avvio prepares.
const (
	TenantMisura = "alfa"
	Utente       = "integratore." + TenantMisura
	Password     = "Verbali-demo-2026"
)

// Time allowed to the stack.
const (
	prontoEntro = 6 * time.Minute // where other programs have the processors
	fermoEntro  = time.Minute
)

// Banco is the stack under measurement: a durable PostgreSQL, and NATS, simulators and services under
// avvio, on ports and in a folder of their own.
type Banco struct {
	Opz      Opzioni
	Diario   io.Writer
	Cartella string
	scarto   int
	Dsn      func(database string) string // of the server, for its administrator
	Nats     string                       // address of the bus, for its administrator
	pg       *locale.Postgres
	avvio    *locale.Processo
	registro *os.File
}

// Apparecchia starts everything and returns when it is ready. On failure the programs that had
// started are stopped.
func Apparecchia(ctx context.Context, opz Opzioni, diario io.Writer) (*Banco, error) {
	b := &Banco{Opz: opz, Diario: diario, scarto: opz.scarto}
	err := b.avvia(ctx)
	if err != nil {
		return nil, errors.Join(err, b.Chiudi())
	}
	return b, nil
}

func (b *Banco) avvia(ctx context.Context) (err error) {
	if b.scarto == 0 {
		if b.scarto, err = ScartoLibero(); err != nil {
			return err
		}
	}
	if b.Cartella, err = os.MkdirTemp(b.Opz.cartella, "verbali-carico-"); err != nil {
		return fmt.Errorf("cartella temporanea: %w", err)
	}
	if err := os.Chmod(b.Cartella, 0o755); err != nil { // PostgreSQL's own account must enter it
		return fmt.Errorf("cartella temporanea: %w", err)
	}
	b.Annota("avvio lo stack in %s (porte +%d)", b.Cartella, b.scarto)
	if err := b.avviaPostgres(ctx); err != nil {
		return err
	}
	return b.avviaServizi(ctx)
}

// avviaPostgres starts the server here and not under avvio, so that its address as administrator is
// known; with the same settings: those of a fresh installation, everything on disk at commit.
func (b *Banco) avviaPostgres(ctx context.Context) error {
	porta, err := PortaLibera()
	if err != nil {
		return err
	}
	b.pg, err = locale.AvviaPostgres(ctx, locale.PostgresOpzioni{
		Cartella: filepath.Join(b.Cartella, "postgres"), Porta: porta, Durevole: true, MassimeConnessioni: 200,
		Parametri: map[string]string{"track_activity_query_size": "16384"}, // long statements are read from there, whole
	})
	if err != nil {
		return err
	}
	b.Dsn = b.pg.DSNAmministratore
	return nil
}

// avviaServizi starts avvio and waits for its greeting, which follows the local data.
func (b *Banco) avviaServizi(ctx context.Context) error {
	var err error
	if b.registro, err = os.Create(filepath.Join(b.Cartella, "avvio.log")); err != nil {
		return fmt.Errorf("registro di avvio: %w", err)
	}
	cmd := exec.Command(filepath.Join(b.Opz.Bin, "avvio"), "--bin", b.Opz.Bin, "--dati", filepath.Join(b.Cartella, "dati"),
		"--scarto", strconv.Itoa(b.scarto), "--senza-storie")
	cmd.Env = append(AmbientePulito(os.Environ()), "VERBALI_PG_DSN="+b.Dsn("postgres"), "NO_COLOR=1")
	cmd.Stdout, cmd.Stderr = b.registro, b.registro
	if b.avvio, err = locale.AvviaProcesso(cmd, syscall.SIGTERM); err != nil {
		return fmt.Errorf("%w (i programmi si costruiscono con: make build)", err)
	}
	if err := b.attendiSaluto(ctx); err != nil {
		return err
	}
	return b.diventaAmministratore()
}

// diventaAmministratore puts the credentials of the administrator of the bus, which avvio has made, into
// its address.
func (b *Banco) diventaAmministratore() error {
	password, err := os.ReadFile(filepath.Join(b.Cartella, "dati", "segreti", "nats", bus.AdminUser))
	if err != nil {
		return fmt.Errorf("password dell'amministratore di NATS: %w", err)
	}
	u := url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", portaNATS+b.scarto),
		User: url.UserPassword(bus.AdminUser, strings.TrimSpace(string(password)))}
	b.Nats = u.String()
	return nil
}

// AmbientePulito keeps the person's own settings of the platform out of the measurement.
func AmbientePulito(ambiente []string) []string {
	var esito []string
	for _, voce := range ambiente {
		if !strings.HasPrefix(voce, "VERBALI_") {
			esito = append(esito, voce)
		}
	}
	return esito
}

func (b *Banco) attendiSaluto(ctx context.Context) error {
	ctx, fine := context.WithTimeoutCause(ctx, prontoEntro, fmt.Errorf("lo stack non è pronto dopo %s", prontoEntro))
	defer fine()
	for {
		if bytes.Contains(b.detto(), []byte("Piattaforma Verbali è pronta")) {
			return nil
		}
		select {
		case <-b.avvio.Finito():
			return fmt.Errorf("avvio è terminato: %w\n%s", b.avvio.Esito(), UltimeRighe(b.detto(), 15))
		case <-ctx.Done():
			return fmt.Errorf("%w\n%s", context.Cause(ctx), UltimeRighe(b.detto(), 15))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// detto is what avvio and the services have said so far.
func (b *Banco) detto() []byte {
	testo, err := os.ReadFile(b.registro.Name())
	if err != nil {
		return nil
	}
	return testo
}

// UltimeRighe are the last lines of what a program said.
func UltimeRighe(testo []byte, quante int) []byte {
	righe := bytes.Split(bytes.TrimSpace(testo), []byte("\n"))
	return bytes.Join(righe[max(0, len(righe)-quante):], []byte("\n"))
}

// Chiudi stops the processes started, the last first, and removes the folder.
func (b *Banco) Chiudi() error {
	if b.Cartella == "" {
		return nil
	}
	var errori []error
	if b.avvio != nil && !b.avvio.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: fermoEntro}) {
		errori = append(errori, fmt.Errorf("avvio non si è fermato in %s ed è stato terminato di forza", fermoEntro))
	}
	if b.registro != nil {
		b.registro.Close()
	}
	if b.pg != nil {
		errori = append(errori, b.pg.Ferma())
	}
	errori = append(errori, locale.Rimuovi(filepath.Join(b.Cartella, "postgres")), os.RemoveAll(b.Cartella))
	return errors.Join(errori...)
}

// Annota tells the person about the progress, beside the table.
func (b *Banco) Annota(formato string, valori ...any) {
	_, _ = fmt.Fprintf(b.Diario, "carico: "+formato+"\n", valori...)
}

// Indirizzo is the base address of a service.
func (b *Banco) Indirizzo(s Servizio) string {
	return fmt.Sprintf("http://127.0.0.1:%d", s.Porta+b.scarto)
}

// Simulatori is the address of the simulated registers.
func (b *Banco) Simulatori() string {
	return fmt.Sprintf("http://127.0.0.1:%d", portaSimulatori+b.scarto)
}

// Servizio finds a service by name among the seven.
func (b *Banco) Servizio(nome string) Servizio {
	for _, s := range Servizi() {
		if s.Nome == nome {
			return s
		}
	}
	return Servizio{Nome: nome}
}

// ConServer gives f a connection of the administrator to a database.
func (b *Banco) ConServer(ctx context.Context, database string, f func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, b.Dsn(database))
	if err != nil {
		return fmt.Errorf("connessione a %s: %w", database, err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := f(conn); err != nil {
		return fmt.Errorf("banca dati %s: %w", database, err)
	}
	return nil
}

// Esegui runs one statement as the administrator.
func (b *Banco) Esegui(ctx context.Context, database, sql string) error {
	return b.ConServer(ctx, database, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql)
		return err
	})
}

// ConNATS gives f a connection to the bus.
func (b *Banco) ConNATS(f func(*nats.Conn) error) error {
	conn, err := nats.Connect(b.Nats, nats.Name("carico"))
	if err != nil {
		return fmt.Errorf("connessione a NATS: %w", err)
	}
	defer conn.Close()
	return f(conn)
}

// Figlio finds the process of a service under avvio.
func (b *Banco) Figlio(nome string) (int, error) {
	for _, p := range Processi("/proc") {
		if p.Padre == b.avvio.Pid() && p.Nome == nome {
			return p.Pid, nil
		}
	}
	return 0, fmt.Errorf("il processo di %s non si trova sotto avvio (serve Linux)", nome)
}
