package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

// statoProva is a line of /proc/PID/stat.
func statoProva(pid, padre int, nome string, cpu, figli int) string {
	return fmt.Sprintf("%d (%s) S %d 1 1 0 -1 4194560 100 0 0 0 %d 0 %d 0 20 0 8 0 12345 100 200\n", pid, nome, padre, cpu, figli)
}

func TestProcessLine(t *testing.T) {
	t.Parallel()
	s, err := banco.LeggiStato(statoProva(77, 5, "nome (con) spazi", 30, 4))
	atteso := banco.StatoProcesso{Pid: 77, Padre: 5, Nome: "nome (con) spazi", Cpu: 300 * time.Millisecond, CpuFigli: 40 * time.Millisecond}
	if diff := cmp.Diff(atteso, s, cmp.AllowUnexported(banco.StatoProcesso{})); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, guasta := range []string{"", "77", "77 (x", "77 (x) S 5", "x (y) S 5 1 1 0 -1 4194560 100 0 0 0 1 0 1 0 20 0"} {
		if _, err := banco.LeggiStato(guasta); err == nil {
			t.Errorf("%q was read", guasta)
		}
	}
}

func TestProcessorTimeGoesToItsPart(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	for pid, riga := range map[string]string{
		"10": statoProva(10, 1, "postgres", 1, 2), "11": statoProva(11, 10, "postgres", 10, 0),
		"20": statoProva(20, 1, "avvio", 3, 2), "21": statoProva(21, 20, "elaborazione", 40, 0),
		"30": statoProva(30, 1, "carico", 7, 0), "31": statoProva(31, 30, "elaborazione", 10, 0), "40": statoProva(40, 1, "altri", 100, 0),
	} {
		if err := os.MkdirAll(filepath.Join(proc, pid), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(proc, pid, "stat"), []byte(riga), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	atteso := banco.Consumo{"PostgreSQL": 130 * time.Millisecond, "NATS e avvio": 50 * time.Millisecond,
		"elaborazione": 500 * time.Millisecond, "carico": 70 * time.Millisecond}
	c := banco.PerParte(banco.Processi(proc), 10, 20, 30)
	if diff := cmp.Diff(atteso, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if testo := banco.PerUnita(banco.Consumo{"carico": 20 * time.Millisecond}, c, 100); testo != "elaborazione 5,00, PostgreSQL 1,30, NATS e avvio 0,50, carico 0,50" {
		t.Errorf("where the time goes: %q", testo)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	if err := os.MkdirAll(filepath.Join(proc, "9"), 0o700); err != nil {
		t.Fatal(err)
	}
	testo := "00400000-7ffd [rollup]\nRss:               20480 kB\nPss:               10240 kB\nPss_Anon:           5000 kB\nAnonymous:          5120 kB\n"
	if err := os.WriteFile(filepath.Join(proc, "9", "smaps_rollup"), []byte(testo), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := banco.MemoriaDi(proc, 9)
	if err != nil || banco.Mebibyte(m.Rss) != 20 || banco.Mebibyte(m.Pss) != 10 || banco.Mebibyte(m.Anonima) != 5 {
		t.Errorf("memory %+v, %v", m, err)
	}
	if _, err := banco.MemoriaDi(proc, 10); err == nil {
		t.Error("a process that is not there has no memory to report")
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	if err := os.MkdirAll(filepath.Join(proc, "9"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(proc, "9", "environ"), []byte("A=1\x00VERBALI_INDIRIZZO=x:1\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	ambiente, err := banco.AmbienteDi(proc, 9)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"A=1", "VERBALI_INDIRIZZO=y:2"}, sostituisci(ambiente, "VERBALI_INDIRIZZO", "y:2")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"A=1"}, banco.AmbientePulito(ambiente)); diff != "" {
		t.Errorf("the person's settings must stay out (-want +got):\n%s", diff)
	}
}

func TestFileSystemIsThatOfTheNearestMount(t *testing.T) {
	t.Parallel()
	montaggi := filepath.Join(t.TempDir(), "mounts")
	if err := os.WriteFile(montaggi, []byte("d / ext4 rw\nt /tmp tmpfs rw\nx /tmpaltro xfs rw\nv /var/tmp btrfs rw\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for cartella, atteso := range map[string]string{
		"/tmp/x": "tmpfs", "/tmp": "tmpfs", "/tmpaltro/y": "xfs", "/var/tmp/z": "btrfs", "/var": "ext4",
	} {
		if tipo := banco.FileSystem(montaggi, cartella); tipo != atteso {
			t.Errorf("%s is on %s, want %s", cartella, tipo, atteso)
		}
	}
}
