package main

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The address of PostgreSQL that the start prints can be used as it is printed, by a program that knows
// no password.
func TestLIndirizzoDiPostgreSQLHaLaSuaPassword(t *testing.T) {
	t.Parallel()
	psql, err := exec.LookPath("psql")
	if err != nil {
		t.Fatal(err) // it comes with the server
	}
	cartella := filepath.Join(t.TempDir(), "postgres")
	t.Cleanup(func() { _ = locale.Rimuovi(cartella) })
	server, err := locale.AvviaPostgres(context.Background(), locale.PostgresOpzioni{Cartella: cartella, Porta: portaLibera(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Ferma() })
	var detto strings.Builder
	b := benvenuto{Servizi: indirizzi{}, Postgres: senzaPassword(server.DSNAmministratore("postgres")), PasswordPostgres: server.FilePassword()}
	if err := b.scrivi(&detto); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(detto.String(), server.Password()) {
		t.Error("the password is on the screen")
	}
	riga := regexp.MustCompile(`PGPASSWORD=.* psql '.*'`).FindString(detto.String())
	cmd := exec.CommandContext(t.Context(), "sh", "-c", riga+` -w -Atc "SELECT 'entrato'"`)
	cmd.Env = []string{"PATH=" + filepath.Dir(psql) + ":" + os.Getenv("PATH")}
	if uscita, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(uscita)) != "entrato" {
		t.Errorf("%s: %v: %s", riga, err, uscita)
	}
}

func portaLibera(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	a, _ := l.Addr().(*net.TCPAddr)
	return a.Port
}

// A server elsewhere has no password that we know: the start names no file.
func TestUnServerAltroveNonHaFileDellaPassword(t *testing.T) {
	t.Parallel()
	var detto strings.Builder
	if err := (benvenuto{Servizi: indirizzi{}, Postgres: "postgres://capo@altrove/postgres"}).scrivi(&detto); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(detto.String(), "PGPASSWORD") {
		t.Error(detto.String())
	}
}

// The commands that the start prints find the role and the settings of their own program.
func TestIComandiHannoLeLoroImpostazioni(t *testing.T) {
	t.Parallel()
	dati := t.TempDir()
	p := nuovaPila(opzioni{dati: dati, bin: "/programmi"}, os.Stdout, false)
	p.coll = collegamenti{dsnAmministratore: "postgres://postgres:segretissima@127.0.0.1:54320/postgres?sslmode=disable", nats: "nats://127.0.0.1:4222"}
	for _, nome := range []string{"core", "elaborazione"} {
		if _, err := p.ambiente(p.servizioDi(nome)); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "sh", "-c", "set -a; . "+p.ambienteDi(nome)+`; echo "$VERBALI_PG_DSN $VERBALI_PG_PASSWORD_FILE $VERBALI_DEPOSITO_URL"`)
		uscita, err := cmd.CombinedOutput()
		attesa := "postgres://verbali_" + nome + "_uso@127.0.0.1:54320/piattaforma?sslmode=disable " + p.segreti.ruolo("verbali_"+nome+"_uso") + " file://" + dati + "/deposito"
		if err != nil || strings.TrimSpace(string(uscita)) != attesa {
			t.Errorf("%s: %v %s", nome, err, uscita)
		}
	}
	if _, err := os.Stat(p.ambienteDi("vpn")); err == nil {
		t.Error("settings of a program without commands are written")
	}
}

// The fines that a newcomer may look up are told in the words of the pages, not in codes.
func TestGliEsempiSonoInParole(t *testing.T) {
	t.Parallel()
	b := benvenuto{Servizi: indirizzi{}}
	for i, c := range verbale.Debiti() {
		b.Prove = append(b.Prove, avvisoProva{NumeroAvviso: strings.Repeat("1", i+1), Targa: "AB123CD", Debito: c})
	}
	var detto strings.Builder
	if err := b.scrivi(&detto); err != nil {
		t.Fatal(err)
	}
	for _, c := range verbale.Debiti() {
		if regexp.MustCompile(`(?m) ` + string(c) + `$`).MatchString(detto.String()) {
			t.Errorf("%s is printed as it is", c)
		}
	}
	if !strings.Contains(detto.String(), "targa AB123CD    Ridotto del 30%\n") {
		t.Error(detto.String())
	}
}
