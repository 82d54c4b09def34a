package main

import (
	"fmt"
	"os"
	"path/filepath"

	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// fileSend is the key of a command of the local data for the simulated SEND, in the folder of its secrets.
const fileSend = "send-chiave"

// impostazioneSend connects a command to SEND, in JSON: its key wants no voucher.
func impostazioneSend() [2]string {
	return [2]string{send.ChiaveCollegamento, inJSON(map[string]string{"accesso": fileSend})}
}

// giornaleSend is the file with which the simulated SEND goes on after a restart, as the data of the commands do.
func giornaleSend(dati string) string { return filepath.Join(dati, "send-giornale") }

// generaSend makes the keys of the commands, each for the simulators' server alone.
func (s segreti) generaSend() error {
	for _, c := range comandiProva() {
		if err := os.MkdirAll(filepath.Join(s.cartella, c.nome), 0o700); err != nil {
			return fmt.Errorf("cartella dei segreti: %w", err)
		}
		chiave := func() ([]byte, error) { return []byte("host: 127.0.0.1\n" + simulato.ChiaveDemo + c.nome + "\n"), nil }
		if err := unaVolta(filepath.Join(s.cartella, c.nome, fileSend), chiave); err != nil {
			return err
		}
	}
	return nil
}
