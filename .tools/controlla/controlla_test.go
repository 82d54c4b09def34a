package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// unisci keeps the forbidden texts out of this file's own lines.
func unisci(parti ...string) string { return strings.Join(parti, "") }

func TestEsaminaTrova(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, nome, testo string }{
		{"chiave", "a.txt", unisci("-----BEGIN ", "PRIVATE KEY-----")},
		{"chiave", "a.go", unisci("x := `-----BEGIN ", "EC PRIVATE KEY-----`")},
		{"chiave", "a.go", unisci("-----BEGIN ", "ENCRYPTED PRIVATE KEY-----")},
		{"certificato", "ca.txt", unisci("-----BEGIN ", "CERTIFICATE-----")},
		{"nomefile", "core/tls/server.key", ""},
		{"nomefile", "x/Firma.P12", ""},
		{"nomefile", ".env", ""},
		{"gettone", "a.yaml", unisci("key: AK", "IAABCDEFGHIJKLMNOP")},
		{"gettone", "a.yaml", unisci("gh", "p_0123456789abcdefghijABCDEFGHIJ456789")},
		{"jwt", "a_test.go", unisci(`"ey`, `JhbGciOiJFZERTQSJ9.ey`, `JzdWIiOiJhZ2VudGUifQ.c2lnbmF0dXJlc2lnbmF0dXJl"`)},
		{"credenziali", "a.yml", unisci("dsn: postgres:/", "/utente:segreta@db:5432/x")},
		{"percorso", "a.go", unisci(`"/ho`, `me/mario/verbali"`)},
		{"percorso", "a.md", unisci("see /ro", "ot/dati")},
		{"percorso", "a.sh", unisci("/Us", "ers/mario/x")},
		{"registro", "package-lock.json", unisci(`"resol`, `ved": "https://esempio.invalid/a.tgz"`)},
		{"registro", "a.json", unisci("https://registry.npm", "js.org/a")},
		{"terzi", "web/titillium.WOFF2", ""},
		{"terzi", "web/htmx.min.js", ""},
		{"terzi", "a/node_modules/b/index.js", ""},
		{"dist", "shared/spine/static/dist/bootstrap-italia/css/a.css", ""},
		{"dist", "shared/spine/static/dist/copia.txt", ""},
		{"montaggio", "core/compose.yaml", unisci("      - ${VERBALI_SEGRETI:-", "../segreti}/ruoli/verbali_core_uso:/run/segreti/ruoli/verbali_core_uso:ro")},
		{"montaggio", "docker-compose.yml", unisci("      - .", "/segreti/postgres:/run/segreti/postgres:ro")},
		{"sospeso", "a.go", unisci("// TO", "DO: finire")},
		{"grande", "a.csv", strings.Repeat("x", massimo+1)},
	}
	for _, c := range casi {
		t.Run(c.regola+" in "+c.nome, func(t *testing.T) {
			t.Parallel()
			trovati := esamina(regoleFisse(), &Ammessi{}, c.nome, []byte(c.testo))
			if len(trovati) == 0 || trovati[0].Regola != c.regola {
				t.Errorf("esamina(%q) = %v, want rule %s", c.nome, trovati, c.regola)
			}
		})
	}
}

func TestEsaminaLasciaPassare(t *testing.T) {
	t.Parallel()
	casi := []struct{ perche, nome, testo string }{
		{"a public key is no secret", "a.go", "-----BEGIN PUBLIC KEY-----"},
		{"the list of names of variables", ".env.esempio", "VERBALI_PG_DSN="},
		{"an address without a password", "a.go", "postgres://core@localhost:5432/x"},
		{"a password that is a variable", "a.yml", "postgres://core:${PASSWORD}@db/x"},
		{"a password that is a format verb", "a.go", "postgres://%s:%s@%s/x"},
		{"a time is not a password", "a.md", "see http://host:8080/CoreService/ or mail a@b.it"},
		{"a URL path with the same word", "a.go", "https://esempio.it/home/pagina"},
		{"a route in a template", "a.go", "${base}/root/x"},
		{"our own style sheet", "shared/spine/static/dist/caratteri.css", "@font-face {}"},
		{"a JWT of words", "a.md", "eyJ... . ..."},
		{"binary content is not text", "a.png", "\x00" + unisci("-----BEGIN ", "PRIVATE KEY-----")},
		{"the Italian word for everything", "a.md", "Todo el mundo"},
	}
	for _, c := range casi {
		t.Run(c.perche, func(t *testing.T) {
			t.Parallel()
			if trovati := esamina(regoleFisse(), &Ammessi{}, c.nome, []byte(c.testo)); len(trovati) > 0 {
				t.Errorf("esamina(%q) = %v, want nothing", c.nome, trovati)
			}
		})
	}
}

func TestOspitiSonoVietati(t *testing.T) {
	t.Parallel()
	nomi := ospiti([]string{"https://pacchetti.esempio.invalid/npm/", "", "direct", "off", "https://pacchetti.esempio.invalid/go"})
	if len(nomi) != 1 || nomi[0] != "pacchetti.esempio.invalid" {
		t.Fatalf("ospiti = %v", nomi)
	}
}

func TestAmmessi(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ammessi.txt")
	scrivi(t, file, "# commento\n\nsospeso | **/*.md | la voce | citazione della norma\n")
	a, err := leggiAmmessi(file)
	if err != nil {
		t.Fatal(err)
	}
	if !a.consente("sospeso", "docs/adr/a.md", "con la voce dentro") || !a.consente("sospeso", "a.md", "la voce") {
		t.Error("the exception must hold in every folder")
	}
	if a.consente("chiave", "a.md", "la voce") || a.consente("sospeso", "a.go", "la voce") || a.consente("sospeso", "a.md", "altro") {
		t.Error("the exception must hold for its rule, its files and its text only")
	}
	if len(a.inutili([]string{"main.go"})) != 1 || len(a.inutili([]string{"docs/a.md"})) != 0 {
		t.Error("an exception without files must be reported, one with files must not")
	}
	scrivi(t, file, "sospeso | *.md | la voce |\n")
	if _, err := leggiAmmessi(file); err == nil {
		t.Error("an exception without a reason must be refused")
	}
}

func TestEseguiSuUnDeposito(t *testing.T) {
	t.Parallel()
	radice := t.TempDir()
	scrivi(t, filepath.Join(radice, ".tools/controlla/ammessi.txt"), "")
	scrivi(t, filepath.Join(radice, ".gitignore"), "ignorato.key\n")
	scrivi(t, filepath.Join(radice, "ignorato.key"), "x")
	scrivi(t, filepath.Join(radice, "nuovo.key"), "x")
	if err := exec.Command("git", "-C", radice, "init", "-q").Run(); err != nil {
		t.Fatal(err)
	}
	trovati, err := esegui(radice)
	if err != nil {
		t.Fatal(err)
	}
	if len(trovati) != 1 || trovati[0].File != "nuovo.key" {
		t.Errorf("esegui = %v, want nuovo.key alone: ignored files are not delivered, new ones will be", trovati)
	}
}

func scrivi(t *testing.T, nome, testo string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(nome), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(nome, []byte(testo), 0o600); err != nil {
		t.Fatal(err)
	}
}
