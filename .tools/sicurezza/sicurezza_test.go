package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// deposito writes a small repository: two services, one of which lacks TestMatrice where asked, and the two files.
func deposito(t *testing.T, porte, asvs string) string {
	t.Helper()
	radice := t.TempDir()
	for nome, testo := range map[string]string{
		"docs/sicurezza.md":                porte,
		".tools/sicurezza/asvs.csv":        asvs,
		"core/main.go":                     "package main\n",
		"core/internal/app/a_test.go":      "package app\nfunc TestMatrice(t *testing.T) {}\nfunc FuzzA(f *testing.F) {}\n",
		"vpn/main.go":                      "package main\n",
		"vpn/internal/app/a_test.go":       "package app\nfunc TestMatrice(t *testing.T) {}\n",
		"shared/node_modules/x/a_test.go":  "package x\nfunc TestAltrui(t *testing.T) {}\n",
		"shared/spine/web/entry.go":        "package web\n",
		"shared/spine/web/entry_test.go":   "package web\nfunc TestEntra(t *testing.T) {}\n",
		"shared/laboratorio/e2e/a_test.go": "package e2e\nfunc TestPorte(t *testing.T) {}\n",
	} {
		file := filepath.Join(radice, filepath.FromSlash(nome))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(testo), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return radice
}

const (
	portaBuona = "| door | proved by |\n|---|---|\n| a | `shared/spine/web`: `TestEntra`; `TestMatrice` of every service, \"a\"; `core/internal/app`: `FuzzA`, pages of `pagine_test.go` |\n"
	asvsBuono  = "requirement|level|about|answer|evidence\n"
	rigaBuona  = "1.1.1|2|a|yes|`shared/spine/web/entry.go`\n"
	rigaNo     = "1.10.1|1|b|no|`/metrics`, `text/css` and `core chiave nuova` are no paths\n"
)

func TestPagineInOrdine(t *testing.T) {
	t.Parallel()
	if trovati, err := esegui(deposito(t, portaBuona, asvsBuono+rigaBuona+rigaNo)); err != nil || len(trovati) > 0 {
		t.Errorf("%v, %v", trovati, err)
	}
}

func TestCollegamenti(t *testing.T) {
	t.Parallel()
	radice := deposito(t, portaBuona, asvsBuono+rigaBuona)
	pagina := "# Una pagina\n\n## Who's `there`, today\n\n[a](sicurezza.md) [b](../core/main.go#L1-no) [c](#whos-there-today) [d](../core) [e](https://x.example/y.md)\n" +
		"[f](manca.md) [g](#whos-there) [h](sicurezza.md#nulla)\n"
	if err := os.WriteFile(filepath.Join(radice, "docs/pagina.md"), []byte(pagina), 0o600); err != nil {
		t.Fatal(err)
	}
	trovati, err := collegamentiRotti(radice)
	var rotti []string
	for _, riga := range trovati {
		rotti = append(rotti, strings.Fields(riga)[3])
	}
	vuole := "(../core/main.go#L1-no) (manca.md) (#whos-there) (sicurezza.md#nulla)"
	if err != nil || strings.Join(rotti, " ") != vuole {
		t.Errorf("%v, %q, want %s", err, trovati, vuole)
	}
}

func TestStampaAsvs(t *testing.T) {
	t.Parallel()
	quarto := "4.1.1|1|c|not applicable|d\n"
	pagina, err := stampaAsvs(deposito(t, portaBuona, asvsBuono+rigaBuona+rigaNo+quarto))
	if err != nil {
		t.Fatal(err)
	}
	for _, vuole := range []string{"3 requirements of levels 1 and 2, of which 1 yes, 1 no, 1 not applicable.", "\n## V1 Architecture",
		"|---|---|---|---|---|\n| 1.1.1 | 2 | a | yes | `shared/spine/web/entry.go` |\n| 1.10.1 |", "\n## V4 Access control\n", "\n| 4.1.1 | 1 | c | not applicable | d |\n"} {
		if !strings.Contains(pagina, vuole) {
			t.Errorf("without %q:\n%s", vuole, pagina)
		}
	}
	if strings.Count(pagina, "## V") != 2 {
		t.Errorf("chapters without a requirement:\n%s", pagina)
	}
	if _, err := stampaAsvs(deposito(t, portaBuona, asvsBuono+"1.1.1|2|a\n")); err == nil {
		t.Error("a broken row is printed")
	}
}

func TestPagineGuaste(t *testing.T) {
	t.Parallel()
	cambia := func(testo, da, a string) string { return strings.Replace(testo, da, a, 1) }
	asvs := asvsBuono + rigaBuona + rigaNo
	for nome, c := range map[string]struct{ porte, asvs, vuole string }{
		"a test that is not there":         {cambia(portaBuona, "TestEntra", "TestEsce"), asvs, "docs/sicurezza.md:3: shared/spine/web: non c'è TestEsce"},
		"a test of another package":        {cambia(portaBuona, "FuzzA", "TestPorte"), asvs, "core/internal/app: non c'è TestPorte"},
		"a package that is not there":      {cambia(portaBuona, "shared/spine/web", "shared/spine/net"), asvs, "non c'è shared/spine/net"},
		"a test without its package":       {cambia(portaBuona, "`shared/spine/web`: ", ""), asvs, "TestEntra: di quale pacchetto?"},
		"a test that one service lacks":    {cambia(portaBuona, "`TestMatrice`", "`FuzzA`"), asvs, "vpn/internal/app: non c'è FuzzA"},
		"a cell that is an essay":          {cambia(portaBuona, "| a |", "| "+strings.Repeat("è", 301)+" |"), asvs, "docs/sicurezza.md:3: una cella di 301"},
		"no table":                         {"A page.\n", asvs, "docs/sicurezza.md: nessuna tabella"},
		"a file that is not there":         {portaBuona, cambia(asvs, "entry.go", "uscita.go"), "non c'è shared/spine/web/uscita.go"},
		"a yes without a proof":            {portaBuona, cambia(asvs, "`shared/spine/web/entry.go`", "it is so"), "1.1.1: un sì senza prova"},
		"a no without a reason":            {portaBuona, asvsBuono + rigaBuona + "1.10.1|1|b|no|\n", "1.10.1: manca il motivo"},
		"another answer":                   {portaBuona, cambia(asvs, "|no|", "|almost|"), `"almost" non è una risposta`},
		"a level of which the list is not": {portaBuona, cambia(asvs, "|2|a", "|3|a"), "non è una riga"},
		"a requirement twice":              {portaBuona, cambia(asvs, "1.10.1", "1.1.1"), "1.1.1 è fuori ordine"},
		"no requirement":                   {portaBuona, asvsBuono, ".tools/sicurezza/asvs.csv: nessuna tabella"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			trovati, err := esegui(deposito(t, c.porte, c.asvs))
			if err != nil {
				t.Fatal(err)
			}
			if tutti := strings.Join(trovati, "\n"); !strings.Contains(tutti, c.vuole) {
				t.Errorf("%s\nwant %s", tutti, c.vuole)
			}
		})
	}
}
