package db_test

import (
	"context"
	"errors"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// sessioni counts the connections of these pools, as the server sees them.
func sessioni(t *testing.T, a *testkit.Ambiente, applicazione string) int {
	t.Helper()
	return numero(t, a.Collega(t, "core", ""), `SELECT count(*) FROM pg_stat_activity WHERE application_name = $1`, applicazione)
}

func TestConnectionsOfAProcessAreBounded(t *testing.T) {
	t.Parallel()
	nomi := []string{"uno", "due", "tre", "quattro", "cinque", "sei"}
	a := testkit.NuovoAmbiente(t, nomi...)
	p := apri(t, a, func(o *db.Options) { o.Total, o.Application = 3, "limitata" })
	spia := a.Collega(t, "core", "")
	var fatte atomic.Int64
	var gruppo sync.WaitGroup
	for _, nome := range nomi {
		_, b := database(t, p, a, nome)
		for range 3 {
			gruppo.Go(func() {
				for range 15 {
					if _, err := b.Pool.Exec(t.Context(), `SELECT pg_sleep(0.002)`); err != nil {
						t.Errorf("%s: %v", nome, err)
						return
					}
					fatte.Add(1)
				}
			})
		}
	}
	finito := make(chan struct{})
	go func() { gruppo.Wait(); close(finito) }()
	massimo, ogni := 0, time.NewTicker(5*time.Millisecond)
	defer ogni.Stop()
	for aperto := true; aperto; {
		select {
		case <-finito:
			aperto = false
		case <-ogni.C:
			massimo = max(massimo, numero(t, spia, `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'limitata'`))
		}
	}
	if massimo > 3 || massimo == 0 {
		t.Errorf("%d connections at once, 3 are allowed", massimo)
	}
	if fatte.Load() != 6*3*15 {
		t.Errorf("%d statements of %d", fatte.Load(), 6*3*15)
	}
}

func TestTenantAtRestGivesItsPlaceUp(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno", "due", "tre")
	p := apri(t, a, func(o *db.Options) { o.Total = 2 })
	for _, nome := range []string{"uno", "due", "tre", "uno"} { // each leaves an idle connection behind
		_, b := database(t, p, a, nome)
		ctx, fine := context.WithTimeout(t.Context(), 2*time.Second)
		if err := b.Pool.Ping(ctx); err != nil {
			t.Errorf("%s: %v", nome, err)
		}
		fine()
	}
}

func TestTokensComeBack(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno")
	p := apri(t, a, func(o *db.Options) { o.Total, o.PerDatabase, o.Application = 1, 1, "una" })
	_, b := database(t, p, a, "uno")
	prova := func(come string) {
		t.Helper()
		ctx, fine := context.WithTimeout(t.Context(), 3*time.Second)
		defer fine()
		if err := b.Pool.Ping(ctx); err != nil {
			t.Fatalf("after %s: %v", come, err)
		}
	}
	prova("nothing")
	b.Pool.Reset()
	prova("a reset")
	c, err := b.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Conn().Close(t.Context())
	c.Release()
	prova("a connection closed by hand")
	for range 3 {
		ctx, fine := context.WithTimeout(t.Context(), 20*time.Millisecond)
		_, err := b.Pool.Exec(ctx, `SELECT pg_sleep(30)`) // cancelled: the cancel request needs a dial of its own
		fine()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("the query was not cut: %v", err)
		}
		prova("a query cut by its deadline")
	}
	a.Esegui(t, "vpn", "uno", `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'una'`)
	testkit.Attendi(t, 3*time.Second, "the connection to come back", func() bool { return b.Pool.Ping(t.Context()) == nil })
}

func TestFailedDialsGiveTheirTokensBack(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno")
	p := apri(t, a, func(o *db.Options) { o.Total = 2 })
	l, err := net.Listen("tcp", "127.0.0.1:0") // takes connections, and says nothing of PostgreSQL
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	porta := l.Addr().(*net.TCPAddr).Port
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	log, _ := testkit.Log(t)
	rotte, err := db.Open(db.Options{DSN: "postgres://x@127.0.0.1/z?sslmode=disable&port=" + strconv.Itoa(porta), PerDatabase: 2, Total: 1, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer rotte.Close()
	b, err := rotte.Platform(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		ctx, fine := context.WithTimeout(t.Context(), time.Second)
		if err := b.Pool.Ping(ctx); err == nil || errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("a broken server: %v", err)
		}
		fine()
	}
	// A tenant whose database is missing, over and over, leaves room for the others.
	assente := tenant.Tenant{Nome: "via", Database: "non_esiste", Stato: tenant.Active}
	for range 5 {
		b, err := p.Of(t.Context(), assente)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Wrap("prova", b.Pool.Ping(t.Context())); !problem.Is(err, "BANCA_DATI_NON_DISPONIBILE") {
			t.Fatalf("a missing database: %v", err)
		}
	}
	_, buona := database(t, p, a, "uno")
	if err := buona.Pool.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestWaitingForAConnectionEndsWithTheCaller(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno", "due")
	p := apri(t, a, func(o *db.Options) { o.Total = 1 })
	_, uno := database(t, p, a, "uno")
	_, due := database(t, p, a, "due")
	c, err := uno.Pool.Acquire(t.Context()) // in use for as long as the test lasts
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	ctx, fine := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer fine()
	if err := db.Wrap("prova", due.Pool.Ping(ctx)); !problem.Is(err, "BANCA_DATI_NON_DISPONIBILE") {
		t.Errorf("%v", err)
	}
}

func TestConnectionsSpeakForTheService(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "uno")
	p := apri(t, a, func(o *db.Options) { o.Application, o.Tenant = "mia-prova", db.Schema{} })
	_, b := database(t, p, a, "uno")
	var applicazione, fuso string
	if err := b.Pool.QueryRow(t.Context(), `SELECT current_setting('application_name'), current_setting('timezone')`).Scan(&applicazione, &fuso); err != nil {
		t.Fatal(err)
	}
	if applicazione != "mia-prova" || fuso != "UTC" {
		t.Errorf("application %q, time zone %q", applicazione, fuso)
	}
	if n := sessioni(t, a, "mia-prova"); n != 1 {
		t.Errorf("%d connections for one statement at a time", n)
	}
	p.Close()
	testkit.Attendi(t, 5*time.Second, "the connections to close", func() bool { return sessioni(t, a, "mia-prova") == 0 })
}
