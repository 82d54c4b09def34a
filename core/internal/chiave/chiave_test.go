package chiave_test

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
)

func TestChiaveIllegibile(t *testing.T) {
	t.Parallel()
	casi := map[string][]byte{
		"empty": nil, "not PEM": []byte("chiave"),
		"of another kind": pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: []byte("x")}),
		"PEM of nothing":  pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")}),
	}
	for regola, testo := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			if _, err := chiave.Leggi(testo); err == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestIlNomeDellaChiaveEQuelloDellaRFC8037(t *testing.T) {
	t.Parallel()
	seme := []byte{0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4,
		0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60}
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seme))
	if err != nil {
		t.Fatal(err)
	}
	c, err := chiave.Leggi(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	if err != nil || c.KID() != "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestChiaveScrittaInUnFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "firma.pem")
	prima, dopo := nuova(t), nuova(t)
	if err := prima.Scrivi(file, false); err != nil {
		t.Fatal(err)
	}
	if s, err := os.Stat(file); err != nil || s.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", s.Mode(), err)
	}
	if err := dopo.Scrivi(file, false); !problem.Is(err, "FILE_PRESENTE") || !strings.Contains(err.Error(), "--sostituisci") {
		t.Errorf("over another: %v", err)
	}
	if kidDi(t, file) != prima.KID() {
		t.Error("a refused writing changed the file")
	}
	if err := dopo.Scrivi(file, true); err != nil || kidDi(t, file) != dopo.KID() {
		t.Errorf("replaced: %v", err)
	}
	if err := dopo.Scrivi(filepath.Join(t.TempDir(), "non", "esiste"), false); !problem.Is(err, "DATI_NON_VALIDI") {
		t.Errorf("into no folder: %v", err)
	}
	if resti, err := os.ReadDir(filepath.Dir(file)); err != nil || len(resti) != 1 {
		t.Errorf("left beside it: %v, %v", resti, err)
	}
}

func kidDi(t *testing.T, file string) string {
	t.Helper()
	testo, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := chiave.Leggi(testo)
	if err != nil {
		t.Fatal(err)
	}
	return c.KID()
}

func nuova(t *testing.T) *chiave.Chiave {
	t.Helper()
	c, err := chiave.Nuova()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
