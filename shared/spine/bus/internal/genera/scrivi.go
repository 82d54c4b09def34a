package main

import (
	"bytes"
	_ "embed"
	"go/format"
	"os"
	"path/filepath"
	"text/template"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

//go:embed permessi_gen.go.tmpl
var modelloGo string

//go:embed nats.conf.tmpl
var modelloConf string

// dati is what the templates print.
type dati struct {
	Amministratore, Piattaforma string
	Moduli                      []permesso
	passa                       scambi
}

// conto is what crosses the border of an account.
type conto struct {
	Esce  []scambio
	Entra []ingresso
}

// Conto gives what crosses the border of the account of that name.
func (d dati) Conto(nome string) conto { return conto{Esce: d.passa[nome], Entra: d.passa.verso(nome)} }

func scrivi(cartella string, moduli []permesso, passa scambi) error {
	d := dati{Amministratore: bus.AdminUser, Piattaforma: bus.PlatformAccount, Moduli: moduli, passa: passa}
	codice, err := stampa(modelloGo, d)
	if err != nil {
		return err
	}
	if codice, err = format.Source(codice); err != nil {
		return err
	}
	conf, err := stampa(modelloConf, d)
	if err != nil {
		return err
	}
	for nome, testo := range map[string][]byte{"permessi_gen.go": codice, "nats.conf": conf} {
		if err := os.WriteFile(filepath.Join(cartella, nome), testo, 0o644); err != nil { //nolint:gosec // committed files, no secrets
			return err
		}
	}
	return nil
}

func stampa(modello string, d dati) ([]byte, error) {
	t, err := template.New("").Parse(modello)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, d)
	return b.Bytes(), err
}
