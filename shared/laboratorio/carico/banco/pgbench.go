package banco

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
)

// Pgbench runs scripts as the limit: the same server, the same address, no program of ours.
type Pgbench struct {
	programma string
	ambiente  []string
	cartella  string
	giro      int64
}

// clientiPgbench is how many connections write at once: as many as the callers of the product.
const clientiPgbench = 16

// perGiro is how many values of :k a run may use up.
const perGiro = 20_000_000

// NuovoPgbench finds the program beside the server's own, which package managers install together.
func NuovoPgbench(ctx context.Context, b *Banco, database string) (*Pgbench, error) {
	var cartella string
	err := b.ConServer(ctx, database, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `SELECT setting FROM pg_config WHERE name = 'BINDIR'`).Scan(&cartella)
	})
	if err != nil {
		return nil, err
	}
	programma, err := cercaPgbench(cartella)
	if err != nil {
		return nil, err
	}
	ambiente, err := ambientePg(b.Dsn(database))
	return &Pgbench{programma: programma, ambiente: ambiente, cartella: b.Cartella}, err
}

func cercaPgbench(cartella string) (string, error) {
	accanto := filepath.Join(cartella, "pgbench")
	if _, err := os.Stat(accanto); err == nil {
		return accanto, nil
	}
	if programma, err := exec.LookPath("pgbench"); err == nil {
		return programma, nil
	}
	come := locale.ComandoInstallazione(exec.LookPath)
	if come == "" {
		come = "il gestore dei pacchetti della macchina"
	}
	return "", fmt.Errorf("manca pgbench, cercato in %s e nel PATH: sta nel pacchetto del server PostgreSQL "+
		"(Debian postgresql, Fedora e openSUSE postgresql-contrib); si installa con: %s", cartella, come)
}

// ambientePg says where the server is through the environment, where a password is not shown.
func ambientePg(dsn string) ([]string, error) {
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("indirizzo di PostgreSQL: %w", err)
	}
	return append(os.Environ(), "LC_ALL=C", "PGHOST="+cfg.Host, "PGPORT="+strconv.Itoa(int(cfg.Port)), "PGUSER="+cfg.User,
		"PGPASSWORD="+cfg.Password, "PGDATABASE="+cfg.Database), nil
}

// rodaggio is left out of runs shorter than corsaBreve: until then the clients read the catalogue and plan their statements, which
// is little of a long run and half of a short one.
const (
	rodaggio   = time.Second
	corsaBreve = 3 * time.Second
)

// Esegui runs a script for a while with all clients and gives the transactions a second.
func (p *Pgbench) Esegui(ctx context.Context, copione string, durata time.Duration) (float64, error) {
	file := filepath.Join(p.cartella, "copione.sql")
	if err := os.WriteFile(file, []byte(copione), 0o600); err != nil {
		return 0, fmt.Errorf("copione di pgbench: %w", err)
	}
	p.giro++
	breve := durata < corsaBreve
	if breve {
		durata += rodaggio
	}
	cmd := exec.CommandContext(ctx, p.programma, "--no-vacuum", "--protocol=prepared", "--file="+file,
		"--client="+strconv.Itoa(clientiPgbench), "--jobs="+strconv.Itoa(min(runtime.NumCPU(), clientiPgbench)),
		"--time="+strconv.Itoa(max(1, int(durata.Seconds()))), "--progress=1", "--define=n=0",
		"--define=clienti="+strconv.Itoa(clientiPgbench), "--define=base="+strconv.FormatInt(p.giro*perGiro, 10))
	cmd.Env = p.ambiente
	uscita, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("pgbench: %w\n%s", err, UltimeRighe(uscita, 8))
	}
	return leggiPgbench(string(uscita), breve)
}

// ErrSenzaTransazioni is a limit that could not be measured: no client of pgbench ended anything while it ran.
var ErrSenzaTransazioni = errors.New("pgbench: nessuna transazione finita")

var (
	formaTps    = regexp.MustCompile(`(?m)^tps = ([0-9.]+) \(without`)
	formaPasso  = regexp.MustCompile(`(?m)^progress: [0-9.]+ s, ([0-9.]+) tps`)
	formaFallte = regexp.MustCompile(`(?m)^number of failed transactions: ([0-9]+)`)
)

// leggiPgbench reads the rate from what pgbench prints, that of the seconds after the first when the run was short, and refuses a
// run with failures.
func leggiPgbench(uscita string, breve bool) (float64, error) {
	if f := formaFallte.FindStringSubmatch(uscita); f != nil && f[1] != "0" {
		return 0, fmt.Errorf("pgbench: %s transazioni fallite", f[1])
	}
	if strings.Contains(uscita, "actually processed: 0\n") {
		return 0, ErrSenzaTransazioni
	}
	m := formaTps.FindStringSubmatch(uscita)
	if m == nil {
		return 0, errors.New("pgbench: risposta senza tps:\n" + string(UltimeRighe([]byte(uscita), 8)))
	}
	passi := formaPasso.FindAllStringSubmatch(uscita, -1)
	if !breve || len(passi) < 2 {
		return strconv.ParseFloat(m[1], 64)
	}
	var somma float64
	for _, passo := range passi[1:] {
		tps, err := strconv.ParseFloat(passo[1], 64)
		if err != nil {
			return 0, fmt.Errorf("pgbench: %w", err)
		}
		somma += tps
	}
	return somma / float64(len(passi)-1), nil
}
