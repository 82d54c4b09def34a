package main

import (
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"text/template"
	"time"
)

//go:embed benvenuto.txt
var testoBenvenuto string

// benvenuto is what the person at the keyboard reads when everything is up.
type benvenuto struct {
	Durata         time.Duration
	Dati           string
	Servizi        indirizzi
	Elenco         []voceElenco
	Postgres, NATS string
	Password       string
}

type voceElenco struct{ Nome, Indirizzo string }

func (b benvenuto) scrivi(w io.Writer) error {
	modello, err := template.New("benvenuto").Parse(testoBenvenuto)
	if err != nil {
		return fmt.Errorf("read the welcome: %w", err)
	}
	return modello.Execute(w, b)
}

// senzaPassword is an address that may be shown on a screen.
func senzaPassword(indirizzo string) string {
	u, err := url.Parse(indirizzo)
	if err != nil {
		return ""
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	return u.String()
}
