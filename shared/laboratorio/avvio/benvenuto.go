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

	"github.com/piattaforma-verbali/verbali/shared/verbale"
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
	Prove                    []avvisoProva
	Core, AmbienteCore       string // program and file of its settings
}

// avvisoProva is a notice that a newcomer can look up at once, and where its debt is.
type avvisoProva struct {
	NumeroAvviso, Targa string
	Debito              verbale.Debito
}

// proveAlPiu is how many of them are shown.
const proveAlPiu = 3

// daConsultare finds notices of the local data whose debts differ; none when they cannot be read.
func daConsultare(ctx context.Context, dsn string) []avvisoProva {
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
	rows, err := conn.Query(ctx, `SELECT numero_avviso, targa, debito FROM (
			SELECT DISTINCT ON (v.debito) a.numero_avviso, v.targa, v.debito FROM verbali_v1.avviso a JOIN verbali_v1.verbale v ON v.id = a.verbale
			WHERE v.targa <> '' ORDER BY v.debito, a.emesso, a.numero_avviso) x
		ORDER BY array_position($2::text[], debito), debito LIMIT $1`,
		proveAlPiu, []verbale.Debito{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.Pagato})
	if err != nil {
		return nil
	}
	prove, err := pgx.CollectRows(rows, pgx.RowToStructByPos[avvisoProva])
	if err != nil {
		return nil
	}
	return prove
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
