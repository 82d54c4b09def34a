package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// passwordProva is the password of every local user (design section 8). It exists only here: apriUtenze writes its stored form.
const passwordProva = "Verbali-demo-2026"

// segreti is the folder of the local stack's secrets, each in a file with mode 0600, made at the
// first start and kept.
type segreti struct{ cartella string }

func (s segreti) ruolo(nome string) string { return filepath.Join(s.cartella, "ruoli", nome) }

// nats is the file with the password of a user of the bus.
func (s segreti) nats(utente string) string { return filepath.Join(s.cartella, "nats", utente) }
func (s segreti) chiaveFirma() string       { return filepath.Join(s.cartella, "chiave-firma.pem") }
func (s segreti) chiaveInstradamento() string {
	return filepath.Join(s.cartella, "chiave-instradamento")
}

// passwordIniziale is the file with the provisional password that core makes the local users with.
func (s segreti) passwordIniziale() string { return filepath.Join(s.cartella, "password-iniziale") }

// genera makes the missing secrets: a password for each database role and for the bus user of each service,
// one for the administrator of the bus, the key that signs tokens, the key of the routing table, the
// file with the password that users are made with.
func (s segreti) genera(servizi []servizio) error {
	for _, cartella := range []string{"ruoli", "nats"} {
		if err := os.MkdirAll(filepath.Join(s.cartella, cartella), 0o700); err != nil {
			return fmt.Errorf("cartella dei segreti: %w", err)
		}
	}
	casuali := []string{s.nats(bus.AdminUser)}
	for _, sv := range servizi {
		casuali = append(casuali, s.ruolo("verbali_"+sv.nome), s.ruolo("verbali_"+sv.nome+"_uso"), s.nats(sv.nome))
	}
	for _, percorso := range casuali {
		if err := unaVolta(percorso, testoCasuale); err != nil {
			return err
		}
	}
	if err := unaVolta(s.chiaveFirma(), chiaveEd25519); err != nil {
		return err
	}
	if err := unaVolta(s.chiaveInstradamento(), trentaduByte); err != nil {
		return err
	}
	if err := errors.Join(s.generaPdnd(), s.generaSend()); err != nil {
		return err
	}
	return unaVolta(s.passwordIniziale(), testoCasuale)
}

// passwordNATS reads the password of a user of the bus.
func (s segreti) passwordNATS(utente string) (string, error) {
	testo, err := os.ReadFile(s.nats(utente))
	if err != nil {
		return "", fmt.Errorf("password di %s su NATS: %w", utente, err)
	}
	return strings.TrimRight(string(testo), "\r\n"), nil
}

func testoCasuale() ([]byte, error) { return []byte(rand.Text()), nil }

// trentaduByte are 32 random bytes in hexadecimal.
func trentaduByte() ([]byte, error) {
	chiave := make([]byte, 32)
	if _, err := rand.Read(chiave); err != nil {
		return nil, err
	}
	return []byte(hex.EncodeToString(chiave)), nil
}

// chiaveEd25519 is a private key as PKCS #8 in PEM.
func chiaveEd25519() ([]byte, error) {
	_, privata, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(privata)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// unaVolta writes a file that is not there yet, whole or not at all: a half-written key would be
// kept for ever.
func unaVolta(percorso string, contenuto func() ([]byte, error)) error {
	if _, err := os.Stat(percorso); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dati, err := contenuto()
	if err != nil {
		return fmt.Errorf("segreto %s: %w", percorso, err)
	}
	parziale := percorso + ".parziale"
	if err := os.WriteFile(parziale, dati, 0o600); err != nil {
		return fmt.Errorf("scrittura del segreto %s: %w", percorso, err)
	}
	return os.Rename(parziale, percorso)
}
