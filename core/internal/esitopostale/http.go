// Package esitopostale shows which files of outcomes of the post were entered, and what waits for a person
// because of them. The files themselves are entered at a door of elaborazione.
package esitopostale

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/db"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// alPiu is how many files the page lists.
const alPiu = 100

// File is an entry of a file, or the taking up of one that had stopped.
type File struct {
	ID      string // of GET /esitiPostali/{id}
	Quando  time.Time
	Attore  string
	Ripreso bool
	SHA256  string
}

// Pagine answers the page. Piscine reads the register that elaborazione publishes.
type Pagine struct {
	Piscine  *db.Piscine
	Sessione sessione.HTTP
}

// Elenco serves GET /esitiPostali: the last files, the newest first.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	file, err := p.leggi(c.Request().Context())
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Esiti della posta", elenco(file))
}

// leggiFile sorts by the hour, which no index has: the files are few, the register is long.
const leggiFile = `SELECT oggetto, quando, attore, azione = 'ESITI_POSTALI_RIPRESI', esito FROM verbali_v1.registro
	WHERE oggetto_tipo = 'esito_postale' ORDER BY quando DESC LIMIT $1`

func (p Pagine) leggi(ctx context.Context) ([]File, error) {
	banca, err := p.Piscine.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := banca.Pool.Query(ctx, leggiFile, alPiu)
	if err != nil {
		return nil, db.Errore("file di esiti", err)
	}
	file, err := pgx.CollectRows(rows, pgx.RowToStructByPos[File])
	return file, db.Errore("file di esiti", err)
}

func quando(t time.Time) string { return t.In(calendario.Roma()).Format("02/01/2006 15:04") }

// ricerca is the list of fines, narrowed.
func ricerca(domanda string) string { return pagine.Base + "verbali?" + domanda }
