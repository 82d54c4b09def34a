package banco

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const uscitaPgbench = `pgbench (15.18 (Debian 15.18-0+deb12u1))
transaction type: copione.sql
scaling factor: 1
query mode: prepared
number of clients: 16
number of threads: 2
maximum number of tries: 1
duration: 3 s
number of transactions actually processed: 4861
number of failed transactions: 0 (0.000%)
latency average = 9.874 ms
initial connection time = 35.020 ms
tps = 1620.387654 (without initial connection time)
`

func TestPgbenchRate(t *testing.T) {
	t.Parallel()
	if tps, err := leggiPgbench(uscitaPgbench, true); err != nil || tps != 1620.387654 {
		t.Errorf("rate %v, %v", tps, err)
	}
	passi := "progress: 1.0 s, 100.0 tps, lat 20.1 ms stddev 9.0, 0 failed\nprogress: 2.0 s, 1600.5 tps, lat 9.0 ms stddev 1.0, 0 failed\n" +
		"progress: 3.0 s, 1800.5 tps, lat 9.0 ms stddev 1.0, 0 failed\n" + uscitaPgbench
	for breve, atteso := range map[bool]float64{true: 1700.5, false: 1620.387654} {
		if tps, err := leggiPgbench(passi, breve); err != nil || tps != atteso {
			t.Errorf("short %v: rate %v, %v", breve, tps, err)
		}
	}
	if _, err := leggiPgbench(strings.Replace(uscitaPgbench, "transactions: 0 ", "transactions: 3 ", 1), false); err == nil {
		t.Error("a run with failed transactions was taken for a limit")
	}
	if _, err := leggiPgbench(strings.Replace(uscitaPgbench, "processed: 4861", "processed: 0", 1), true); !errors.Is(err, ErrSenzaTransazioni) {
		t.Errorf("nothing ended: %v", err)
	}
	if _, err := leggiPgbench("pgbench: error: connection failed", true); err == nil || !strings.Contains(err.Error(), "connection failed") {
		t.Errorf("what pgbench said must be in the error: %v", err)
	}
}

func TestMissingPgbenchSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := cercaPgbench(t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "pacchetto") {
		t.Errorf("error = %v", err)
	}
	cartella := t.TempDir()
	if err := os.WriteFile(filepath.Join(cartella, "pgbench"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if p, err := cercaPgbench(cartella); err != nil || p != filepath.Join(cartella, "pgbench") {
		t.Errorf("beside the server: %q, %v", p, err)
	}
}

func TestPasswordTravelsInTheEnvironment(t *testing.T) {
	t.Parallel()
	ambiente, err := ambientePg("postgres://postgres:segreta@127.0.0.1:54321/alfa?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	tutto := "\n" + strings.Join(ambiente, "\n") + "\n"
	for _, voce := range []string{"PGHOST=127.0.0.1", "PGPORT=54321", "PGUSER=postgres", "PGPASSWORD=segreta", "PGDATABASE=alfa"} {
		if !strings.Contains(tutto, "\n"+voce+"\n") {
			t.Errorf("%s is missing", voce)
		}
	}
}
