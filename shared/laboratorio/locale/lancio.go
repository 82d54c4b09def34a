package locale

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// massimoRegistro is the size at which the server's log starts anew, in bytes.
const massimoRegistro = 10 << 20

// lancia starts the server and waits until it answers. After a killed server its orphans may hold
// the shared memory for a moment: then the start is tried again.
func (p *Postgres) lancia(ctx context.Context, opz PostgresOpzioni, prog eseguibili, chi identita) error {
	fine := time.Now().Add(15 * time.Second)
	for {
		err := p.tenta(ctx, opz, prog, chi)
		var morto *serverMorto
		if !errors.As(err, &morto) || !morto.memoriaOccupata() || time.Now().After(fine) {
			return err
		}
		opz.Registro.Info("processi di un server ucciso ne tengono ancora la memoria, nuovo tentativo", "cartella", p.base)
		if err := clock.Sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

func (p *Postgres) tenta(ctx context.Context, opz PostgresOpzioni, prog eseguibili, chi identita) error {
	registro, inizio, err := apriRegistro(filepath.Join(p.base, fileRegistro))
	if err != nil {
		return err
	}
	defer registro.Close() // the child keeps its own copy
	cmd := exec.Command(prog.programma("postgres"), p.argomenti(opz)...)
	ambienta(cmd, p.base, chi)
	cmd.Stdout, cmd.Stderr = registro, registro
	morte := syscall.SIGINT
	if !opz.Durevole {
		morte = syscall.SIGQUIT
	}
	if p.processo, err = AvviaProcesso(cmd, morte); err != nil {
		return err
	}
	if err := p.attendiRisposta(ctx, registro.Name(), inizio); err != nil {
		p.processo.Ferma(Passo{Segnale: syscall.SIGQUIT, Attesa: 5 * time.Second})
		return err
	}
	return nil
}

// apriRegistro opens the log and tells where this start begins in it.
func apriRegistro(percorso string) (*os.File, int64, error) {
	modo := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if info, err := os.Stat(percorso); err == nil && info.Size() > massimoRegistro {
		modo |= os.O_TRUNC
	}
	f, err := os.OpenFile(percorso, modo, 0o644)
	if err != nil {
		return nil, 0, fmt.Errorf("registro del server: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("registro del server: %w", err)
	}
	return f, info.Size(), nil
}

func (p *Postgres) argomenti(opz PostgresOpzioni) []string {
	parametri := map[string]string{
		"port": strconv.Itoa(p.porta), "listen_addresses": "", "unix_socket_directories": p.socket,
		"max_connections": strconv.Itoa(opz.MassimeConnessioni), "password_encryption": "scram-sha-256",
		"timezone": "UTC", "log_timezone": "UTC", "logging_collector": "off", "log_min_messages": "warning",
	}
	if p.tcp {
		parametri["listen_addresses"] = "127.0.0.1"
	}
	if !opz.Durevole {
		maps.Copy(parametri, map[string]string{
			"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "wal_level": "minimal",
			"max_wal_senders": "0", "max_wal_size": "1GB", "checkpoint_timeout": "1h", "shared_buffers": "64MB", "jit": "off",
		})
	}
	maps.Copy(parametri, opz.Parametri)
	argomenti := []string{"-D", filepath.Join(p.base, cartellaDati)}
	for _, nome := range slices.Sorted(maps.Keys(parametri)) {
		argomenti = append(argomenti, "-c", nome+"="+parametri[nome])
	}
	return argomenti
}

// attendiRisposta connects until the server takes the superuser in. A refusal that time does not
// cure (a wrong password, say) ends the wait at once.
func (p *Postgres) attendiRisposta(ctx context.Context, registro string, inizio int64) error {
	ctx, annulla := context.WithTimeout(ctx, time.Minute)
	defer annulla()
	for {
		err := prova(ctx, p.DSNAmministratore("postgres"))
		if err == nil {
			return nil
		}
		var rifiuto *pgconn.PgError
		if errors.As(err, &rifiuto) && rifiuto.Code != "57P03" { // cannot_connect_now: starting or recovering
			return fmt.Errorf("connessione al server appena avviato: %w", err)
		}
		select {
		case <-p.processo.Finito():
			return &serverMorto{esito: p.processo.Esito(), detto: coda(registro, inizio)}
		case <-ctx.Done():
			return fmt.Errorf("il server non risponde: %w; ultimo errore: %w", ctx.Err(), err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func prova(ctx context.Context, dsn string) error {
	ctx, annulla := context.WithTimeout(ctx, 5*time.Second)
	defer annulla()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// serverMorto is a server that ended while it was being waited for, with what it said.
type serverMorto struct {
	esito error
	detto string
}

// Error says how the server ended and what it wrote.
func (e *serverMorto) Error() string {
	return fmt.Sprintf("PostgreSQL è terminato all'avvio (%v):\n%s", e.esito, e.detto)
}

func (e *serverMorto) memoriaOccupata() bool {
	return strings.Contains(e.detto, "shared memory block")
}

// coda reads at most 4 KiB from the end of what the log got since inizio.
func coda(percorso string, inizio int64) string {
	testo, err := os.ReadFile(percorso)
	if err != nil || int64(len(testo)) < inizio {
		return ""
	}
	testo = testo[inizio:]
	return strings.TrimSpace(string(testo[max(0, len(testo)-4096):]))
}
