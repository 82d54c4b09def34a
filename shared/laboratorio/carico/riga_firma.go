package main

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
)

// rigaFirma measures what elaborazione signs for a call to an e-service of PDND, beside the bare signatures: PDND wants RSA, and
// a call that is traced and signed has three of them.
func rigaFirma() riga {
	return riga{
		nome:   "firma",
		titolo: "voucher e firme di una chiamata agli e-service della PDND su un processore, rispetto alle sole firme RSA, ECDSA, Ed25519",
		misura: misuraFirma,
	}
}

func misuraFirma(ctx context.Context, b *banco.Banco) (esito, error) {
	calcoli, err := calcoliFirma()
	if err != nil {
		return esito{}, err
	}
	return misuraCalcoli(ctx, b, "firma", calcoli)
}

// firmatario has the keys of the row.
type firmatario struct {
	rsa     *rsa.PrivateKey
	curva   *ecdsa.PrivateKey
	edwards ed25519.PrivateKey
	chiave  modi.Key
	prova   *modi.Possession
}

func nuovoFirmatario() (f firmatario, err error) {
	if f.rsa, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		return f, fmt.Errorf("chiave RSA: %w", err)
	}
	if f.curva, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return f, fmt.Errorf("chiave P-256: %w", err)
	}
	if _, f.edwards, err = ed25519.GenerateKey(rand.Reader); err != nil {
		return f, fmt.Errorf("chiave Ed25519: %w", err)
	}
	if f.chiave, err = modi.NewKey(f.rsa); err != nil {
		return f, err
	}
	f.prova, err = modi.NewPossession()
	return f, err
}

const (
	clientBanco   = "9f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50"
	finalitaBanco = "5a1f1c0e-2b7d-4c55-9b0e-6d3f8a7b9c10"
	audienceBanco = "https://erogatore.example/e-service"
)

func calcoliFirma() ([]calcolo, error) {
	f, err := nuovoFirmatario()
	if err != nil {
		return nil, err
	}
	return []calcolo{
		{nome: "asserzione, per un voucher che serve a molte chiamate", nostro: func(int) error { return f.asserzione("") },
			rispetto: "rispetto a una firma RSA", pari: f.soloRSA(1)},
		{nome: "la stessa", nostro: func(int) error { return f.asserzione("") }, rispetto: "rispetto a una firma Ed25519", pari: f.soloEd25519},
		{nome: "chiamata firmata e tracciata: evidenza, asserzione, corpo", nostro: f.chiamata, rispetto: "rispetto a tre firme RSA", pari: f.soloRSA(3)},
		{nome: "prova di possesso (DPoP)", nostro: f.possesso, rispetto: "rispetto a una firma ECDSA P-256", pari: f.soloECDSA},
	}, nil
}

func (f firmatario) asserzione(digest string) error {
	_, err := modi.Assertion{ClientID: clientBanco, Audience: "auth.uat.interop.pagopa.it/client-assertion", PurposeID: finalitaBanco, Digest: digest}.
		Sign(f.chiave, modi.NewStamp(time.Now()))
	return err
}

// chiamata is everything but the question to PDND of a call with AUDIT_REST_02 and INTEGRITY_REST_02 and a body of two kilobytes.
func (f firmatario) chiamata(n int) error {
	evidenza, err := modi.Evidence{ClientID: clientBanco, Audience: audienceBanco, PurposeID: finalitaBanco, UserID: "operatore", UserLocation: "postazione",
		LoA: "LoA2"}.Sign(f.chiave, modi.NewStamp(time.Now()))
	if err != nil {
		return err
	}
	if err := f.asserzione(modi.EvidenceDigest(evidenza)); err != nil {
		return err
	}
	corpo := make([]byte, 2048)
	binary.BigEndian.PutUint64(corpo, uint64(n))
	_, err = modi.Signature{ClientID: clientBanco, Audience: audienceBanco, Digest: modi.BodyDigest(corpo), ContentType: "application/json"}.
		Sign(f.chiave, modi.NewStamp(time.Now()))
	return err
}

func (f firmatario) possesso(int) error {
	_, err := f.prova.Proof("POST", audienceBanco, "un.voucher.qualunque", time.Now())
	return err
}

// somma is a hash that no other call has.
func somma(n int) []byte {
	var dati [8]byte
	binary.BigEndian.PutUint64(dati[:], uint64(n))
	s := sha256.Sum256(dati[:])
	return s[:]
}

func (f firmatario) soloRSA(quante int) func(int) error {
	return func(n int) error {
		for i := range quante {
			if _, err := rsa.SignPKCS1v15(rand.Reader, f.rsa, crypto.SHA256, somma(n*quante+i)); err != nil {
				return fmt.Errorf("RSA: %w", err)
			}
		}
		return nil
	}
}

func (f firmatario) soloECDSA(n int) error {
	_, err := ecdsa.SignASN1(rand.Reader, f.curva, somma(n))
	return err
}

func (f firmatario) soloEd25519(n int) error {
	ed25519.Sign(f.edwards, somma(n))
	return nil
}
