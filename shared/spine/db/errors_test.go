package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func contiene(err error, s string) bool { return strings.Contains(err.Error(), s) }

func TestErrorsOfTheServer(t *testing.T) {
	t.Parallel()
	codici := map[string]string{
		"42P01": "DATI_NON_PRONTI", "42703": "DATI_NON_PRONTI", "3F000": "DATI_NON_PRONTI", "42501": "DATI_NON_PRONTI",
		"57P01": "BANCA_DATI_NON_DISPONIBILE", "57P02": "BANCA_DATI_NON_DISPONIBILE", "57P03": "BANCA_DATI_NON_DISPONIBILE",
		"53300": "BANCA_DATI_NON_DISPONIBILE", "53100": "BANCA_DATI_NON_DISPONIBILE", "08006": "BANCA_DATI_NON_DISPONIBILE",
		"3D000": "BANCA_DATI_NON_DISPONIBILE", "23505": "", "23503": "", "40001": "", "22021": "", "57014": "",
	}
	for c, atteso := range codici {
		err := db.Wrap("lettura del verbale", fmt.Errorf("store: %w", &pgconn.PgError{Code: c, Message: "m"}))
		if e := problem.As(err); (atteso == "") != (e == nil) || e != nil && e.Codice != atteso {
			t.Errorf("%s: %v", c, err)
		}
		if !contiene(err, "lettura del verbale") {
			t.Errorf("%s does not say what failed: %v", c, err)
		}
		if db.Retryable(err) != (c == "40001") {
			t.Errorf("%s: to be repeated %v", c, db.Retryable(err))
		}
		if _, doppio := db.Duplicate(err); doppio != (c == "23505") {
			t.Errorf("%s: double %v", c, doppio)
		}
	}
	if db.Wrap("x", nil) != nil {
		t.Error("no error became one")
	}
	gia := problem.Conflitto("REGOLA", "no")
	if err := db.Wrap("x", fmt.Errorf("su: %w", gia)); problem.As(err) != gia {
		t.Errorf("an error for the caller was changed: %v", err)
	}
	if db.Unreachable(nil) || db.Unreachable(errors.New("x")) || db.Unreachable(context.Canceled) || !db.Unreachable(context.DeadlineExceeded) {
		t.Error("errors of other things are taken for the server's absence")
	}
	if !db.Missing(fmt.Errorf("x: %w", gorm.ErrRecordNotFound)) || db.Missing(errors.New("x")) {
		t.Error("a missing row")
	}
}

func TestMissingViewIsDataNotReady(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	ctx, b := database(t, apri(t, a, nil), a, "alfa")
	for _, sql := range []string{`SELECT 1 FROM verbali_v1.non_ancora`, `SELECT 1 FROM nessuno_v1.verbale`, `SELECT non_ancora FROM verbali_v1.verbale`} {
		_, err := b.Pool.Exec(ctx, sql)
		if !problem.Is(db.Wrap("x", err), "DATI_NON_PRONTI") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	_, err := b.Pool.Exec(ctx, `SELECT 1/0`)
	if problem.As(db.Wrap("x", err)) != nil {
		t.Error("an error of the statement is told to the caller")
	}
}

// TestServerThatGoesAndComesBack stops a real server under connections in every state.
func TestServerThatGoesAndComesBack(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	pg := cluster(t, cartella)
	log, _ := testkit.Log(t)
	p, err := db.Open(db.Options{DSN: pg.DSNAmministratore("postgres"), PerDatabase: 4, Total: 4, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	b, err := p.Platform(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Pool.Ping(t.Context()); err != nil { // an idle connection to be found dead
		t.Fatal(err)
	}
	lunga, dentro := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := b.Pool.Exec(context.Background(), `SELECT pg_sleep(60)`)
		lunga <- err
	}()
	avanti := make(chan struct{})
	go func() {
		dentro <- b.Transaction(context.Background(), func(tx *db.Tx) error {
			err := tx.Exec(`SELECT 1`).Error
			close(avanti)
			<-pg.Finito()
			return errors.Join(err, tx.Exec(`SELECT 1`).Error)
		})
	}()
	<-avanti
	testkit.Attendi(t, 10*time.Second, "the long query to run", func() bool {
		return numero(t, b.Pool, `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()`) == 1
	})
	if err := pg.Ferma(); err != nil {
		t.Fatal(err)
	}
	via := func(quando string, err error) {
		t.Helper()
		if !db.Unreachable(err) || !problem.Is(db.Wrap("x", err), "BANCA_DATI_NON_DISPONIBILE") {
			t.Errorf("%s: %v", quando, err)
		}
	}
	via("a query in progress", <-lunga)
	via("a transaction in progress", <-dentro)
	for range 6 {
		via("a query on what the pool still holds", b.Pool.Ping(t.Context()))
	}
	via("a reading through GORM", b.Gorm(t.Context()).Exec(`SELECT 1`).Error)
	via("a reading of the platform", p.ReadPlatform(t.Context(), `SELECT 1`, func(func(...any) error) error { return nil }))

	cluster(t, cartella)
	testkit.Attendi(t, 10*time.Second, "the pool to recover by itself", func() bool { return b.Pool.Ping(t.Context()) == nil })
}
