package bootstrap_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

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
