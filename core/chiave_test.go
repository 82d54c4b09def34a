package main

import (
	"crypto/ed25519"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

//nolint:paralleltest // a service that another test starts registers its key in the same database
func TestComandiDelleChiavi(t *testing.T) {
	p := preparata(t)
	file := filepath.Join(t.TempDir(), "firma.pem")
	uscita := p.riesce(t, "chiave", "nuova", file)
	if contenuto, err := os.ReadFile(file); err != nil || !strings.Contains(string(contenuto), "PRIVATE KEY") || strings.Contains(uscita, "PRIVATE") {
		t.Errorf("%q, %v", uscita, err)
	}
	p.fallisce(t, []string{"--sostituisci"}, "chiave", "nuova", file)
	if altra := p.riesce(t, "chiave", "nuova", file, "--sostituisci"); altra == uscita {
		t.Error("replaced by the same key")
	}
	p.fallisce(t, []string{"FILE"}, "chiave", "nuova")
	if uscita := p.riesce(t, "chiave", "elenca"); !strings.Contains(uscita, "nessuna chiave") {
		t.Errorf("an empty list says %q", uscita)
	}
	conn := p.conn(t, "core", "piattaforma")
	t.Cleanup(func() { _, _ = conn.Exec(t.Context(), `DELETE FROM core.chiave`) })
	for kid, vista := range map[string]time.Duration{"prova-vecchia": 10 * time.Minute, "prova-nuova": time.Second} {
		_, err := conn.Exec(t.Context(), `INSERT INTO core.chiave (kid, pubblica, vista) VALUES ($1, $2, $3)`,
			kid, make([]byte, ed25519.PublicKeySize), tempo.Macchina().Add(-vista))
		if err != nil {
			t.Fatal(err)
		}
	}
	p.fallisce(t, []string{"non trovata: nessuna"}, "chiave", "ritira", "nessuna")
	p.fallisce(t, []string{"altra chiave", "core chiave nuova"}, "chiave", "ritira", "prova-nuova")
	if uscita := p.riesce(t, "chiave", "ritira", "prova-vecchia"); !strings.Contains(uscita, "ritirata") {
		t.Errorf("it says %q", uscita)
	}
	uscita = p.riesce(t, "chiave", "elenca")
	for _, riga := range []string{"prova-vecchia  RITIRATA", "prova-nuova  IN_USO"} {
		if !strings.Contains(uscita, riga) {
			t.Errorf("the list does not show %q:\n%s", riga, uscita)
		}
	}
}
