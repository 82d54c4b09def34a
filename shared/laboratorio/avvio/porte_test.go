package main

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func ascolta(t *testing.T, indirizzo string) int {
	t.Helper()
	l, err := net.Listen("tcp", indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().(*net.TCPAddr).Port
}

func TestPorteLibere(t *testing.T) {
	t.Parallel()
	t.Run("a free port is no error", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		numero := l.Addr().(*net.TCPAddr).Port
		l.Close()
		if err := porteLibere([]porta{{numero, "prova"}}); err != nil {
			t.Error(err)
		}
	})
	t.Run("all taken ports are reported together", func(t *testing.T) {
		t.Parallel()
		una, altra := ascolta(t, "127.0.0.1:0"), ascolta(t, "0.0.0.0:0")
		err := porteLibere([]porta{{una, "NATS"}, {altra, "core"}})
		if err == nil || !strings.Contains(err.Error(), "(NATS)") || !strings.Contains(err.Error(), "(core)") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a port that becomes free in time is waited for", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		occupata := []porta{{l.Addr().(*net.TCPAddr).Port, "prova"}}
		if attendiPorte(context.Background(), occupata, 0) == nil {
			t.Error("a taken port passed")
		}
		go func() { time.Sleep(50 * time.Millisecond); l.Close() }()
		if err := attendiPorte(context.Background(), occupata, 20*time.Second); err != nil {
			t.Error(err)
		}
	})
	t.Run("a holder on IPv6 is found too", func(t *testing.T) {
		t.Parallel()
		numero := ascolta(t, "[::]:0")
		if chi := chiOccupa("/proc", numero); !strings.Contains(chi, "(pid ") {
			t.Errorf("got %q", chi)
		}
	})
}

func TestChiOccupa(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	tabella := "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n" +
		"   0: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 11 1\n" +
		"   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 77 1\n" +
		"   2: short\n" +
		"   3: 0100007F:1FA0 0100007F:1538 01 00000000:00000000 00:00000000 00000000  1000        0 11 1\n"
	for nome, contenuto := range map[string]string{"net/tcp": tabella, "42/comm": "java\n", "9/comm": "altro\n"} {
		percorso := filepath.Join(proc, nome)
		if err := os.MkdirAll(filepath.Dir(percorso), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(percorso, []byte(contenuto), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for nome, punta := range map[string]string{"42/fd/7": "socket:[77]", "9/fd/3": "socket:[11]"} {
		percorso := filepath.Join(proc, nome)
		if err := os.MkdirAll(filepath.Dir(percorso), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(punta, percorso); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("the listener is named, not who is connected from that port", func(t *testing.T) {
		if chi := chiOccupa(proc, 8080); chi != "java (pid 42)" {
			t.Errorf("got %q", chi)
		}
	})
	t.Run("a number in use as the local end of a connection is said so", func(t *testing.T) {
		if chi := chiOccupa(proc, 8096); chi != "altro (pid 9), per una sua connessione" {
			t.Errorf("got %q", chi)
		}
	})
	t.Run("a port without a visible owner is said so", func(t *testing.T) {
		if chi := chiOccupa(proc, 8081); !strings.Contains(chi, "non si può identificare") {
			t.Errorf("got %q", chi)
		}
	})
}
