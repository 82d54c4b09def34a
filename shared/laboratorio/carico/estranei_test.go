package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

func TestOthersShareOfTheProcessors(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	leggi := func(riga string) (banco.Orologi, error) {
		if err := os.WriteFile(filepath.Join(proc, "stat"), []byte(riga+"\ncpu0 1 2 3\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return banco.LeggiOrologi(proc)
	}
	prima, errPrima := leggi("cpu  1000 10 500 8000 200 5 5 0 0 0")
	dopo, errDopo := leggi("cpu  1300 10 600 8500 250 5 5 50 0 0") // 450 busy (50 stolen) of 1000 in all
	if errPrima != nil || errDopo != nil {
		t.Fatal(errPrima, errDopo)
	}
	dopo.Nostro = 2 * time.Second // 200
	if q := banco.Estranei(prima, dopo); q != 25 {
		t.Errorf("others used %v %%", q)
	}
	if q := banco.Estranei(dopo, dopo); q != 0 {
		t.Errorf("without time there is no share: %v", q)
	}
	for _, guasta := range []string{"", "cpu 1 2", "cpu a 1 1 1 1 1 1 1", "intr 1 2 3 4 5 6 7 8 9"} {
		if _, err := leggi(guasta); err == nil {
			t.Errorf("%q was read", guasta)
		}
	}
}

func TestBusyMachineIsSaid(t *testing.T) {
	t.Parallel()
	for quota, atteso := range map[float64]bool{3: false, 60: true} {
		m := esempio().Macchina
		m.EstraneiPerCento = quota
		if detto := strings.Contains(m.Testo(), "ATTENZIONE"); detto != atteso {
			t.Errorf("with %v %% taken by others:\n%s", quota, m.Testo())
		}
	}
}
