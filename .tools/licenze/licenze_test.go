package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGiudica(t *testing.T) {
	t.Parallel()
	const mit = "MIT License\n\nPermission is hereby granted, free of charge, to any\nperson obtaining a copy of this software"
	casi := map[string]struct {
		file   map[string]string
		motivo string // a part of it; empty: good
	}{
		"a known licence":                  {map[string]string{"LICENSE": mit}, ""},
		"under an English name":            {map[string]string{"LICENCE.txt": mit}, ""},
		"two, both good":                   {map[string]string{"LICENSE-MIT": mit, "LICENSE-APACHE": "Apache License\n Version 2.0, January 2004"}, ""},
		"one that quotes the GPL":          {map[string]string{"LICENSE": "Mozilla Public License Version 2.0 ... GNU General Public License"}, ""},
		"the GPL":                          {map[string]string{"COPYING": "GNU GENERAL PUBLIC LICENSE Version 3"}, "GPL"},
		"the Affero GPL beside a good one": {map[string]string{"LICENSE": mit, "LICENSE.ee": "GNU Affero General Public License"}, "AGPL"},
		"words of its own":                 {map[string]string{"LICENSE": "All rights reserved."}, "non si riconosce"},
		"none":                             {map[string]string{"README.md": mit}, "non ha un file"},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			cartella := t.TempDir()
			for n, testo := range c.file {
				if err := os.WriteFile(filepath.Join(cartella, n), []byte(testo), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if ha := giudica(cartella); (ha == "") != (c.motivo == "") || !strings.Contains(ha, c.motivo) {
				t.Errorf("%q, want %q", ha, c.motivo)
			}
		})
	}
}

func TestPacchetti(t *testing.T) {
	t.Parallel()
	difetti, quanti, err := pacchetti([]byte(`{"packages":{"":{"license":"EUPL-1.2"},"node_modules/a":{"license":"MIT"},
		"node_modules/b":{"license":"GPL-3.0"},"node_modules/c":{},"node_modules/d":{"license":"GPL-3.0","dev":true}}}`))
	if err != nil || quanti != 3 || len(difetti) != 2 || !strings.Contains(strings.Join(difetti, " "), "node_modules/b") {
		t.Errorf("%d %v %v", quanti, difetti, err)
	}
}

// The bill has what the programs and the pages are made of, each once, the same at each writing.
func TestDistinta(t *testing.T) {
	t.Parallel()
	cartella, file := t.TempDir(), filepath.Join(t.TempDir(), "distinta.json")
	if err := os.WriteFile(filepath.Join(cartella, "LICENSE"), []byte("Apache License, Version 2.0"), 0o600); err != nil {
		t.Fatal(err)
	}
	cartelle := map[string]string{"golang.org/x/time v0.1.0": cartella, "example.org/a/v2 v2.0.1": cartella}
	lock := []byte(`{"packages":{"":{"version":"0.0.0"},"node_modules/@b/c":{"version":"1.2.3","license":"MIT","integrity":"sha512-AAEC"},
		"node_modules/d/node_modules/@b/c":{"version":"1.2.3","license":"MIT","integrity":"sha512-AAEC"},"node_modules/prova":{"version":"1","dev":true}}}`)
	var prima []byte
	for range 5 {
		if err := scriviDistinta(file, cartelle, lock); err != nil {
			t.Fatal(err)
		}
		testo, err := os.ReadFile(file)
		if err != nil || prima != nil && string(testo) != string(prima) {
			t.Fatalf("another file (%v)\n%s", err, testo)
		}
		prima = testo
	}
	var letta distinta
	if err := json.Unmarshal(prima, &letta); err != nil || letta.BomFormat != "CycloneDX" || letta.SpecVersion != "1.6" {
		t.Fatalf("%v\n%s", err, prima)
	}
	var nomi []string
	for _, c := range letta.Components {
		nomi = append(nomi, c.Purl)
		if len(c.Licenses) != 1 || c.Licenses[0].License.ID == "" || c.BomRef != c.Purl {
			t.Errorf("%+v", c)
		}
	}
	vuole := []string{"pkg:golang/example.org/a/v2@v2.0.1", "pkg:golang/golang.org/x/time@v0.1.0", "pkg:npm/%40b/c@1.2.3"}
	if !slices.Equal(nomi, vuole) {
		t.Errorf("%q, want %q", nomi, vuole)
	}
	if h := letta.Components[2].Hashes; len(h) != 1 || h[0].Content != "000102" {
		t.Errorf("%v", h)
	}
}
