package db_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// adesso frees everything that is not in use at this moment.
func adesso(p *db.Pools) { p.Libera(tempo.Macchina().Add(time.Hour)) }

func chiuse(t *testing.T, p *db.Pools, restano int) {
	t.Helper()
	testkit.Attendi(t, 10*time.Second, fmt.Sprintf("%d open databases", restano), func() bool { return p.Banche() == restano })
}

func TestUnusedDatabaseIsFreedAndOpensAgain(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno")
	p := apri(t, a, func(o *db.Options) { o.Application, o.Tenant = "riposo", schema("SELECT 1;") })
	ctx, b := database(t, p, a, "uno")
	spia := a.Collega(t, "vpn", "uno")
	p.Libera(tempo.Macchina().Add(-time.Minute))
	if p.Banche() != 1 {
		t.Fatal("a database used a moment ago was freed")
	}
	// The table that a check of the migrations reads is hidden: a second check would fail.
	a.Esegui(t, "vpn", "uno", `ALTER TABLE versione RENAME TO nascosta`)
	for giro := range 3 {
		adesso(p)
		chiuse(t, p, 0)
		if n := numero(t, spia, `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'riposo'`); n != 0 {
			t.Fatalf("round %d: %d connections stay", giro, n)
		}
		// A caller that held the pool goes on, with SQL and with GORM; one that asks again gets it
		// without a check.
		var uno int
		if err := b.Pool.QueryRow(ctx, `SELECT 1`).Scan(&uno); err != nil || uno != 1 {
			t.Fatalf("round %d: held pool: %v", giro, err)
		}
		adesso(p)
		chiuse(t, p, 0)
		if err := b.Gorm(ctx).Raw(`SELECT 1`).Row().Scan(&uno); err != nil {
			t.Fatalf("round %d: held GORM: %v", giro, err)
		}
		if _, err := p.Tenant(ctx); err != nil {
			t.Fatalf("round %d: asked again: %v", giro, err)
		}
	}
}

// TestDatabaseIsNeverFreedUnderItsUsers frees as fast as it can while others work in every way.
func TestDatabaseIsNeverFreedUnderItsUsers(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno")
	p := apri(t, a, nil)
	ctx, b := database(t, p, a, "uno")
	modi := map[string]func() error{
		"exec":  func() error { _, err := b.Pool.Exec(ctx, `SELECT 1`); return err },
		"query": func() error { return b.Pool.QueryRow(ctx, `SELECT 1`).Scan(new(int)) },
		"transaction": func() error {
			return pgx.BeginFunc(ctx, b.Pool, func(tx pgx.Tx) error { _, err := tx.Exec(ctx, `SELECT 1`); return err })
		},
		"connection": func() error {
			c, err := b.Pool.Acquire(ctx)
			if err != nil {
				return err
			}
			defer c.Release()
			return c.Ping(ctx)
		},
		"GORM": func() error { return b.Gorm(ctx).Raw(`SELECT 1`).Row().Scan(new(int)) },
		"effect": func() error {
			return b.Transaction(ctx, func(tx *db.Tx) error { return tx.Exec(`SELECT 1`).Error })
		},
		"visit": func() error {
			return p.Visit(ctx, a.Tenant("uno"), func(ctx context.Context, pool *db.Pool) error { return pool.Ping(ctx) })
		},
	}
	var lavorano sync.WaitGroup
	for nome, f := range modi {
		lavorano.Go(func() {
			for i := range 15 {
				if err := f(); err != nil {
					t.Errorf("%s, time %d: %v", nome, i, err)
					return
				}
			}
		})
	}
	fine := make(chan struct{})
	var libera sync.WaitGroup
	libera.Go(func() {
		ogni := time.NewTicker(time.Millisecond)
		defer ogni.Stop()
		for {
			select {
			case <-fine:
				return
			case <-ogni.C:
				p.Follow(nil) // as if nobody were served
				adesso(p)
			}
		}
	})
	lavorano.Wait()
	close(fine)
	libera.Wait()
}

func TestSuspendedTenantIsFreedAtOnceAndItsWorkEndsInPeace(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno", "due")
	p := apri(t, a, func(o *db.Options) { o.Tenant, o.Application = schema("SELECT 1;"), "sospesa" })
	ctx, b := database(t, p, a, "uno")
	_, altra := database(t, p, a, "due")
	if err := altra.Pool.Ping(ctx); err != nil {
		t.Fatal(err)
	}
	tx, err := b.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	sospeso := a.Tenant("uno")
	sospeso.Stato = tenant.Suspended
	p.Follow([]tenant.Tenant{sospeso, a.Tenant("due")})
	if _, err := tx.Exec(ctx, `INSERT INTO ricevuto (consumatore, id) VALUES ('a', '1')`); err != nil {
		t.Fatalf("what was going on was cut: %v", err)
	}
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	chiuse(t, p, 1)
	spia := a.Collega(t, "vpn", "uno")
	testkit.Attendi(t, 10*time.Second, "its connections to close", func() bool {
		return numero(t, spia, `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sospesa' AND datname = current_database()`) == 0
	})
	p.Follow([]tenant.Tenant{a.Tenant("uno"), a.Tenant("due")})
	_, b = database(t, p, a, "uno")
	if n := numero(t, b.Pool, `SELECT count(*) FROM ricevuto`); n != 1 {
		t.Errorf("%d rows after its return", n)
	}
}

