package testkit

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TabellaFissa is a version of a fixed table, to be written as core's import does.
type TabellaFissa[R interface{ Chiave() string }] struct {
	Nome, Tenant, Impronta string
	Righe                  []R
}

// Importa makes it the next version in core's tables, in one transaction, and gives its number. No fact
// is published.
func (f TabellaFissa[R]) Importa(tb testing.TB, a *Ambiente) (versione int) {
	tb.Helper()
	err := pgx.BeginFunc(context.Background(), a.Banca(tb, "core", ""), func(tx pgx.Tx) (err error) {
		versione, err = f.scrivi(context.Background(), tx)
		return err
	})
	if err != nil {
		tb.Fatalf("import of %s: %v", f.Nome, err)
	}
	return versione
}

func (f TabellaFissa[R]) scrivi(ctx context.Context, tx pgx.Tx) (versione int, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO tabella (nome, tenant, versione, impronta, righe) VALUES ($1, $2, 1, $3, $4)
		ON CONFLICT (nome, tenant) DO UPDATE SET versione = tabella.versione + 1, impronta = EXCLUDED.impronta, righe = EXCLUDED.righe
		RETURNING versione`, f.Nome, f.Tenant, f.Impronta, len(f.Righe)).Scan(&versione)
	if err != nil {
		return 0, err
	}
	if _, err = tx.Exec(ctx, `INSERT INTO tabella_versione (nome, tenant, versione, impronta, righe, aggiunte, modificate, tolte, attore)
		VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 'prova')`, f.Nome, f.Tenant, versione, f.Impronta, len(f.Righe)); err != nil {
		return 0, err
	}
	if _, err = tx.Exec(ctx, `UPDATE tabella_riga SET a = $3 WHERE nome = $1 AND tenant = $2 AND a IS NULL`, f.Nome, f.Tenant, versione); err != nil {
		return 0, err
	}
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"tabella_riga"}, []string{"nome", "tenant", "chiave", "da", "dati"},
		pgx.CopyFromSlice(len(f.Righe), func(i int) ([]any, error) {
			dati, err := json.Marshal(f.Righe[i])
			return []any{f.Nome, f.Tenant, f.Righe[i].Chiave(), versione, json.RawMessage(dati)}, err
		}))
	return versione, err
}
