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

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

func TestSegreti(t *testing.T) {
	t.Parallel()
	s := segreti{cartella: filepath.Join(t.TempDir(), "segreti")}
	elenco := servizi(0, s)
	if err := s.genera(elenco); err != nil {
		t.Fatal(err)
	}
	t.Run("every secret is in a file that only its owner reads", func(t *testing.T) {
		for _, percorso := range append(tutteLePassword(s, elenco), s.chiaveFirma(), s.chiaveInstradamento(), s.passwordIniziale()) {
			info, err := os.Stat(percorso)
			if err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
				t.Errorf("%s: %v, %v", percorso, info, err)
			}
		}
	})
	t.Run("roles of the database and users of the bus have different passwords", func(t *testing.T) {
		viste := map[string]bool{}
		for _, percorso := range tutteLePassword(s, elenco) {
			viste[leggiFile(t, percorso)] = true
		}
		if len(viste) != 2*7+8 {
			t.Errorf("%d passwords for 14 roles, 7 users and the administrator of the bus", len(viste))
		}
	})
	t.Run("every user of the bus has a password", func(t *testing.T) {
		if utenti := bus.Users(); len(utenti) != 8 {
			t.Errorf("users %v", utenti)
		}
		if _, err := bus.Configuration(s.passwordNATS); err != nil {
			t.Error(err)
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
			"VERBALI_PG_DSN=postgres://verbali_" + sv.nome + "_uso@127.0.0.1:54320/piattaforma?sslmode=disable\n",
			"VERBALI_PG_PASSWORD_FILE=/x/segreti/ruoli/verbali_" + sv.nome + "_uso\n",
			"VERBALI_PG_DSN_PROPRIETARIO=postgres://verbali_" + sv.nome + "@127.0.0.1:54320/piattaforma?sslmode=disable\n",
			"VERBALI_PG_PASS_PROPRIETARIO_FILE=/x/segreti/ruoli/verbali_" + sv.nome + "\n",
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

func TestAmbienteNATS(t *testing.T) {
	t.Setenv("VERBALI_NATS_PASSWORD", "segretissima")
	seg := segreti{cartella: "/x/segreti"}
	c := collegamenti{dsnAmministratore: "postgres://postgres@127.0.0.1:54320/postgres", nats: "nats://127.0.0.1:4222", utentiNATS: true}
	ambienti := map[string][]string{"amministratore": ambientePreparazione(c, seg)}
	for _, sv := range servizi(0, seg) {
		ambiente, err := ambienteServizio(sv, c, "/x")
		if err != nil {
			t.Fatal(err)
		}
		ambienti[sv.nome] = ambiente
	}
	for utente, ambiente := range ambienti {
		var avute []string
		for _, v := range ambiente {
			if strings.HasPrefix(v, "VERBALI_NATS_") {
				avute = append(avute, v)
			}
		}
		want := []string{"VERBALI_NATS_URL=nats://127.0.0.1:4222", "VERBALI_NATS_UTENTE=" + utente, "VERBALI_NATS_PASSWORD_FILE=/x/segreti/nats/" + utente}
		if diff := cmp.Diff(want, avute); diff != "" {
			t.Errorf("%s (-want +got):\n%s", utente, diff)
		}
	}
	c.utentiNATS = false
	if testo := strings.Join(ambientePreparazione(c, seg), "\n"); strings.Contains(testo, "VERBALI_NATS_UTENTE") {
		t.Error("a server elsewhere that we know nothing of is given a user")
	}
}

func tutteLePassword(s segreti, elenco []servizio) []string {
	esito := []string{s.nats("amministratore")}
	for _, sv := range elenco {
		esito = append(esito, s.ruolo("verbali_"+sv.nome), s.ruolo("verbali_"+sv.nome+"_uso"), s.nats(sv.nome))
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
