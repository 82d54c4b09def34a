package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSegreti(t *testing.T) {
	t.Parallel()
	s := segreti{cartella: filepath.Join(t.TempDir(), "segreti")}
	elenco := servizi(0, s)
	if err := s.genera(elenco); err != nil {
		t.Fatal(err)
	}
	t.Run("every secret is in a file that only its owner reads", func(t *testing.T) {
		for _, percorso := range append(tuttiIRuoli(s, elenco), s.chiaveFirma(), s.chiaveInstradamento(), s.passwordProva()) {
			info, err := os.Stat(percorso)
			if err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
				t.Errorf("%s: %v, %v", percorso, info, err)
			}
		}
	})
	t.Run("the roles have different passwords", func(t *testing.T) {
		viste := map[string]bool{}
		for _, percorso := range tuttiIRuoli(s, elenco) {
			viste[leggiFile(t, percorso)] = true
		}
		if len(viste) != 7 {
			t.Errorf("%d passwords for 7 roles", len(viste))
		}
	})
	t.Run("the signing key is Ed25519 in PKCS #8", func(t *testing.T) {
		blocco, _ := pem.Decode([]byte(leggiFile(t, s.chiaveFirma())))
		if blocco == nil {
			t.Fatal("no PEM")
		}
		chiave, err := x509.ParsePKCS8PrivateKey(blocco.Bytes)
		if _, ok := chiave.(ed25519.PrivateKey); !ok || err != nil {
			t.Errorf("%T, %v", chiave, err)
		}
	})
	t.Run("the routing key is 32 bytes in hexadecimal", func(t *testing.T) {
		if b, err := hex.DecodeString(leggiFile(t, s.chiaveInstradamento())); err != nil || len(b) != 32 {
			t.Errorf("%d bytes, %v", len(b), err)
		}
	})
	t.Run("a second start keeps them", func(t *testing.T) {
		prima := leggiFile(t, s.chiaveFirma()) + leggiFile(t, s.ruolo("verbali_core"))
		if err := s.genera(elenco); err != nil {
			t.Fatal(err)
		}
		if leggiFile(t, s.chiaveFirma())+leggiFile(t, s.ruolo("verbali_core")) != prima {
			t.Error("the secrets changed")
		}
	})
}

func TestAmbienteServizio(t *testing.T) {
	t.Setenv("VERBALI_PG_DSN_AMMINISTRATORE", "postgres://capo:segretissima@h/postgres")
	c := collegamenti{dsnAmministratore: "postgres://postgres:segretissima@127.0.0.1:54320/postgres?sslmode=disable", nats: "nats://127.0.0.1:4222"}
	for _, sv := range servizi(0, segreti{cartella: "/x/segreti"}) {
		ambiente, err := ambienteServizio(sv, c, "/x")
		if err != nil {
			t.Fatal(err)
		}
		testo := strings.Join(ambiente, "\n") + "\n"
		for _, atteso := range []string{
			"VERBALI_PG_DSN=postgres://verbali_" + sv.nome + "@127.0.0.1:54320/piattaforma?sslmode=disable\n",
			"VERBALI_PG_PASSWORD_FILE=/x/segreti/ruoli/verbali_" + sv.nome + "\n",
			"VERBALI_DEPOSITO_URL=file:///x/deposito\n", "VERBALI_NATS_URL=nats://127.0.0.1:4222\n",
		} {
			if !strings.Contains(testo, atteso) {
				t.Errorf("%s lacks %q", sv.nome, atteso)
			}
		}
		if strings.Contains(testo, "segretissima") {
			t.Errorf("%s knows the administrator's password", sv.nome)
		}
	}
}

func tuttiIRuoli(s segreti, elenco []servizio) []string {
	var esito []string
	for _, sv := range elenco {
		esito = append(esito, s.ruolo("verbali_"+sv.nome))
	}
	return esito
}

func leggiFile(t *testing.T, percorso string) string {
	t.Helper()
	testo, err := os.ReadFile(percorso)
	if err != nil {
		t.Fatal(err)
	}
	return string(testo)
}
