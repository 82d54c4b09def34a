package tabella

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// PastViolazioni reads the violations as core had them in a version, also in a past one; those of the program
// for version 0. It is for who must say what has changed since.
func (c *Copy) PastViolazioni(ctx context.Context, versione int) (*sanzione.Tabella, error) {
	if versione == 0 {
		return sanzione.Iniziale(), nil
	}
	return past(ctx, c, Versione{Nome: Violazioni, Versione: versione}, sanzione.Nuova)
}

// PastComuni reads the municipalities of a version, as PastViolazioni does.
func (c *Copy) PastComuni(ctx context.Context, versione int) (*comune.Tabella, error) {
	if versione == 0 {
		return comune.Iniziale(), nil
	}
	return past(ctx, c, Versione{Nome: Comuni, Versione: versione}, comune.Nuova)
}

// PastStrade reads the streets of a tenant of a version; none for version 0.
func (c *Copy) PastStrade(ctx context.Context, tenant string, versione int) (*strada.Tabella, error) {
	if versione == 0 {
		return strada.Nuova(nil)
	}
	return past(ctx, c, Versione{Nome: Strade, Tenant: tenant, Versione: versione}, strada.Nuova)
}

func past[R interface{ Chiave() string }, T any](ctx context.Context, c *Copy, v Versione, nuova func([]R) (T, error)) (T, error) {
	var vuota T
	database, err := c.pools.Platform(ctx)
	if err != nil {
		return vuota, err
	}
	righe, err := leggiRighe[R](ctx, database.Pool, v)
	if err != nil {
		return vuota, db.Wrap("versione passata di "+v.Nome, err)
	}
	return nuova(righe)
}
