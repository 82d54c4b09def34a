package main

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
	tenantMisura = "alfa"
	utente       = "integratore." + tenantMisura
	password     = "Verbali-demo-2026"
)

// Time allowed to the stack.
const (
	prontoEntro = 3 * time.Minute
	fermoEntro  = time.Minute
)

// banco is the stack under measurement: a durable PostgreSQL, and NATS, simulators and services under
// avvio, on ports and in a folder of their own.
type banco struct {
	opz      opzioni
	diario   io.Writer
	cartella string
	scarto   int
	dsn      func(database string) string // of the server, for its administrator
	nats     string                       // address of the bus, for its administrator
	pg       *locale.Postgres
	avvio    *locale.Processo
	registro *os.File
}

// apparecchia starts everything and returns when it is ready. On failure the programs that had
// started are stopped.
func apparecchia(ctx context.Context, opz opzioni, diario io.Writer) (*banco, error) {
	b := &banco{opz: opz, diario: diario, scarto: opz.scarto}
	err := b.avvia(ctx)
	if err != nil {
		return nil, errors.Join(err, b.chiudi())
	}
	return b, nil
}

func (b *banco) avvia(ctx context.Context) (err error) {
	if b.scarto == 0 {
		if b.scarto, err = scartoLibero(); err != nil {
			return err
		}
	}
	if b.cartella, err = os.MkdirTemp(b.opz.cartella, "verbali-carico-"); err != nil {
		return fmt.Errorf("cartella temporanea: %w", err)
	}
	if err := os.Chmod(b.cartella, 0o755); err != nil { // PostgreSQL's own account must enter it
		return fmt.Errorf("cartella temporanea: %w", err)
	}
	b.annota("avvio lo stack in %s (porte +%d)", b.cartella, b.scarto)
	if err := b.avviaPostgres(ctx); err != nil {
		return err
	}
	return b.avviaServizi(ctx)
}

// avviaPostgres starts the server here and not under avvio, so that its address as administrator is
// known; with the same settings: those of a fresh installation, everything on disk at commit.
func (b *banco) avviaPostgres(ctx context.Context) error {
	porta, err := portaLibera()
	if err != nil {
		return err
	}
	b.pg, err = locale.AvviaPostgres(ctx, locale.PostgresOpzioni{
		Cartella: filepath.Join(b.cartella, "postgres"), Porta: porta, Durevole: true, MassimeConnessioni: 200,
		Parametri: map[string]string{"track_activity_query_size": "16384"}, // long statements are read from there, whole
	})
	if err != nil {
		return err
	}
	b.dsn = b.pg.DSNAmministratore
	return nil
}

// avviaServizi starts avvio and waits for its greeting, which follows the local data.
func (b *banco) avviaServizi(ctx context.Context) error {
	var err error
	if b.registro, err = os.Create(filepath.Join(b.cartella, "avvio.log")); err != nil {
		return fmt.Errorf("registro di avvio: %w", err)
	}
	cmd := exec.Command(filepath.Join(b.opz.bin, "avvio"), "--bin", b.opz.bin, "--dati", filepath.Join(b.cartella, "dati"),
		"--scarto", strconv.Itoa(b.scarto))
	cmd.Env = append(ambientePulito(os.Environ()), "VERBALI_PG_DSN="+b.dsn("postgres"), "NO_COLOR=1")
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
func (b *banco) diventaAmministratore() error {
	password, err := os.ReadFile(filepath.Join(b.cartella, "dati", "segreti", "nats", bus.AdminUser))
	if err != nil {
		return fmt.Errorf("password dell'amministratore di NATS: %w", err)
	}
	u := url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", portaNATS+b.scarto),
		User: url.UserPassword(bus.AdminUser, strings.TrimSpace(string(password)))}
	b.nats = u.String()
	return nil
}

// ambientePulito keeps the person's own settings of the platform out of the measurement.
func ambientePulito(ambiente []string) []string {
	var esito []string
	for _, voce := range ambiente {
		if !strings.HasPrefix(voce, "VERBALI_") {
			esito = append(esito, voce)
		}
	}
	return esito
}

func (b *banco) attendiSaluto(ctx context.Context) error {
	ctx, fine := context.WithTimeoutCause(ctx, prontoEntro, fmt.Errorf("lo stack non è pronto dopo %s", prontoEntro))
	defer fine()
	for {
		if bytes.Contains(b.detto(), []byte("Piattaforma Verbali è pronta")) {
			return nil
		}
		select {
		case <-b.avvio.Finito():
			return fmt.Errorf("avvio è terminato: %w\n%s", b.avvio.Esito(), ultimeRighe(b.detto(), 15))
		case <-ctx.Done():
			return fmt.Errorf("%w\n%s", context.Cause(ctx), ultimeRighe(b.detto(), 15))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// detto is what avvio and the services have said so far.
func (b *banco) detto() []byte {
	testo, err := os.ReadFile(b.registro.Name())
	if err != nil {
		return nil
	}
	return testo
}

func ultimeRighe(testo []byte, quante int) []byte {
	righe := bytes.Split(bytes.TrimSpace(testo), []byte("\n"))
	return bytes.Join(righe[max(0, len(righe)-quante):], []byte("\n"))
}

// chiudi stops what was started, the last first, and removes the folder.
func (b *banco) chiudi() error {
	if b.cartella == "" {
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
	errori = append(errori, locale.Rimuovi(filepath.Join(b.cartella, "postgres")), os.RemoveAll(b.cartella))
	return errors.Join(errori...)
}

// annota tells the person what is going on, beside the table.
func (b *banco) annota(formato string, valori ...any) {
	_, _ = fmt.Fprintf(b.diario, "carico: "+formato+"\n", valori...)
}

// indirizzo is the base address of a service.
func (b *banco) indirizzo(s servizio) string {
	return fmt.Sprintf("http://127.0.0.1:%d", s.porta+b.scarto)
}

// servizio finds a service by name among the seven.
func (b *banco) servizio(nome string) servizio {
	for _, s := range servizi() {
		if s.nome == nome {
			return s
		}
	}
	return servizio{nome: nome}
}

// conServer gives f a connection of the administrator to a database.
func (b *banco) conServer(ctx context.Context, database string, f func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, b.dsn(database))
	if err != nil {
		return fmt.Errorf("connessione a %s: %w", database, err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := f(conn); err != nil {
		return fmt.Errorf("banca dati %s: %w", database, err)
	}
	return nil
}

// esegui runs one statement as the administrator.
func (b *banco) esegui(ctx context.Context, database, sql string) error {
	return b.conServer(ctx, database, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql)
		return err
	})
}

// conNATS gives f a connection to the bus.
func (b *banco) conNATS(f func(*nats.Conn) error) error {
	conn, err := nats.Connect(b.nats, nats.Name("carico"))
	if err != nil {
		return fmt.Errorf("connessione a NATS: %w", err)
	}
	defer conn.Close()
	return f(conn)
}

// figlio finds the process of a service under avvio.
func (b *banco) figlio(nome string) (int, error) {
	for _, p := range processi("/proc") {
		if p.padre == b.avvio.Pid() && p.nome == nome {
			return p.pid, nil
		}
	}
	return 0, fmt.Errorf("il processo di %s non si trova sotto avvio (serve Linux)", nome)
}
