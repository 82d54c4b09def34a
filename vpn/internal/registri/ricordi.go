package registri

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// ricordo is a register's answer that a vehicle is not in it, or not for that day. While the next register is away the message
// comes again to any replica: a remembered answer is not asked and paid again.
type ricordo struct {
	collegamento, parte string // which connection, and which of its questions
	chiave              []byte
}

// ricordaPer is for how long a negative answer is worth.
const ricordaPer = 24 * time.Hour

// ricordoDi is what the answer to a part of a look-up is remembered under: a digest, so that the rows name no plate.
func ricordoDi(collegamento, parte, chiave string) ricordo {
	d := sha256.Sum256([]byte(collegamento + "\x00" + parte + "\x00" + chiave))
	return ricordo{collegamento, parte, d[:]}
}

// Ricordata gives the remembered answer as its original error; nil: none.
func (s Store) Ricordata(ctx context.Context, r ricordo) (*esterno.Error, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var codice, dettaglio, nazione string
	err = database.Pool.QueryRow(ctx, `SELECT codice, dettaglio, nazione FROM ricordo WHERE collegamento = $1 AND parte = $2 AND chiave = $3 AND fino > $4`,
		r.collegamento, r.parte, r.chiave, s.Adesso()).Scan(&codice, &dettaglio, &nazione)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // nothing is remembered
	}
	if err != nil {
		return nil, db.Wrap("registri: ricordo", err)
	}
	e := &esterno.Error{Kind: esterno.ErrNotFound, Code: codice, Detail: dettaglio}
	switch codice {
	case registro.CodiceAltroGiorno:
		e = registro.AltroGiorno(dettaglio)
	case string(verbale.IndagineTargaEstera):
		e.Cause = &registro.TargaEstera{Nazione: nazione}
	}
	e.System, e.Attempts = r.collegamento, 1
	return e, nil
}

// Ricorda keeps an answer that does not change by asking again, and forgets those whose time is over.
func (s Store) Ricorda(ctx context.Context, r ricordo, risposta error) error {
	e := esterno.As(risposta)
	if e == nil || !errors.Is(risposta, esterno.ErrNotFound) && !errors.Is(risposta, registro.ErrAltroGiorno) {
		return nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	nazione := ""
	if t, ok := errors.AsType[*registro.TargaEstera](risposta); ok {
		nazione = t.Nazione
	}
	adesso := s.Adesso()
	_, err = database.Pool.Exec(ctx, `WITH scaduti AS (DELETE FROM ricordo WHERE fino <= $7)
		INSERT INTO ricordo (collegamento, parte, chiave, codice, dettaglio, nazione, fino) VALUES ($1, $2, $3, $4, $5, $6, $8)
		ON CONFLICT (collegamento, parte, chiave) DO UPDATE
			SET codice = excluded.codice, dettaglio = excluded.dettaglio, nazione = excluded.nazione, fino = excluded.fino`,
		r.collegamento, r.parte, r.chiave, parolaDi(e.Code, string(verbale.IndagineNonPresente)), e.Detail, nazione, adesso, adesso.Add(ricordaPer))
	return db.Wrap("registri: ricordo", err)
}
