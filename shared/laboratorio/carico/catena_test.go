package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

func TestTheMostMemoryOfAProcess(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	if err := os.MkdirAll(filepath.Join(proc, "9"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(proc, "9", "status"), []byte("Name:\tx\nVmHWM:\t  102400 kB\nVmRSS:\t   20480 kB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := punta(proc, 9); err != nil || banco.Mebibyte(n) != 100 {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := punta(proc, 10); err == nil {
		t.Error("a process that is not there has no memory to report")
	}
	azzeraPunta(proc, 10) // where the kernel will not, nothing happens
}

func TestTheChainIsJudgedFromTheFirstFineToThePackage(t *testing.T) {
	t.Parallel()
	g := giroCatena{quanti: 1000, inseriti: time.Second, intestati: 2 * time.Second, stampati: 7 * time.Second, chiuso: 7 * time.Second,
		pacchetto: 10 * time.Second, memoria: 99 << 20, prima: banco.Consumo{}, poi: banco.Consumo{"elaborazione": 20 * time.Second}}
	cifre := g.cifre(1200)
	if c := cifre[0]; c.Valore != 100 || c.Giudizio() != "no" {
		t.Errorf("%+v", c)
	}
	if c := cifre[1]; c.Rapporto != 100.0/1200 || c.Traguardo != nil {
		t.Errorf("%+v", c)
	}
	for limite, giudizio := range map[float64]string{200: "sì", 201: "no"} { // slow printing: half of it is owed, and no figure
		if lente := g.cifre(limite); lente[0].Giudizio() != "" || lente[1].Giudizio() != giudizio {
			t.Errorf("printing %v/s: %+v, %+v", limite, lente[0], lente[1])
		}
	}
	for durata, giudizio := range map[time.Duration]string{117 * time.Second: "sì", 118 * time.Second: "no"} { // ten times the fines, within 15 %
		if c := (giroCatena{quanti: 10_000, pacchetto: durata}).costanza(g); c.Giudizio() != giudizio {
			t.Errorf("%+v", c)
		}
	}
	if c := cifre[5]; c.Valore != 3 {
		t.Errorf("from the closing to the package: %+v", c)
	}
	if c := cifre[len(cifre)-1]; c.Giudizio() != "sì" {
		t.Errorf("memory: %+v", c)
	}
	if !strings.Contains(g.nota(), "elaborazione 20,0") {
		t.Error(g.nota())
	}
}
