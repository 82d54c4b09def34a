package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

func TestNumero(t *testing.T) {
	t.Parallel()
	for v, atteso := range map[float64]string{
		0: "0,00", 0.0042: "0,004", 0.123: "0,12", 1: "1,00", 9.994: "9,99", 9.996: "10,0", 34.56: "34,6", 99.96: "100",
		345.6: "346", 1234.5: "1.234", 1234567: "1.234.567", -1234: "-1.234", -123: "-123",
	} {
		if testo := misura.Numero(v); testo != atteso {
			t.Errorf("numero(%v) = %q, want %q", v, testo, atteso)
		}
	}
}

func TestGiudizio(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		nome   string
		cifra  misura.Cifra
		atteso string
	}{
		{"a figure without a goal is not judged", misura.Cifra{Valore: 5}, ""},
		{"a goal on the ratio looks at the ratio, not at the figure", misura.Cifra{Valore: 900, Rapporto: 0.99, Traguardo: misura.Almeno(1)}, "no"},
		{"the goal itself is reached", misura.Cifra{Valore: 900, Rapporto: 1, Traguardo: misura.Almeno(1)}, "sì"},
		{"without a ratio the goal is on the figure", misura.Cifra{Valore: 31.9, Traguardo: &misura.Traguardo{Sotto: 32}}, "sì"},
		{"below means below", misura.Cifra{Valore: 32, Traguardo: &misura.Traguardo{Sotto: 32}}, "no"},
	} {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			if g := c.cifra.Giudizio(); g != c.atteso {
				t.Errorf("giudizio() = %q, want %q", g, c.atteso)
			}
		})
	}
}

func esempio() rapporto {
	return rapporto{
		Macchina: banco.Macchina{
			Quando: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC), Processore: "CPU", Nuclei: 2, MemoriaMiB: 4096,
			Sistema: "linux/amd64", Go: "go1.26", Postgres: "15.1", Fsync: "on", SynchronousCommit: "on",
			SharedBuffers: "128MB", FileSystem: "ext4", SincroMs: 1.5, RisveglioMicros: 5,
		},
		Righe: []rigaMisurata{{Nome: "prova", Titolo: "titolo", esito: esito{
			Cifre: []misura.Cifra{
				{Nome: "verbali", Valore: 1234, Unita: "/s", Rapporto: 0.5, Rispetto: "pgbench", Traguardo: misura.Almeno(1)},
				{Nome: "memoria", Valore: 20, Unita: "MiB", Traguardo: &misura.Traguardo{Sotto: 32}},
			},
			Note: []string{"dove va il tempo."},
		}}},
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := esempio().scrivi(&b); err != nil {
		t.Fatal(err)
	}
	atteso := `
CPU, 2 nuclei, 4096 MiB, linux/amd64, go1.26; misurato il 2026-11-20 09:30
PostgreSQL 15.1, fsync=on, synchronous_commit=on, shared_buffers=128MB; dati su ext4, scrittura con fsync 1,50 ms, risveglio 5,00 µs;` +
		` ai processi estranei allo stack è andato il 0,00 % dei processori

RIGA   MISURA   VALORE  UNITÀ  RAPPORTO  RISPETTO A  TRAGUARDO  RAGGIUNTO
prova  verbali  1.234   /s     0,50      pgbench     ≥ 1,00     no
prova  memoria  20,0    MiB                          < 32,0     sì

prova: dove va il tempo.
`
	if diff := cmp.Diff(atteso, b.String()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestMemoryDiskIsSaid(t *testing.T) {
	t.Parallel()
	r := esempio()
	r.Macchina.FileSystem = "tmpfs"
	var b strings.Builder
	if err := r.scrivi(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "ATTENZIONE") {
		t.Errorf("data in memory are not mentioned:\n%s", b.String())
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	percorso := filepath.Join(t.TempDir(), "misure.json")
	if err := esempio().salva(percorso); err != nil {
		t.Fatal(err)
	}
	dati, err := os.ReadFile(percorso)
	if err != nil {
		t.Fatal(err)
	}
	var letto rapporto
	if err := json.Unmarshal(dati, &letto); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(esempio(), letto, cmp.AllowUnexported(rigaMisurata{})); diff != "" {
		t.Errorf("the file does not give back the figures (-want +got):\n%s", diff)
	}
}

func TestRowsAreChosenByName(t *testing.T) {
	t.Parallel()
	tutte := []riga{{nome: "uno"}, {nome: "due"}}
	scelta, err := scegli(tutte, []string{"due"})
	if err != nil || len(scelta) != 1 || scelta[0].nome != "due" {
		t.Errorf("chosen %v, %v", scelta, err)
	}
	if scelta, err := scegli(tutte, nil); err != nil || len(scelta) != 2 {
		t.Errorf("without a name: %v, %v", scelta, err)
	}
	if _, err := scegli(tutte, []string{"due", "tre"}); err == nil || !strings.Contains(err.Error(), "uno, due") {
		t.Errorf("an unknown name must list the others: %v", err)
	}
}

func TestPeersFigureStandsBesideOurs(t *testing.T) {
	t.Parallel()
	c := misura.Confronta("p50", "ms", "pari", []float64{10, 30, 20}, []float64{100, 100, 50})
	atteso := []misura.Cifra{
		{Nome: "p50", Valore: 20, Unita: "ms", Rapporto: 0.3, Rispetto: "pari"},
		{Nome: "  pari", Valore: 100, Unita: "ms"},
	}
	if diff := cmp.Diff(atteso, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := misura.Confronta("p50", "ms", "pari", []float64{10}, []float64{0}); c[0].Rapporto != 0 {
		t.Errorf("a peer that did nothing gives no ratio: %v", c[0])
	}
}

func TestEveryRowHasANameOfItsOwn(t *testing.T) {
	t.Parallel()
	visti := map[string]bool{}
	for _, r := range righe() {
		if r.nome == "" || r.titolo == "" || r.misura == nil || visti[r.nome] {
			t.Errorf("row %q: name and title must be there, once", r.nome)
		}
		visti[r.nome] = true
	}
}
