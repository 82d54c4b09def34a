package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
)

// filePdnd is the key of a command of the local data for the simulated PDND, in the folder of its secrets.
const filePdnd = "pdnd"

// eServiceProva are the e-services of the local data, by the name by which modules call them.
func eServiceProva() map[string]fruizione.EService {
	firmato := func(servizio string) fruizione.EService {
		return fruizione.EService{Audience: anpr.Destinatario(servizio), Postazione: "server-verbali", Livello: "LoA2",
			Schemi: []string{fruizione.FirmaCorpo, fruizione.EvidenzaLegata}}
	}
	return map[string]fruizione.EService{"inad": {Audience: inad.Destinatario}, "anpr-c001": firmato(anpr.C001), "anpr-c030": firmato(anpr.C030)}
}

// idPdnd is an id of a command, always the same.
func (c comandoProva) idPdnd(cosa string) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://verbali.example/"+c.nome+"/pdnd/"+cosa)).String()
}

// impostazioniPdnd are the settings of a command on PDND, in JSON: a client of the test environment and its e-services.
func (c comandoProva) impostazioniPdnd() [][2]string {
	client := map[string]fruizione.Client{"comune": {Ambiente: fruizione.Collaudo, ClientID: c.idPdnd("client"),
		Chiavi: []fruizione.Chiave{{File: filePdnd}}}}
	eService := eServiceProva()
	for nome, e := range eService {
		e.Client, e.Finalita = "comune", c.idPdnd(nome)
		eService[nome] = e
	}
	return [][2]string{{fruizione.ChiaveClient, inJSON(client)}, {fruizione.ChiaveEService, inJSON(eService)}}
}

// inJSON writes a setting; its empty members are not among what the setting may have.
func inJSON(v any) string {
	dati, err := json.Marshal(v)
	if err != nil {
		return "null" // cannot happen: texts and lists of them
	}
	return string(dati)
}

// iscrizioni is the file with what the simulated PDND knows from the start.
func (s segreti) iscrizioni() string { return filepath.Join(s.cartella, "pdnd-iscrizioni.json") }

// generaPdnd makes the keys of the commands, and tells the simulated PDND their public halves.
func (s segreti) generaPdnd() error {
	var clienti []pdnd.Iscrizione
	for _, c := range comandiProva() {
		if err := os.MkdirAll(filepath.Join(s.cartella, c.nome), 0o700); err != nil {
			return fmt.Errorf("cartella dei segreti: %w", err)
		}
		percorso := filepath.Join(s.cartella, c.nome, filePdnd)
		if err := unaVolta(percorso, chiaveRSA); err != nil {
			return err
		}
		pubblica, err := meta(percorso)
		if err != nil {
			return err
		}
		i := pdnd.Iscrizione{ClientID: c.idPdnd("client"), Chiavi: []string{pubblica}}
		for nome, e := range eServiceProva() {
			i.Finalita = append(i.Finalita, pdnd.Finalita{ID: c.idPdnd(nome), Audience: e.Audience})
		}
		clienti = append(clienti, i)
	}
	if err := os.WriteFile(s.iscrizioni(), []byte(inJSON(clienti)), 0o600); err != nil {
		return fmt.Errorf("iscrizioni alla PDND: %w", err)
	}
	return nil
}

// meta is the public half of a key, in PEM.
func meta(percorso string) (string, error) {
	testo, err := os.ReadFile(percorso)
	if err != nil {
		return "", fmt.Errorf("chiave PDND: %w", err)
	}
	k, err := modi.ParseKey(testo)
	if err != nil {
		return "", fmt.Errorf("chiave PDND %s: %w", percorso, err)
	}
	der, err := x509.MarshalPKIXPublicKey(k.Signer.Public())
	if err != nil {
		return "", err
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})), nil
}

// chiaveRSA is a private key as PKCS #8 in PEM.
func chiaveRSA() ([]byte, error) {
	privata, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(privata)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}
