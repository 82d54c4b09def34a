package locale

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Superutente is the name of the cluster's administrator.
const Superutente = "postgres"

// portaSocket names the socket of a cluster that listens on no port.
const portaSocket = 5432

// PostgresOpzioni says how the private cluster is to be started.
type PostgresOpzioni struct {
	// Cartella holds the cluster, its password and its socket; it is made when missing. When the
	// account of the server cannot enter it, the cluster goes under /var/tmp and a file in
	// Cartella remembers where.
	Cartella string
	// Porta on 127.0.0.1; 0 means only the socket.
	Porta int
	// Durevole asks for data that survive a crash and a restart; false is for tests: faster, and
	// Ferma throws away the last writes.
	Durevole bool
	// MassimeConnessioni of all clients together; 0 means 100.
	MassimeConnessioni int
	// PasswordSuperutente is used at the first start only; empty means a random one, kept in a
	// file with mode 0600 in the cluster's folder.
	PasswordSuperutente string
	// Parametri are further settings of the server (name, value), stronger than ours.
	Parametri map[string]string
	// Eseguibili is the folder of initdb and postgres; empty means: look for it.
	Eseguibili string
	// Registro gets the notable events (another folder, a crash recovered); nil: they are dropped.
	Registro *slog.Logger
}

// Postgres is a running private cluster.
type Postgres struct {
	base, socket string
	porta        int
	tcp          bool
	password     string
	durevole     bool
	blocco       *os.File
	processo     *Processo
}

// AvviaPostgres starts the cluster in opz.Cartella, making it first when there is none, and
// returns when it answers. The server runs until Ferma, or until this process dies. It fails with
// ErrPostgresMancante when no server is installed and with *GiaAttivo when the cluster runs.
func AvviaPostgres(ctx context.Context, opz PostgresOpzioni) (*Postgres, error) {
	opz, err := opz.completa()
	if err != nil {
		return nil, err
	}
	chi, err := identitaServer(filepath.Join(leggiPosizione(opz.Cartella), cartellaDati))
	if err != nil {
		return nil, err
	}
	base, err := preparaCartella(opz.Cartella, chi)
	if err != nil {
		return nil, err
	}
	if base != opz.Cartella {
		opz.Registro.Info("il cluster sta altrove: il suo utente non può entrare nella cartella",
			"utente", chi.nome, "cartella", opz.Cartella, "altrove", base)
	}
	blocco, err := prendiBlocco(ctx, base)
	if err != nil {
		return nil, err
	}
	p := &Postgres{base: base, porta: opz.Porta, tcp: opz.Porta > 0, durevole: opz.Durevole, blocco: blocco}
	if err := p.avvia(ctx, opz, chi); err != nil {
		blocco.Close()
		return nil, err
	}
	return p, nil
}

func (o PostgresOpzioni) completa() (PostgresOpzioni, error) {
	if o.Cartella == "" {
		return o, errors.New("manca la cartella del cluster")
	}
	assoluta, err := filepath.Abs(o.Cartella)
	if err != nil {
		return o, fmt.Errorf("cartella del cluster: %w", err)
	}
	o.Cartella = assoluta
	if o.MassimeConnessioni == 0 {
		o.MassimeConnessioni = 100
	}
	if o.Registro == nil {
		o.Registro = slog.New(slog.DiscardHandler)
	}
	return o, nil
}

func (p *Postgres) avvia(ctx context.Context, opz PostgresOpzioni, chi identita) error {
	maggiore, err := versioneCluster(p.base)
	if err != nil {
		return err
	}
	prog, err := opz.programmi(maggiore, chi)
	if err != nil {
		return err
	}
	if p.password, err = leggiPassword(p.base, opz.PasswordSuperutente, chi); err != nil {
		return err
	}
	if maggiore == 0 {
		if err := inizializza(ctx, p.base, prog, chi, opz.Durevole); err != nil {
			return err
		}
	}
	if !p.tcp {
		p.porta = portaSocket
	}
	if p.socket, err = preparaSocket(p.base, p.porta, chi); err != nil {
		return err
	}
	if err := liberaCluster(ctx, p.base); err != nil {
		return err
	}
	return p.lancia(ctx, opz, prog, chi)
}

func (o PostgresOpzioni) programmi(maggiore int, chi identita) (eseguibili, error) {
	if o.Eseguibili != "" {
		return cercaEseguibili([]string{o.Eseguibili}, maggiore, chi)
	}
	return cercaEseguibili(cartelleCandidate(), maggiore, chi)
}

// DSN is the address of a database of the cluster for a role. A role without a password has "".
func (p *Postgres) DSN(database, utente, password string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(utente, password), Path: "/" + database}
	if password == "" {
		u.User = url.User(utente)
	}
	if p.tcp {
		u.Host = "127.0.0.1:" + strconv.Itoa(p.porta)
		u.RawQuery = "sslmode=disable"
		return u.String()
	}
	u.RawQuery = url.Values{"host": {p.socket}, "port": {strconv.Itoa(p.porta)}}.Encode()
	return u.String()
}

// DSNAmministratore is the address of a database for the superuser.
func (p *Postgres) DSNAmministratore(database string) string {
	return p.DSN(database, Superutente, p.password)
}

// Password is the superuser's.
func (p *Postgres) Password() string { return p.password }

// FilePassword is the file that keeps the superuser's password, mode 0600.
func (p *Postgres) FilePassword() string { return filepath.Join(p.base, filePassword) }

// Cartella is where the cluster really is.
func (p *Postgres) Cartella() string { return p.base }

// Socket is the folder of the server's Unix socket.
func (p *Postgres) Socket() string { return p.socket }

// Pid is the process id of the server.
func (p *Postgres) Pid() int { return p.processo.Pid() }

// Finito is closed when the server has ended, also by itself.
func (p *Postgres) Finito() <-chan struct{} { return p.processo.Finito() }

// Ferma stops the server and waits for it: a durable cluster writes its checkpoint first, one for
// tests does not. It may be called more than once.
func (p *Postgres) Ferma() error {
	primo := Passo{Segnale: syscall.SIGINT, Attesa: 30 * time.Second} // "fast": disconnects everybody, then a checkpoint
	if !p.durevole {
		primo = Passo{Segnale: syscall.SIGQUIT, Attesa: 5 * time.Second} // "immediate": only a test's data are lost
	}
	ordinato := p.processo.Ferma(primo, Passo{Segnale: syscall.SIGQUIT, Attesa: 5 * time.Second})
	_ = p.blocco.Close() // the second call finds it closed
	if !ordinato {
		return fmt.Errorf("PostgreSQL in %s non si è fermato da solo ed è stato terminato di forza", p.base)
	}
	return nil
}

// Interrompi asks the server to stop at once, without a checkpoint: the next start recovers.
func (p *Postgres) Interrompi() {
	_ = p.processo.Segnala(syscall.SIGQUIT) // an ended process has stopped
}
