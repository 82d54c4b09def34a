package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// schemaVerbali is where elaborazione writes.
const schemaVerbali = "verbali"

// scriviCopione inserts two fines through the product and writes the script from the rows that each
// one left. Meanwhile the relay is kept away by taking its own lock: it would delete the rows of the
// outbox before they are seen.
func (g *gara) scriviCopione(ctx context.Context) (testo string, err error) {
	if err := g.valle.attendiUscita(ctx, tenantMisura); err != nil {
		return "", err
	}
	err = g.conServer(ctx, tenantMisura, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext('verbali.uscita.' || $1))`, schemaVerbali); err != nil {
			return fmt.Errorf("serratura della staffetta: %w", err)
		}
		f := fotografia{conn: conn, schema: schemaVerbali}
		tabelle, err := f.tabelle(ctx)
		if err != nil {
			return err
		}
		a, err := g.campione(ctx, f, tabelle)
		if err != nil {
			return err
		}
		b, err := g.campione(ctx, f, tabelle)
		if err != nil {
			return err
		}
		testo, err = copione(tabelle, a, b)
		return err
	})
	return testo, err
}

// campione inserts one fine and reads what it wrote; without rows in the outbox the picture came late.
func (g *gara) campione(ctx context.Context, f fotografia, tabelle map[string]tabella) ([]rigaScritta, error) {
	n := g.gen.ultimo.Add(1)
	if err := g.integratore.inserisci(ctx, n); err != nil {
		return nil, err
	}
	xid, err := f.transazioneDi(ctx, idEsterno(n))
	if err != nil {
		return nil, err
	}
	righe, err := f.righe(ctx, tabelle, xid)
	if err != nil {
		return nil, err
	}
	for _, r := range righe {
		if r.tabella == "uscita" {
			return righe, nil
		}
	}
	return nil, fmt.Errorf("il verbale %s non ha righe in uscita: la staffetta le ha già prese", idEsterno(n))
}
