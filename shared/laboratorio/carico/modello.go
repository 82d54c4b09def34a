package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

// schemaVerbali is where elaborazione writes.
const schemaVerbali = "verbali"

// scriviCopione inserts two fines through the product and writes the script from the rows that each
// one left. Meanwhile the relay is kept away by taking its own lock: it would delete the rows of the
// outbox before they are seen.
func (g *gara) scriviCopione(ctx context.Context) (testo string, err error) {
	if err := g.valle.AttendiUscita(ctx, banco.TenantMisura); err != nil {
		return "", err
	}
	err = g.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext('verbali.uscita.' || $1))`, schemaVerbali); err != nil {
			return fmt.Errorf("serratura della staffetta: %w", err)
		}
		f := banco.Fotografia{Conn: conn, Schema: schemaVerbali}
		tabelle, err := f.Tabelle(ctx)
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
		testo, err = banco.Copione(tabelle, a, b)
		return err
	})
	return testo, err
}

// campione inserts one fine and reads what it wrote; without rows in the outbox the picture came late.
func (g *gara) campione(ctx context.Context, f banco.Fotografia, tabelle map[string]banco.Tabella) ([]banco.RigaScritta, error) {
	n := g.gen.Ultimo.Add(1)
	if err := g.integratore.Inserisci(ctx, n); err != nil {
		return nil, err
	}
	xid, err := f.TransazioneDi(ctx, banco.IdEsterno(n))
	if err != nil {
		return nil, err
	}
	righe, err := f.Righe(ctx, tabelle, xid)
	if err != nil {
		return nil, err
	}
	for _, r := range righe {
		if r.Tabella == "uscita" {
			return righe, nil
		}
	}
	return nil, fmt.Errorf("il verbale %s non ha righe in uscita: la staffetta le ha già prese", banco.IdEsterno(n))
}