func TestTenantThatMovedIsOpenedWhereItIs(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno", "nuova-sede")
	p := apri(t, a, func(o *db.Options) { o.Tenant = schema("SELECT 1;") })
	_, vecchia := database(t, p, a, "uno")
	if _, err := vecchia.Pool.Exec(t.Context(), `INSERT INTO ricevuto (consumatore, id) VALUES ('dove', 'vecchia')`); err != nil {
		t.Fatal(err)
	}
	mosso := a.Tenant("uno")
	mosso.Database = a.Tenant("nuova-sede").Database
	p.Follow([]tenant.Tenant{mosso})
	nuova, err := p.Of(t.Context(), mosso)
	if err != nil {
		t.Fatal(err)
	}
	if n := numero(t, nuova.Pool, `SELECT count(*) FROM ricevuto`); n != 0 {
		t.Error("the old database answers")
	}
	chiuse(t, p, 1)
	// A request that began before ends where it began.
	if n := numero(t, vecchia.Pool, `SELECT count(*) FROM ricevuto`); n != 1 {
		t.Error("who held the old database was moved")
	}
}

func TestVisitMigratesAndLeavesNothingOpen(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	s := schema("CREATE TABLE prova (n int);")
	p := apri(t, a, func(o *db.Options) { o.Tenant, o.PerDatabase = s, 4 })
	insieme, massimo := new(atomic.Int64), 0
	for range 3 {
		err := p.Visit(t.Context(), chi, func(ctx context.Context, pool *db.Pool) error {
			insieme.Add(1)
			massimo = max(massimo, p.Banche())
			return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { _, err := tx.Exec(ctx, `SELECT n FROM prova`); return err })
		})
		if err != nil {
			t.Fatal(err)
		}
		if p.Banche() != 0 {
			t.Fatalf("%d databases stay open", p.Banche())
		}
	}
	b, err := p.Of(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM versione WHERE version_id = 2`); n != 1 || insieme.Load() != 3 || massimo != 1 {
		t.Errorf("migrated %d times in %d visits, %d open at once", n, insieme.Load(), massimo)
	}
	// A database in use lends its own connection.
	err = p.Visit(t.Context(), chi, func(_ context.Context, pool *db.Pool) error {
		if pool != b.Pool {
			t.Error("a database in use was opened twice")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAVisitKeepsNoDatabaseOpen: a database that is only visited since then closes as if nobody had come.
func TestAVisitKeepsNoDatabaseOpen(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno")
	p := apri(t, a, nil)
	ctx, b := database(t, p, a, "uno")
	usa := func(f func() error) {
		t.Helper()
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
	visita := func() error {
		return p.Visit(ctx, a.Tenant("uno"), func(ctx context.Context, pool *db.Pool) error { return pool.Ping(ctx) })
	}
	da := tempo.Macchina()
	usa(visita)
	usa(func() error { return b.Pool.Ping(ctx) })
	p.Libera(da)
	if p.Banche() != 1 {
		t.Fatal("a database used since then was freed")
	}
	da = tempo.Macchina()
	usa(visita)
	p.Libera(da)
	chiuse(t, p, 0)
}

// TestTenantsAtWorkKeepTheirConnections has more callers than connections: once each tenant has one,
// nobody closes another's to open a second.
func TestTenantsAtWorkKeepTheirConnections(t *testing.T) {
	t.Parallel()
	nomi := []string{"uno", "due", "tre", "quattro", "cinque", "sei"}
	a := testkit.NuovoAmbiente(t, nomi...)
	p := apri(t, a, func(o *db.Options) { o.Total, o.Application = 6, "lavoro" })
	giro := func(quante int) {
		var gruppo sync.WaitGroup
		for _, nome := range nomi {
			_, b := database(t, p, a, nome)
			for range 4 {
				gruppo.Go(func() {
					for range quante {
						if _, err := b.Pool.Exec(t.Context(), `SELECT pg_sleep(0.001)`); err != nil {
							t.Errorf("%s: %v", nome, err)
							return
						}
					}
				})
			}
		}
		gruppo.Wait()
	}
	sessioni := func() map[int]bool {
		rows, err := a.Banca(t, "core", "").Query(context.Background(), `SELECT pid FROM pg_stat_activity WHERE application_name = 'lavoro'`)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := pgx.CollectRows(rows, pgx.RowTo[int])
		if err != nil {
			t.Fatal(err)
		}
		insieme := map[int]bool{}
		for _, x := range pid {
			insieme[x] = true
		}
		return insieme
	}
	giro(200) // until each has one
	prima := sessioni()
	giro(100)
	nuove := 0
	for pid := range sessioni() {
		if !prima[pid] {
			nuove++
		}
	}
	if len(prima) != 6 || nuove > 0 {
		t.Errorf("%d connections, %d of them changed hands", len(prima), nuove)
	}
}
