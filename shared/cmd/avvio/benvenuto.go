package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"text/template"
	"time"

	"github.com/jackc/pgx/v5"
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
	// PasswordPostgres is the file with the administrator's password; empty when the server is elsewhere.
	PasswordPostgres string
	// Elaborazione is a program, AmbienteElaborazione the file of its settings.
	Elaborazione, AmbienteElaborazione string
	// UtenteNATS comes in with the password in the file PasswordNATS; empty when we do not know.
	UtenteNATS, PasswordNATS string
	Password                 string
	Prova                    *avvisoProva
	Core, AmbienteCore       string // program and file of its settings
}

// avvisoProva is a notice that a newcomer can look up at once.
type avvisoProva struct{ NumeroAvviso, Targa string }

// daConsultare finds the first notice of the local data; nil when there is none.
func daConsultare(ctx context.Context, dsn string) *avvisoProva {
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil
	}
	cfg.Database = "alfa"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil
	}
	defer func() { _ = conn.Close(ctx) }()
	var a avvisoProva
	err = conn.QueryRow(ctx, `SELECT a.numero_avviso, v.targa FROM verbali_v1.avviso a
		JOIN verbali_v1.verbale v ON v.id = a.verbale ORDER BY a.emesso, a.numero_avviso LIMIT 1`).Scan(&a.NumeroAvviso, &a.Targa)
	if err != nil {
		return nil
	}
	return &a
}

type voceElenco struct{ Nome, Indirizzo string }

func (b benvenuto) scrivi(w io.Writer) error {
	modello, err := template.New("benvenuto").Parse(testoBenvenuto)
	if err != nil {
		return fmt.Errorf("testo di benvenuto: %w", err)
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
