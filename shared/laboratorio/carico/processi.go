package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// statoProcesso is what /proc/PID/stat says of a process. Times are of the processor.
type statoProcesso struct {
	pid, padre int
	nome       string
	cpu        time.Duration // its own
	cpuFigli   time.Duration // of its children that have ended
}

// tic is the unit of the times of /proc/PID/stat: Linux shows 100 a second on every architecture.
const tic = 10 * time.Millisecond

// leggiStato reads a line of /proc/PID/stat: "pid (name) state ppid …"; the name may hold spaces and
// brackets, so it ends at the last bracket.
func leggiStato(riga string) (statoProcesso, error) {
	apre, chiude := strings.IndexByte(riga, '('), strings.LastIndexByte(riga, ')')
	if apre < 1 || chiude < apre {
		return statoProcesso{}, fmt.Errorf("stato di processo illeggibile: %.60q", riga)
	}
	campi := strings.Fields(riga[chiude+1:])
	if len(campi) < 15 {
		return statoProcesso{}, fmt.Errorf("stato di processo corto: %.60q", riga)
	}
	numeri := make([]int, 6)
	for i, testo := range []string{strings.TrimSpace(riga[:apre]), campi[1], campi[11], campi[12], campi[13], campi[14]} {
		n, err := strconv.Atoi(testo)
		if err != nil {
			return statoProcesso{}, fmt.Errorf("stato di processo: %w", err)
		}
		numeri[i] = n
	}
	return statoProcesso{
		pid: numeri[0], padre: numeri[1], nome: riga[apre+1 : chiude],
		cpu: time.Duration(numeri[2]+numeri[3]) * tic, cpuFigli: time.Duration(numeri[4]+numeri[5]) * tic,
	}, nil
}

// processi reads every process that can be seen in proc; those that end meanwhile are left out.
func processi(proc string) []statoProcesso {
	file, err := filepath.Glob(filepath.Join(proc, "[0-9]*", "stat"))
	if err != nil {
		return nil
	}
	var tutti []statoProcesso
	for _, f := range file {
		riga, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		if s, err := leggiStato(string(riga)); err == nil {
			tutti = append(tutti, s)
		}
	}
	return tutti
}

// ambienteDi is the environment that a process was started with.
func ambienteDi(proc string, pid int) ([]string, error) {
	testo, err := os.ReadFile(filepath.Join(proc, strconv.Itoa(pid), "environ"))
	if err != nil {
		return nil, fmt.Errorf("ambiente del processo %d: %w", pid, err)
	}
	return strings.Split(strings.TrimRight(string(testo), "\x00"), "\x00"), nil
}

// memoria is what a process holds, in bytes. Pss divides what is shared among those who share it;
// anonima is what no file could give back: heap and stacks, without the pages of the program.
type memoria struct{ rss, pss, anonima int64 }

// memoriaDi reads /proc/PID/smaps_rollup.
func memoriaDi(proc string, pid int) (memoria, error) {
	percorso := filepath.Join(proc, strconv.Itoa(pid), "smaps_rollup")
	rss, errRss := kibibyte(campo(percorso, "Rss"))
	pss, errPss := kibibyte(campo(percorso, "Pss"))
	anonima, errAnonima := kibibyte(campo(percorso, "Anonymous"))
	if err := errors.Join(errRss, errPss, errAnonima); err != nil {
		return memoria{}, fmt.Errorf("memoria del processo %d (serve Linux): %w", pid, err)
	}
	return memoria{rss: rss, pss: pss, anonima: anonima}, nil
}

// kibibyte reads "12345 kB", whose unit is 1024 bytes.
func kibibyte(testo string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(testo, "kB")), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("quantità %q: %w", testo, err)
	}
	return n * 1024, nil
}

// mebibyte is a quantity of memory for the table.
func mebibyte(byte_ int64) float64 { return float64(byte_) / (1 << 20) }
