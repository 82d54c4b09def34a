package locale

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// cartellaProva is a folder that every account can enter, removed with the cluster in it.
func cartellaProva(t *testing.T) string {
	t.Helper()
	radice, err := os.MkdirTemp("", "verbali-locale-*") //nolint:usetesting // t.TempDir is closed to the account that PostgreSQL runs as
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(radice, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(Rimuovi(filepath.Join(radice, "pg")), os.RemoveAll(radice)); err != nil {
			t.Error(err)
		}
	})
	return filepath.Join(radice, "pg")
}

func avvia(t *testing.T, opz PostgresOpzioni) *Postgres {
	t.Helper()
	p, err := AvviaPostgres(context.Background(), opz)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Ferma(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// sql runs statements as the superuser and returns the last one's single value as text.
func sql(t *testing.T, p *Postgres, testo string) string {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, p.DSNAmministratore("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	righe, err := conn.PgConn().Exec(ctx, testo).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", testo, err)
	}
	ultima := righe[len(righe)-1].Rows
	if len(ultima) == 0 {
		return ""
	}
	return string(ultima[0][0])
}

func portaLibera(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	cartella := cartellaProva(t)
	primo := avvia(t, PostgresOpzioni{Cartella: cartella, Durevole: true})
	sql(t, primo, "CREATE TABLE cosa AS SELECT 7 AS n")

	t.Run("passwords are checked with SCRAM, on the socket too", func(t *testing.T) {
		if metodi := sql(t, primo, "SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules"); metodi != "scram-sha-256" {
			t.Errorf("methods %s", metodi)
		}
		if err := prova(context.Background(), primo.DSN("postgres", Superutente, "altra")); err == nil {
			t.Error("a wrong password was taken")
		}
	})
	t.Run("the password is in a file that only its owner reads", func(t *testing.T) {
		info, err := os.Stat(filepath.Join(primo.Cartella(), filePassword))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		if len(primo.Password()) < 20 {
			t.Errorf("%d characters", len(primo.Password()))
		}
	})
	t.Run("without a port it listens on none", func(t *testing.T) {
		if dove := sql(t, primo, "SHOW listen_addresses"); dove != "" {
			t.Errorf("listens on %q", dove)
		}
	})
	t.Run("durable means fsync", func(t *testing.T) {
		if v := sql(t, primo, "SHOW fsync") + sql(t, primo, "SHOW full_page_writes"); v != "onon" {
			t.Error(v)
		}
	})
	t.Run("the server is in a process group of its own", func(t *testing.T) {
		if gruppo, err := syscall.Getpgid(primo.Pid()); err != nil || gruppo != primo.Pid() {
			t.Errorf("group %d of pid %d, %v", gruppo, primo.Pid(), err)
		}
	})
	t.Run("a running cluster is not started again", func(t *testing.T) {
		_, err := AvviaPostgres(context.Background(), PostgresOpzioni{Cartella: cartella})
		var attivo *GiaAttivo
		if !errors.As(err, &attivo) || attivo.Pid != primo.Pid() {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a running cluster is not removed", func(t *testing.T) {
		var attivo *GiaAttivo
		if err := Rimuovi(cartella); !errors.As(err, &attivo) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an orphan of a supervisor that is gone is named with its pid", func(t *testing.T) {
		primo.blocco.Close()
		_, err := AvviaPostgres(context.Background(), PostgresOpzioni{Cartella: cartella})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("kill -INT %d", primo.Pid())) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("stopping twice is harmless", func(t *testing.T) {
		if err := errors.Join(primo.Ferma(), primo.Ferma()); err != nil {
			t.Error(err)
		}
	})
	t.Run("a second start has the same data and password, also on a port", func(t *testing.T) {
		secondo := avvia(t, PostgresOpzioni{Cartella: cartella, Porta: portaLibera(t), Durevole: true})
		if n := sql(t, secondo, "SELECT n FROM cosa"); n != "7" || secondo.Password() != primo.Password() {
			t.Errorf("n = %s", n)
		}
		if !strings.Contains(secondo.DSNAmministratore("x"), "@127.0.0.1:") {
			t.Error(secondo.DSN("x", "u", ""))
		}
	})
}

func TestPostgresDopoUnaCaduta(t *testing.T) {
	t.Parallel()
	cartella := cartellaProva(t)
	opz := PostgresOpzioni{Cartella: cartella, Durevole: true}
	primo := avvia(t, opz)
	sql(t, primo, "CREATE TABLE cosa AS SELECT 7 AS n")
	dati := filepath.Join(primo.Cartella(), cartellaDati)

	t.Run("killed under a busy client, it starts again at once with what was committed", func(t *testing.T) {
		occupato, err := pgx.Connect(context.Background(), primo.DSNAmministratore("postgres"))
		if err != nil {
			t.Fatal(err)
		}
		defer occupato.Close(context.Background())
		go func() {
			_, _ = occupato.Exec(context.Background(), "SELECT count(*) FROM generate_series(1, 20000000)")
		}()
		uccidi(t, primo)
		secondo := avvia(t, opz)
		if n := sql(t, secondo, "SELECT n FROM cosa"); n != "7" {
			t.Errorf("n = %s", n)
		}
		uccidi(t, secondo)
	})
	for regola, testo := range map[string]string{
		"a note with the pid of a stranger is no server":    fmt.Sprintf("%d\n%s\n1700000000\n5432\n", os.Getpid(), dati),
		"a note with the pid of nobody is no server":        fmt.Sprintf("%d\n%s\n1700000000\n5432\n", 1<<22-1, dati),
		"a note that was cut short is no server":            "",
		"a note that says nonsense is no server":            "\x00\x00nonsense\n\n",
		"a note of a server that was starting is no server": fmt.Sprintf("%d\n%s\n1700000000\n5432\n\n\n\nstarting\n", os.Getpid(), dati),
	} {
		t.Run(regola, func(t *testing.T) {
			percorso := filepath.Join(dati, "postmaster.pid")
			if err := os.WriteFile(percorso, []byte(testo), 0o600); err != nil {
				t.Fatal(err)
			}
			p := avvia(t, opz)
			if n := sql(t, p, "SELECT n FROM cosa"); n != "7" {
				t.Errorf("n = %s", n)
			}
			if err := p.Ferma(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRimuoviSerrature(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	if err := os.Mkdir(filepath.Join(base, cartellaSocket), 0o700); err != nil {
		t.Fatal(err)
	}
	morta := filepath.Join(base, cartellaSocket, ".s.PGSQL.5432.lock")
	altrui := filepath.Join(base, cartellaSocket, ".s.PGSQL.5433.lock")
	for nome, pid := range map[string]string{morta: "4711", altrui: "4712"} {
		if err := os.WriteFile(nome, []byte(pid+"\n/dati\n1700000000\n5432\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := rimuoviSerrature(base, 4711); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(morta); !os.IsNotExist(err) {
		t.Error("the lock of the dead server is still there: PostgreSQL refuses to start while its pid is somebody's")
	}
	if _, err := os.Stat(altrui); err != nil {
		t.Errorf("the lock of another server: %v", err)
	}
}

func uccidi(t *testing.T, p *Postgres) {
	t.Helper()
	if err := syscall.Kill(p.Pid(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-p.Finito()
	if err := p.Ferma(); err != nil { // lets go of the folder, as the end of the supervisor would
		t.Error(err)
	}
}

func TestPostgresCartelle(t *testing.T) {
	t.Parallel()
	t.Run("a path too long for a socket still works", func(t *testing.T) {
		t.Parallel()
		radice := cartellaProva(t)
		lunga := filepath.Join(radice, strings.Repeat("cartella/", 12), "pg")
		p := avvia(t, PostgresOpzioni{Cartella: lunga})
		if sql(t, p, "SELECT 1") != "1" || len(p.Socket()) > 60 {
			t.Errorf("socket in %s", p.Socket())
		}
		if dove, err := os.Readlink(filepath.Join(p.Cartella(), cartellaSocket)); err != nil || dove != p.Socket() {
			t.Errorf("link to %s, %v", dove, err)
		}
		if err := errors.Join(p.Ferma(), Rimuovi(lunga)); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(p.Socket()); !os.IsNotExist(err) {
			t.Errorf("the socket's folder is left: %v", err)
		}
	})
	t.Run("an initdb that was interrupted is done again", func(t *testing.T) {
		t.Parallel()
		cartella := cartellaProva(t)
		if err := os.MkdirAll(filepath.Join(cartella, cartellaDati+".nuovo", "base"), 0o700); err != nil {
			t.Fatal(err)
		}
		if p := avvia(t, PostgresOpzioni{Cartella: cartella}); sql(t, p, "SELECT 1") != "1" {
			t.Error("no answer")
		}
	})
	t.Run("a start that is called off leaves nothing running", func(t *testing.T) {
		t.Parallel()
		cartella := cartellaProva(t)
		avvia(t, PostgresOpzioni{Cartella: cartella}).Ferma()
		ctx, annulla := context.WithTimeout(context.Background(), 15*time.Millisecond)
		defer annulla()
		p, err := AvviaPostgres(ctx, PostgresOpzioni{Cartella: cartella})
		if err == nil { // a machine so fast that it was up before the deadline
			err = errors.Join(context.DeadlineExceeded, p.Ferma())
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if _, err := os.Stat(filepath.Join(cartella, cartellaDati, "postmaster.pid")); !os.IsNotExist(err) {
			t.Errorf("a server is left: %v", err)
		}
	})
	t.Run("a password file that does not fit ends the start at once, with the reason", func(t *testing.T) {
		t.Parallel()
		cartella := cartellaProva(t)
		p := avvia(t, PostgresOpzioni{Cartella: cartella})
		p.Ferma()
		if err := os.WriteFile(filepath.Join(p.Cartella(), filePassword), []byte("altra\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := AvviaPostgres(context.Background(), PostgresOpzioni{Cartella: cartella})
		if err == nil || !strings.Contains(err.Error(), "28P01") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("the caller's password is kept, and another one refused", func(t *testing.T) {
		t.Parallel()
		cartella := cartellaProva(t)
		p := avvia(t, PostgresOpzioni{Cartella: cartella, PasswordSuperutente: "una d@/%?"})
		if p.Password() != "una d@/%?" || sql(t, p, "SELECT 1") != "1" {
			t.Error("the password was not used")
		}
		p.Ferma()
		_, err := AvviaPostgres(context.Background(), PostgresOpzioni{Cartella: cartella, PasswordSuperutente: "altra"})
		if err == nil || !strings.Contains(err.Error(), "altra password di amministratore") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a cluster of another version is not touched", func(t *testing.T) {
		t.Parallel()
		cartella := cartellaProva(t)
		if err := os.MkdirAll(filepath.Join(cartella, cartellaDati), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(cartella, cartellaDati, "PG_VERSION"), []byte("99\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := AvviaPostgres(context.Background(), PostgresOpzioni{Cartella: cartella})
		if !errors.Is(err, ErrPostgresMancante) || !strings.Contains(err.Error(), "il cluster esistente vuole la versione 99") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a wrong parameter ends the start with what the server said", func(t *testing.T) {
		t.Parallel()
		_, err := AvviaPostgres(context.Background(), PostgresOpzioni{Cartella: cartellaProva(t), Parametri: map[string]string{"shared_buffers": "molti"}})
		if err == nil || !strings.Contains(err.Error(), "shared_buffers") {
			t.Errorf("got %v", err)
		}
	})
}
