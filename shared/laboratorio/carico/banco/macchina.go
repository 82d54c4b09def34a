package banco

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// Macchina is what a figure depends on: without it no figure means anything.
type Macchina struct {
	Quando            time.Time `json:"quando"`
	Processore        string    `json:"processore"`
	Nuclei            int       `json:"nuclei"`
	MemoriaMiB        int       `json:"memoriaMiB"`
	Sistema           string    `json:"sistema"`
	Go                string    `json:"go"`
	Postgres          string    `json:"postgres"`
	Fsync             string    `json:"fsync"`
	SynchronousCommit string    `json:"synchronousCommit"`
	SharedBuffers     string    `json:"sharedBuffers"`
	FileSystem        string    `json:"fileSystem"`
	SincroMs          float64   `json:"sincroMs"`         // a write of 8 KiB and its fsync, in the folder of the data, at best
	RisveglioMicros   float64   `json:"risveglioMicros"`  // of a thread that waits for another
	EstraneiPerCento  float64   `json:"estraneiPerCento"` // of the processors, used by others while we measured
}

// Descrivi looks at this machine, at the server and at the disk under its data.
func Descrivi(ctx context.Context, b *Banco) (Macchina, error) {
	m := Macchina{
		Quando: time.Now(), Nuclei: runtime.NumCPU(), Sistema: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Processore: Campo("/proc/cpuinfo", "model name"), FileSystem: FileSystem("/proc/mounts", b.Cartella),
	}
	kib, _, _ := strings.Cut(Campo("/proc/meminfo", "MemTotal"), " ")
	if n, err := strconv.Atoi(kib); err == nil {
		m.MemoriaMiB = n / 1024
	}
	sincro, err := sincroDisco(filepath.Join(b.Cartella, "sincro"), 200)
	if err != nil {
		return m, err
	}
	risveglio, err := risveglio(5, 2000)
	if err != nil {
		return m, err
	}
	m.SincroMs, m.RisveglioMicros = misura.Millisecondi(sincro), 1000*misura.Millisecondi(risveglio)
	return m, b.ConServer(ctx, "postgres", func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('fsync'),
			current_setting('synchronous_commit'), current_setting('shared_buffers')`).
			Scan(&m.Postgres, &m.Fsync, &m.SynchronousCommit, &m.SharedBuffers)
	})
}

// Testo is the paragraph above the table.
func (m Macchina) Testo() string {
	testo := fmt.Sprintf("%s, %d nuclei, %d MiB, %s, %s; misurato il %s\nPostgreSQL %s, fsync=%s, synchronous_commit=%s, shared_buffers=%s; dati su %s, scrittura con fsync %s ms, risveglio %s µs; "+
		"ai processi estranei allo stack è andato il %s %% dei processori",
		m.Processore, m.Nuclei, m.MemoriaMiB, m.Sistema, m.Go, m.Quando.Format("2006-01-02 15:04"),
		m.Postgres, m.Fsync, m.SynchronousCommit, m.SharedBuffers, m.FileSystem, misura.Numero(m.SincroMs), misura.Numero(m.RisveglioMicros),
		misura.Numero(m.EstraneiPerCento))
	if m.EstraneiPerCento > troppoEstraneo {
		testo += "\nATTENZIONE: la macchina faceva altro, e le cifre ne dipendono: anche i rapporti valgono poco"
	}
	if m.FileSystem == "tmpfs" || m.FileSystem == "ramfs" {
		testo += "\nATTENZIONE: i dati stanno in memoria, qui fsync non costa nulla: scegliere un disco con --cartella"
	}
	return testo
}

// Campo reads the value after the first "name : value" of a file of /proc; empty where there is none.
func Campo(percorso, nome string) string {
	testo, err := os.ReadFile(percorso)
	if err != nil {
		return ""
	}
	for riga := range strings.Lines(string(testo)) {
		if chiave, valore, ok := strings.Cut(riga, ":"); ok && strings.TrimSpace(chiave) == nome {
			return strings.TrimSpace(valore)
		}
	}
	return ""
}

// FileSystem names the kind of the mount that holds a folder: the longest mount point above it.
func FileSystem(montaggi, cartella string) string {
	testo, err := os.ReadFile(montaggi)
	if err != nil {
		return "file system ignoto"
	}
	tipo, lungo := "file system ignoto", 0
	for riga := range strings.Lines(string(testo)) {
		campi := strings.Fields(riga)
		if len(campi) < 3 {
			continue
		}
		punto := campi[1]
		dentro := punto == "/" || cartella == punto || strings.HasPrefix(cartella, punto+"/")
		if dentro && len(punto) >= lungo {
			tipo, lungo = campi[2], len(punto)
		}
	}
	return tipo
}

// sincroDisco is how long the disk takes to keep a page of the write-ahead log: the time within which one in ten of so many was
// kept, since the others also waited for what else the machine does.
func sincroDisco(percorso string, volte int) (time.Duration, error) {
	f, err := os.Create(percorso)
	if err != nil {
		return 0, fmt.Errorf("prova del disco: %w", err)
	}
	defer func() { f.Close(); _ = os.Remove(percorso) }()
	pagina := make([]byte, 8192)
	durate := make([]time.Duration, volte)
	for i := range durate {
		inizio := time.Now()
		if _, err := f.Write(pagina); err != nil {
			return 0, fmt.Errorf("prova del disco: %w", err)
		}
		if err := f.Sync(); err != nil {
			return 0, fmt.Errorf("prova del disco: %w", err)
		}
		durate[i] = time.Since(inizio)
	}
	return misura.Percentile(durate, 10), nil
}
