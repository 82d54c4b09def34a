package bootstrap_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

func TestManyGrantAtTheSameInstant(t *testing.T) {
	t.Parallel()
	pg, err := locale.AvviaPostgres(t.Context(), locale.PostgresOpzioni{Cartella: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := pg.Ferma(); err != nil {
			t.Error(err)
		}
	}()
	dsn := pg.DSNAmministratore("postgres")
	errori := make(chan error, 200)
	var tutti sync.WaitGroup
	for i := range 4 {
		tutti.Go(func() { errori <- concedi(dsn, fmt.Sprintf("contesa_%d", i)) })
	}
	tutti.Wait()
	close(errori)
	for err := range errori {
		if err != nil {
			t.Error(err)
		}
	}
}

// A database dropped while it is being opened to the services is no failure of the preparation: the statement is run
// again, and then hears that there is no such database.
func TestWhatAnotherSessionChangedOrTookAwayIsTriedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code, message string
		again         bool
	}{
		{"XX000", "tuple concurrently updated", true},
		{"XX000", "tuple concurrently deleted", true},
		{"XX000", "cache lookup failed for database 1", false},
		{"3D000", "database does not exist", false},
	} {
		err := fmt.Errorf("preparazione: %w", &pgconn.PgError{Code: c.code, Message: c.message})
		if again := bootstrap.Contended(err); again != c.again {
			t.Errorf("%s %s: tried again is %v", c.code, c.message, again)
		}
	}
}

// concedi grants and takes back on the one database that all share, fifty times.
func concedi(dsn, ruolo string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	if err := bootstrap.CreaRuolo(ctx, conn, ruolo, "NOLOGIN"); err != nil {
		return err
	}
	for range 50 {
		for _, forma := range []string{`GRANT CONNECT ON DATABASE postgres TO %I`, `REVOKE CONNECT ON DATABASE postgres FROM %I`} {
			if err := bootstrap.Esegui(ctx, conn, forma, ruolo); err != nil {
				return err
			}
		}
	}
	return nil
}
