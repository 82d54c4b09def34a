package testkit

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// impostazioneScarto is how far now() of a database of tests is from the machine's clock, as an interval.
const impostazioneScarto = "verbali.scarto"

// orologioSpostato gives now() another body: in place of PostgreSQL's own, which the executor calls by number, a function that the
// planner puts where it is called.
const orologioSpostato = `UPDATE pg_proc SET prolang = (SELECT oid FROM pg_language WHERE lanname = 'sql'), proisstrict = false,
	prosrc = $$SELECT transaction_timestamp() + coalesce(nullif(current_setting('` + impostazioneScarto + `', true), ''), '0')::interval$$
	WHERE oid = 'pg_catalog.now()'::regprocedure`

// spostaOrologio makes now() of a template follow impostazioneScarto, so that what a row is dated by its default, and what a
// test writes, is of the day of the kit. clock_timestamp(), which leases are made of, stays the machine's.
func (p *PostgreSQL) spostaOrologio(ctx context.Context, database string) error {
	conn, err := pgx.Connect(ctx, p.DSNAmministratore(database))
	if err != nil {
		return fmt.Errorf("clock of %s: %w", database, err)
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, sql := range []string{`SET allow_system_table_mods = on`, orologioSpostato} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("clock of %s: %w", database, err)
		}
	}
	return nil
}

// regola puts the clock of a database on the day of this process's kit, for the sessions to come.
func (p *PostgreSQL) regola(ctx context.Context, database string) error {
	return p.Esegui(ctx, fmt.Sprintf("ALTER DATABASE %s SET %s = '%d microseconds'",
		pgx.Identifier{database}.Sanitize(), impostazioneScarto, tempo.Spostamento().Microseconds()))
}
