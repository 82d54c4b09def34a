package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// apriUtenze gives the local users the password that the documents name (design section 8). The programs refuse it at every door
// and make each password given by another provisional: the local stack alone, which owns its database, writes the stored form of
// it there, as an import from another system does. An account that was changed since it was made stays as it is.
func (p *pila) apriUtenze(ctx context.Context, _ indirizzi) error {
	cfg, err := pgx.ParseConfig(p.coll.dsnAmministratore)
	if err != nil {
		return fmt.Errorf("utenze dimostrative: %w", err)
	}
	cfg.Database = "piattaforma"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if assente := (*pgconn.PgError)(nil); errors.As(err, &assente) && assente.Code == "3D000" {
		return nil // no database of the platform: no account either, as with the stand-ins of a test
	}
	if err != nil {
		return fmt.Errorf("utenze dimostrative: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	for username, reparto := range utenzeProva() {
		if _, err := conn.Exec(ctx, `UPDATE core.operatore SET impronta = $1, provvisoria = false, provvisoria_fino = NULL
			WHERE username = $2 AND reparto_sale = $3 AND versione = 1`,
			auth.Fingerprint(passwordProva, reparto), username, reparto); err != nil {
			return fmt.Errorf("utenza dimostrativa %s: %w", username, err)
		}
	}
	return nil
}

// utenzeProva are the local users with their department.
func utenzeProva() map[string]string {
	tutte := map[string]string{"piattaforma": "PIATT"}
	for _, c := range comandiProva() {
		for _, u := range utenti(c) {
			tutte[u.username+"."+c.nome] = u.reparto
		}
	}
	return tutte
}
