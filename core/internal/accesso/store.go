package accesso

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/portale"
)

// Store reads portals and writes the register of accesses.
type Store struct{ Pools *db.Pools }

// Portale is where a login comes from.
type Portale struct {
	Tenant    string
	Cittadini bool
}

// Portale finds a portal by code, case ignored; false when there is none.
func (s Store) Portale(ctx context.Context, codice string) (p Portale, trovato bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return p, false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT tenant, tipo = $2 FROM portale WHERE codice = $1 AND stato = 'ATTIVO'`,
		strings.ToLower(strings.ToValidUTF8(strings.ReplaceAll(codice, "\x00", ""), "")), portale.Cittadini).
		Scan(&p.Tenant, &p.Cittadini)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, false, nil
	}
	return p, err == nil, db.Wrap("portale", err)
}

// Registra writes the line of an attempt: who is admitted is written in the register of his tenant, any
// other in the platform's, so that the work does not tell the names that exist from the others.
func (s Store) Registra(ctx context.Context, p prova, esito string) error {
	riga := db.Access{
		Attore: attore(p.domanda.Utente), Azione: "ACCESSO", OggettoTipo: "modulo", Oggetto: p.domanda.Modulo,
		Motivo: p.motivo, Esito: esito, Indirizzo: p.domanda.Indirizzo,
	}
	if esito == esitoAmmesso {
		return s.registra(ctx, p.operatore, riga)
	}
	riga.Oggetto = oggetto(p)
	return s.registra(ctx, nil, riga)
}

// oggetto is the module asked for, after the tenant of the account: the platform's lines that begin with a tenant are shown to
// its administrators. Without a tenant it begins with the bar, so that no tenant's name can match.
func oggetto(p prova) string {
	if p.operatore == nil {
		return "/" + p.domanda.Modulo
	}
	return p.operatore.Tenant + "/" + p.domanda.Modulo
}

func (s Store) registra(ctx context.Context, o *operatore.Operatore, riga db.Access) error {
	database, err := s.database(ctx, o)
	if err != nil {
		return err
	}
	return database.Audit(ctx, riga)
}

func (s Store) database(ctx context.Context, o *operatore.Operatore) (*db.Database, error) {
	if o == nil || o.Tenant == "" {
		return s.Pools.Platform(ctx)
	}
	t, err := s.tenant(ctx, o.Tenant)
	if err != nil {
		return nil, err
	}
	return s.Pools.Of(ctx, t)
}

// tenant reads where the register of a tenant is, suspended or not.
func (s Store) tenant(ctx context.Context, nome string) (t tenant.Tenant, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return t, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT nome, host, banca FROM tenant WHERE nome = $1`, nome).Scan(&t.Nome, &t.Host, &t.Database)
	return t, db.Wrap("tenant", err)
}

// attore is the name as it may be written: what has not the shape of a username may be a password
// typed in the wrong field, and is left out.
func attore(utente string) string {
	if u := operatore.Normalizza(utente); operatore.FormaValida(u) {
		return u
	}
	return "(nome non valido)"
}
