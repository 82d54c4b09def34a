package locale

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRaggiunge(t *testing.T) {
	t.Parallel()
	radice := filepath.Dir(cartellaProva(t))
	chiusa := filepath.Join(radice, "chiusa")
	if err := os.MkdirAll(filepath.Join(chiusa, "dentro"), 0o700); err != nil {
		t.Fatal(err)
	}
	io, altro := identita{uid: os.Geteuid(), gid: os.Getegid()}, identita{uid: 64_999, gid: 64_999}
	casi := []struct {
		regola   string
		chi      identita
		cartella string
		atteso   bool
	}{
		{"the owner enters a closed folder", io, filepath.Join(chiusa, "dentro"), true},
		{"nobody else does", altro, filepath.Join(chiusa, "dentro"), false},
		{"an open folder lets everybody in", altro, radice, true},
		{"what does not exist yet counts as its parent", altro, filepath.Join(radice, "manca", "manca"), true},
		{"what does not exist yet in a closed folder is closed", altro, filepath.Join(chiusa, "manca"), false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			if got := c.chi.raggiunge(c.cartella); got != c.atteso {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestCartellaRiservata(t *testing.T) {
	t.Parallel()
	radice := t.TempDir()
	io := identita{uid: os.Geteuid(), gid: os.Getegid()}
	crea := func(nome string, f func(string) error) string {
		percorso := filepath.Join(radice, nome)
		if err := f(percorso); err != nil {
			t.Fatal(err)
		}
		return percorso
	}
	t.Run("a new one is made and found again", func(t *testing.T) {
		percorso := filepath.Join(radice, "nuova")
		if err := errors.Join(cartellaRiservata(percorso, io), cartellaRiservata(percorso, io)); err != nil {
			t.Error(err)
		}
	})
	for regola, percorso := range map[string]string{
		"a link that somebody put there is refused": crea("link", func(p string) error { return os.Symlink(radice, p) }),
		"a file is refused":                         crea("file", func(p string) error { return os.WriteFile(p, nil, 0o600) }),
		"a folder where others write is refused":    crea("aperta", func(p string) error { return errors.Join(os.Mkdir(p, 0o700), os.Chmod(p, 0o777)) }),
	} {
		t.Run(regola, func(t *testing.T) {
			if err := cartellaRiservata(percorso, io); err == nil {
				t.Error("taken")
			}
		})
	}
	t.Run("a folder of somebody else is refused", func(t *testing.T) {
		percorso := crea("mia", func(p string) error { return os.Mkdir(p, 0o700) })
		if err := cartellaRiservata(percorso, identita{uid: os.Geteuid() + 1}); err == nil {
			t.Error("taken")
		}
	})
}

// TestFuoriPortata is about root: the server's account is another, and the project may be in a
// folder that only root enters. An ordinary user is the server's account, so all is in reach.
func TestFuoriPortata(t *testing.T) {
	t.Parallel()
	radice := filepath.Dir(cartellaProva(t))
	if err := os.Chmod(radice, 0o700); err != nil {
		t.Fatal(err)
	}
	cartella := filepath.Join(radice, "pg")
	p := avvia(t, PostgresOpzioni{Cartella: cartella, Durevole: true})
	sql(t, p, "CREATE TABLE cosa AS SELECT 7 AS n")
	if altrove := p.Cartella() != cartella; altrove != (os.Geteuid() == 0) {
		t.Errorf("user %d keeps the cluster in %s", os.Geteuid(), p.Cartella())
	}
	p.Ferma()
	ancora := avvia(t, PostgresOpzioni{Cartella: cartella})
	if sql(t, ancora, "SELECT n FROM cosa") != "7" || ancora.Cartella() != p.Cartella() {
		t.Errorf("the second start used %s", ancora.Cartella())
	}
	ancora.Ferma()
	if err := Rimuovi(cartella); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(p.Cartella()); !os.IsNotExist(err) {
		t.Errorf("the cluster is left: %v", err)
	}
}

// TestUtenteOrdinario runs the tests of the cluster once more as the least privileged account of
// the machine. Whoever is not root is an ordinary user already and has just run them.
func TestUtenteOrdinario(t *testing.T) {
	t.Parallel()
	chi := identita{uid: os.Geteuid(), gid: os.Getegid()}
	if chi.uid == 0 {
		var err error
		if chi, err = identitaDi("nobody"); err != nil {
			t.Fatal(err)
		}
	}
	casa := filepath.Dir(cartellaProva(t))
	if err := chi.prende(casa); err != nil {
		t.Fatal(err)
	}
	programma := filepath.Join(casa, "prova")
	copia(t, programma)
	cmd := exec.CommandContext(t.Context(), programma, "-test.run=^(TestPostgres|TestFuoriPortata|TestPostgresDopoUnaCaduta)$")
	cmd.Dir, cmd.Env = casa, []string{"HOME=" + casa, "TMPDIR=" + casa, "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: chi.credenziale()}
	uscita, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(uscita), "PASS") {
		t.Errorf("%v\n%s", err, uscita)
	}
}

func copia(t *testing.T, dove string) {
	t.Helper()
	da, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	origine, err := os.Open(da)
	if err != nil {
		t.Fatal(err)
	}
	defer origine.Close()
	nuovo, err := os.OpenFile(dove, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(nuovo, origine)
	if err = errors.Join(err, nuovo.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestCercaEseguibili(t *testing.T) {
	t.Parallel()
	finta := func(versione string) string {
		cartella := t.TempDir()
		for _, nome := range []string{"initdb", "postgres"} {
			if err := os.WriteFile(filepath.Join(cartella, nome), []byte("#!/bin/sh\necho postgres "+versione+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		return cartella
	}
	io := identita{uid: os.Geteuid(), gid: os.Getegid()}
	t.Run("missing programs: the error says what to install", func(t *testing.T) {
		t.Parallel()
		_, err := AvviaPostgres(context.Background(), PostgresOpzioni{Cartella: cartellaProva(t), Eseguibili: t.TempDir()})
		if !errors.Is(err, ErrPostgresMancante) || !strings.Contains(err.Error(), "si installa con: "+ComandoInstallazione(exec.LookPath)) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("wrapper scripts are passed over", func(t *testing.T) {
		t.Parallel()
		vere := cartelleCandidate()
		trovati, err := cercaEseguibili(append([]string{finta("(PostgreSQL) 17.1")}, vere...), 0, io)
		if err != nil || trovati.cartella == "" || strings.Contains(trovati.cartella, "TestCerca") {
			t.Errorf("got %+v, %v", trovati, err)
		}
	})
	t.Run("a version that is asked for and not there is named", func(t *testing.T) {
		t.Parallel()
		_, err := cercaEseguibili(cartelleCandidate(), 98, io)
		if !errors.Is(err, ErrPostgresMancante) || !strings.Contains(err.Error(), "vuole la 98") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("version 15 comes before version 9", func(t *testing.T) {
		t.Parallel()
		radice := t.TempDir()
		for _, v := range []string{"9", "15", "14"} {
			if err := os.MkdirAll(filepath.Join(radice, v, "bin"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		trovate := perVersione(filepath.Join(radice, "*", "bin"))
		if len(trovate) != 3 || !strings.HasSuffix(trovate[0], "/15/bin") || !strings.HasSuffix(trovate[2], "/9/bin") {
			t.Errorf("got %v", trovate)
		}
	})
}

func TestComandoInstallazione(t *testing.T) {
	t.Parallel()
	solo := func(nome string) func(string) (string, error) {
		return func(n string) (string, error) {
			if n == nome {
				return "/bin/" + n, nil
			}
			return "", exec.ErrNotFound
		}
	}
	for gestore, atteso := range map[string]string{
		"apt-get": "apt-get install -y postgresql", "dnf": "dnf install -y postgresql-server", "brew": "brew install postgresql@17",
		"nessuno": "",
	} {
		if got := ComandoInstallazione(solo(gestore)); !strings.HasSuffix(got, atteso) {
			t.Errorf("%s: %q", gestore, got)
		}
	}
}
