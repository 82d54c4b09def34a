package banco

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// StatoProcesso is what /proc/PID/stat says of a process. Times are of the processor.
type StatoProcesso struct {
	Pid, Padre int
	Nome       string
	Cpu        time.Duration // its own
	CpuFigli   time.Duration // of its children that have ended
}

// tic is the unit of the times of /proc/PID/stat: Linux shows 100 a second on every architecture.
const tic = 10 * time.Millisecond

// LeggiStato reads a line of /proc/PID/stat: "pid (name) state ppid …"; the name may hold spaces and
// brackets, so it ends at the last bracket.
func LeggiStato(riga string) (StatoProcesso, error) {
	apre, chiude := strings.IndexByte(riga, '('), strings.LastIndexByte(riga, ')')
	if apre < 1 || chiude < apre {
		return StatoProcesso{}, fmt.Errorf("stato di processo illeggibile: %.60q", riga)
	}
	campi := strings.Fields(riga[chiude+1:])
	if len(campi) < 15 {
		return StatoProcesso{}, fmt.Errorf("stato di processo corto: %.60q", riga)
	}
	numeri := make([]int, 6)
	for i, testo := range []string{strings.TrimSpace(riga[:apre]), campi[1], campi[11], campi[12], campi[13], campi[14]} {
		n, err := strconv.Atoi(testo)
		if err != nil {
			return StatoProcesso{}, fmt.Errorf("stato di processo: %w", err)
		}
		numeri[i] = n
	}
	return StatoProcesso{
		Pid: numeri[0], Padre: numeri[1], Nome: riga[apre+1 : chiude],
		Cpu: time.Duration(numeri[2]+numeri[3]) * tic, CpuFigli: time.Duration(numeri[4]+numeri[5]) * tic,
	}, nil
}

// Processi reads every process that can be seen in proc; those that end meanwhile are left out.
func Processi(proc string) []StatoProcesso {
	file, err := filepath.Glob(filepath.Join(proc, "[0-9]*", "stat"))
	if err != nil {
		return nil
	}
	var tutti []StatoProcesso
	for _, f := range file {
		riga, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		if s, err := LeggiStato(string(riga)); err == nil {
			tutti = append(tutti, s)
		}
	}
	return tutti
}

// AmbienteDi is the environment that a process was started with.
func AmbienteDi(proc string, pid int) ([]string, error) {
	testo, err := os.ReadFile(filepath.Join(proc, strconv.Itoa(pid), "environ"))
	if err != nil {
		return nil, fmt.Errorf("ambiente del processo %d: %w", pid, err)
	}
	return strings.Split(strings.TrimRight(string(testo), "\x00"), "\x00"), nil
}

// Memoria is what a process holds, in bytes. Pss divides shared pages among their processes;
// anonima is what no file could give back: heap and stacks, without the pages of the program.
type Memoria struct{ Rss, Pss, Anonima int64 }

// MemoriaDi reads /proc/PID/smaps_rollup.
func MemoriaDi(proc string, pid int) (Memoria, error) {
	percorso := filepath.Join(proc, strconv.Itoa(pid), "smaps_rollup")
	rss, errRss := Kibibyte(Campo(percorso, "Rss"))
	pss, errPss := Kibibyte(Campo(percorso, "Pss"))
	anonima, errAnonima := Kibibyte(Campo(percorso, "Anonymous"))
	if err := errors.Join(errRss, errPss, errAnonima); err != nil {
		return Memoria{}, fmt.Errorf("memoria del processo %d (serve Linux): %w", pid, err)
	}
	return Memoria{Rss: rss, Pss: pss, Anonima: anonima}, nil
}

// Kibibyte reads "12345 kB", whose unit is 1024 bytes.
func Kibibyte(testo string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(testo, "kB")), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("quantità %q: %w", testo, err)
	}
	return n * 1024, nil
}

// Mebibyte is a quantity of memory for the table.
func Mebibyte(byte_ int64) float64 { return float64(byte_) / (1 << 20) }
