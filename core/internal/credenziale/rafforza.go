package credenziale

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// perVolta is how many stored values are strengthened between two writes: what an interruption costs.
const perVolta = 100

// antica is a stored H; the regular expression is that of Antica.
const antica = `impronta ~ '^[0-9A-F]{128}$' AND ($1 = '' OR tenant = $1)`

// Archivio is the stored values of all accounts.
type Archivio struct{ Pools *db.Pools }

// Rafforza replaces every stored H by argon2id(H) and gives how many it did; after each batch it says
// how many are done of how many. Passwords, sessions and tokens stay as they are. Cut in the middle it
// goes on from there when called again. A password changed meanwhile wins: the row is written only if
// it still has the H that was read.
func (a Archivio) Rafforza(ctx context.Context, tenant string, avanza func(fatte, tutte int64)) (fatte int64, err error) {
	tutte, err := a.contaAntiche(ctx, tenant)
	if err != nil {
		return 0, err
	}
	for dopo := ""; ; {
		lette, err := a.antiche(ctx, tenant, dopo)
		if err != nil || len(lette) == 0 {
			return fatte, err
		}
		dopo = lette[len(lette)-1].Username
		protette, err := proteggiTutte(ctx, lette)
		if err != nil {
			return fatte, err
		}
		n, err := a.sostituisci(ctx, lette, protette)
		if err != nil {
			return fatte, err
		}
		fatte += n
		avanza(fatte, max(tutte, fatte))
	}
}

// improntaDi is the stored value of an account.
type improntaDi struct{ Username, Impronta string }

// proteggiTutte computes with every processor; each hash takes 19 MiB.
func proteggiTutte(ctx context.Context, lette []improntaDi) ([]string, error) {
	protette := make([]string, len(lette))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, x := range lette {
		g.Go(func() (err error) {
			if err = ctx.Err(); err == nil {
				protette[i], err = Proteggi(x.Impronta)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("credenziale: rafforza: %w", err)
	}
	return protette, nil
}

func (a Archivio) contaAntiche(ctx context.Context, tenant string) (n int64, err error) {
	database, err := a.Pools.Platform(ctx)
	if err != nil {
		return 0, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT count(*) FROM operatore WHERE `+antica, tenant).Scan(&n)
	return n, db.Wrap("impronte", err)
}

func (a Archivio) antiche(ctx context.Context, tenant, dopo string) ([]improntaDi, error) {
	database, err := a.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT username, impronta FROM operatore WHERE `+antica+`
		AND username > $2 ORDER BY username LIMIT $3`, tenant, dopo, perVolta)
	if err != nil {
		return nil, db.Wrap("impronte", err)
	}
	lette, err := pgx.CollectRows(righe, pgx.RowToStructByPos[improntaDi])
	return lette, db.Wrap("impronte", err)
}

// sostituisci writes the protected values in place of those read, with a line of the audit for each.
func (a Archivio) sostituisci(ctx context.Context, lette []improntaDi, protette []string) (quante int64, err error) {
	database, err := a.Pools.Platform(ctx)
	if err != nil {
		return 0, err
	}
	nomi, vecchie := make([]string, len(lette)), make([]string, len(lette))
	for i, x := range lette {
		nomi[i], vecchie[i] = x.Username, x.Impronta
	}
	err = pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
		cambiate, err := tx.Query(ctx, `UPDATE operatore o SET impronta = n.nuova FROM unnest($1::text[], $2::text[], $3::text[]) AS n(username, vecchia, nuova)
			WHERE o.username = n.username AND o.impronta = n.vecchia RETURNING coalesce(o.tenant, '') || '/' || o.username`, nomi, vecchie, protette)
		if err != nil {
			return err
		}
		righe, err := pgx.CollectRows(cambiate, func(r pgx.CollectableRow) (x db.Access, err error) {
			x = db.Access{Attore: voce.Autore(ctx), Azione: "IMPRONTA_RAFFORZATA", OggettoTipo: "operatore", Esito: "OK"}
			return x, r.Scan(&x.Oggetto)
		})
		if quante = int64(len(righe)); err != nil {
			return err
		}
		return db.Audit(ctx, tx, righe...)
	})
	return quante, db.Wrap("impronte", err)
}
