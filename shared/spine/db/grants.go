package db

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// grantsFile stands beside the migrations of a schema: GRANT statements that say what the service that owns it does at
// run time in each table, and which columns of which views the others read. The owner runs it after the migrations.
// What is not in it nobody may do: a new table is closed until it has a line. Its first line is "-- versione N": N grows with
// every change, so that a replica of an earlier release, which may have the same migrations, knows later grants from its own.
const grantsFile = "diritti.sql"

// spineGrants grows with every change of spine or closed, as N does in the file: their sum is the version of a schema's grants.
const spineGrants = 1

// grantAttempts is how often the grants are written again when somebody else changes the same rows of the catalogue.
const grantAttempts = 20

// grantsState reads the last grants ($1: the schema, $2: that of its views): the note that grant leaves, and a
// digest of what holds now. Anybody may read it.
const grantsState = `SELECT coalesce(obj_description(to_regnamespace($1)::oid, 'pg_namespace'), ''), coalesce(md5(string_agg(x, E'\n' ORDER BY x)), '') FROM (
	SELECT concat_ws(' ', n.nspname, c.relname, c.relacl::text, a.attname, a.attacl::text) AS x FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
		LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attacl IS NOT NULL
	WHERE n.nspname IN ($1, $2) AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
	UNION ALL SELECT concat_ws(' ', nspname, nspacl::text) FROM pg_namespace WHERE nspname IN ($1, $2)
	UNION ALL SELECT concat_ws(' ', n.nspname, p.oid::text, p.prosecdef, p.proacl::text) FROM pg_namespace n JOIN pg_proc p ON p.pronamespace = n.oid
		WHERE n.nspname IN ($1, $2)) diritti`

// spine is what every service does in the tables of migration 1, and the version of its schema, which it reads. When a
// line of the register was written, and its place, PostgreSQL alone says.
const spine = `GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT, INSERT, DELETE ON {schema}.uscita, {schema}.ricevuto TO {role};
GRANT SELECT, INSERT (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia) ON {schema}.registro TO {role};
GRANT SELECT ON {schema}.versione TO {role};
`

// closed takes from the roles that work, and from everybody, what they had: also what PostgreSQL gives to everybody with
// a new function, where it runs with its owner's rights and would be a way around the grants.
const closed = `REVOKE ALL ON SCHEMA {schema}, {views} FROM PUBLIC, {roles};
REVOKE ALL ON ALL TABLES IN SCHEMA {schema}, {views} FROM PUBLIC, {roles};
REVOKE ALL ON ALL SEQUENCES IN SCHEMA {schema}, {views} FROM PUBLIC, {roles};
REVOKE ALL ON ALL ROUTINES IN SCHEMA {schema}, {views} FROM {roles};
DO $$ DECLARE f regprocedure; BEGIN
	FOR f IN SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE p.prosecdef AND n.nspname IN ('{schema}', '{views}') LOOP
		EXECUTE format('REVOKE ALL ON ROUTINE %s FROM PUBLIC', f);
	END LOOP; END $$;
`

// grants reads the statements of the schema; "" when it has none.
func (s Schema) grants() (string, error) {
	if s.Migrations == nil {
		return "", nil
	}
	text, err := fs.ReadFile(s.Migrations, grantsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("db: diritti %s: %w", s.Name, err)
	}
	return string(text), nil
}

// grantsVersion is the number in the first line of a schema's grants, with that of the spine's.
func (s Schema) grantsVersion(text string) (n int, err error) {
	first, _, _ := strings.Cut(text, "\n")
	if n, err = strconv.Atoi(strings.TrimPrefix(first, "-- versione ")); err != nil || n < 1 {
		return 0, fmt.Errorf("db: diritti %s: the first line of %s is not \"-- versione N\"", s.Name, grantsFile)
	}
	return spineGrants + n, nil
}

// granted reports whether what grant would write holds already and, where it does not, whether a later release has written
// what does: that is left as it is.
func (s Schema) granted(ctx context.Context, q querier) (holds, later bool, err error) {
	text, err := s.grants()
	if err != nil || text == "" {
		return text == "", false, err
	}
	version, err := s.grantsVersion(text)
	if err != nil {
		return false, false, err
	}
	var note, now string
	if err := q.QueryRowContext(ctx, grantsState, s.Name, bootstrap.Views(s.Name)).Scan(&note, &now); err != nil {
		return false, false, fmt.Errorf("db: diritti %s: %w", s.Name, err)
	}
	if note == grantsNote(version, text, now) {
		return true, false, nil
	}
	var noted int
	_, _ = fmt.Sscanf(note, grantsNoted, &noted) // another comment notes none
	return false, noted > version, nil
}

// grantsNoted begins the comment of a schema whose grants are written.
const grantsNoted = "diritti versione %d "

// grantsNote is what stands as the comment of the schema once its grants are written.
func grantsNote(version int, text, now string) string {
	sum := sha256.Sum256([]byte(closed + spine + text))
	return fmt.Sprintf(grantsNoted, version) + hex.EncodeToString(sum[:8]) + " " + now
}

// grant gives the roles that work exactly what the schema declares, in one transaction: services at work meanwhile notice
// nothing. On a server that has not those roles yet it does nothing, nor does a replica of an earlier release where a
// later one has migrated or granted; then it reports that they do not hold, and is to be asked again. The connection is the owner's.
func (s Schema) grant(ctx context.Context, database *sql.DB) (holds bool, err error) {
	holds, later, err := s.granted(ctx, database)
	if err != nil || holds || later {
		return holds, err
	}
	if _, unknown, err := s.compare(ctx, database); err != nil || unknown > 0 {
		return false, err
	}
	for range grantAttempts {
		if err = s.grantOnce(ctx, database); !bootstrap.Contended(err) {
			break
		}
	}
	if err != nil {
		return false, fmt.Errorf("db: diritti %s: %w", s.Name, err)
	}
	holds, _, err = s.granted(ctx, database)
	return holds, err
}

func (s Schema) grantOnce(ctx context.Context, database *sql.DB) error {
	tx, err := database.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	roles := bootstrap.RuntimeRoles()
	var there int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pg_roles WHERE rolname = ANY ($1)`, roles).Scan(&there); err != nil || there < len(roles) {
		return err
	}
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, s.number()+1); err != nil { // goose has the other
		return err
	}
	if done, later, err := s.granted(ctx, tx); err != nil || done || later {
		return err
	}
	text, err := s.grants()
	if err != nil {
		return err
	}
	version, err := s.grantsVersion(text)
	if err != nil {
		return err
	}
	names := strings.NewReplacer("{schema}", s.Name, "{views}", bootstrap.Views(s.Name), "{role}", s.runtimeRole(), "{roles}", strings.Join(roles, ", "))
	if _, err := tx.ExecContext(ctx, names.Replace(closed+spine+text)); err != nil {
		return err
	}
	var note, now string
	if err := tx.QueryRowContext(ctx, grantsState, s.Name, bootstrap.Views(s.Name)).Scan(&note, &now); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, names.Replace(`COMMENT ON SCHEMA {schema} IS '`)+grantsNote(version, text, now)+`'`); err != nil {
		return err
	}
	return tx.Commit()
}

// runtimeRole is the role that works in the schema.
func (s Schema) runtimeRole() string {
	for _, m := range bootstrap.Modules() {
		if m.Schema == s.Name {
			return m.RuntimeRole()
		}
	}
	return ""
}
