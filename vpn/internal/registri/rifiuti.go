package registri

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// accreditato is a register that is asked with credentials, and may refuse them.
type accreditato interface {
	Rifiutate(ctx context.Context) (perche string, err error)
}

// rifiuti are the credentials that a register has refused, in the database of the context's tenant: credenziali.Memoria.
type rifiuti struct {
	store    Store
	registro string
}

// Rifiutate gives the register's word for a refusal; empty: none.
func (r rifiuti) Rifiutate(ctx context.Context, impronta []byte) (perche string, err error) {
	database, err := r.store.Pools.Tenant(ctx)
	if err != nil {
		return "", err
	}
	err = database.Pool.QueryRow(ctx, `SELECT perche FROM rifiuto WHERE registro = $1 AND impronta = $2`, r.registro, impronta).Scan(&perche)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return perche, db.Wrap("registri: rifiuto", err)
}

// Ricorda keeps a refusal.
func (r rifiuti) Ricorda(ctx context.Context, impronta []byte, perche string) error {
	database, err := r.store.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `INSERT INTO rifiuto (registro, impronta, perche, quando) VALUES ($1, $2, $3, $4)
		ON CONFLICT (registro, impronta) DO UPDATE SET perche = excluded.perche, quando = excluded.quando`,
		r.registro, impronta, parolaDi(perche, "CREDENZIALI_RIFIUTATE"), r.store.Adesso())
	return db.Wrap("registri: rifiuto", err)
}

// Riapri lets the questions of a register leave again with credentials that it has refused: somebody has had the user unlocked, or
// the right to ask restored. A register without a refusal is a 409.
func (s *Scelta) Riapri(ctx context.Context, registro string) error {
	if registro != veicoli.RegistroInfows && registro != veicoli.RegistroPra {
		return problem.NonTrovato("Collegamento", registro)
	}
	database, err := s.o.Store.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	tolti, err := database.Pool.Exec(ctx, `DELETE FROM rifiuto WHERE registro = $1`, registro)
	switch {
	case err != nil:
		return db.Wrap("registri: rifiuto", err)
	case tolti.RowsAffected() == 0:
		return problem.Conflitto("COLLEGAMENTO_NON_FERMO", "Il registro non ha rifiutato credenziali del comando: le domande partono.")
	}
	return nil
}
