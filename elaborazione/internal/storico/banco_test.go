package storico_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/storie"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func adesso() time.Time { return time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC) }

// banco is the database of a tenant and who imports into it.
type banco struct {
	*testkit.Ambiente
	pools *db.Pools
	ctx   context.Context //nolint:containedctx // of the tenant
}

func apparecchia(tb testing.TB) *banco {
	tb.Helper()
	a := testkit.NuovoAmbiente(tb, "alfa")
	return &banco{Ambiente: a, pools: a.Pools(tb, "elaborazione"), ctx: tenant.With(context.Background(), a.Tenant("alfa"))}
}

func mappa(tb testing.TB) *storico.Mappa {
	tb.Helper()
	m, err := storico.CaricaMappa("storico-eventi")
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// importazione of a text, as the command makes it.
func (b *banco) importazione(tb testing.TB, testo string) storico.Importazione {
	tb.Helper()
	impronta, err := storico.ImprontaDi(strings.NewReader(testo))
	if err != nil {
		tb.Fatal(err)
	}
	s, err := storico.ApriStore(b.ctx, b.pools, "storico-eventi", impronta, adesso)
	if err != nil {
		tb.Fatal(err)
	}
	return storico.Importazione{Mappa: mappa(tb), Store: s, Adesso: adesso}
}

// importa reads a text to its end and concludes.
func (b *banco) importa(tb testing.TB, testo string) *storico.Rapporto {
	tb.Helper()
	i := b.importazione(tb, testo)
	r, err := i.Esegui(b.ctx, strings.NewReader(testo))
	if err != nil {
		tb.Fatal(err)
	}
	if err := i.Store.Concludi(b.ctx, r); err != nil {
		tb.Fatal(err)
	}
	return r
}

// una reads one value from the tenant's database.
func una[T any](tb testing.TB, b *banco, sql string, args ...any) T {
	tb.Helper()
	return tutte[T](tb, b, sql, args...)[0]
}

func tutte[T any](tb testing.TB, b *banco, sql string, args ...any) []T {
	tb.Helper()
	righe, err := b.Banca(tb, "elaborazione", "alfa").Query(context.Background(), sql, args...)
	if err != nil {
		tb.Fatal(err)
	}
	valori, err := pgx.CollectRows(righe, pgx.RowTo[T])
	if err != nil {
		tb.Fatal(err)
	}
	return valori
}

// file is an invented file of histories.
func file(tb testing.TB, seme uint64, casi int) (string, storie.Totali) {
	tb.Helper()
	var b bytes.Buffer
	t, err := storie.Scrivi(&b, seme, casi)
	if err != nil {
		tb.Fatal(err)
	}
	return b.String(), t
}

func BenchmarkImporta(b *testing.B) {
	const casi = 20_000
	testo, totali := file(b, 1, casi)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		banco := apparecchia(b)
		b.StartTimer()
		r := banco.importa(b, testo)
		if r.Nuovi != casi || r.Eventi != totali.Eventi {
			b.Fatalf("%+v", r)
		}
	}
	b.ReportMetric(float64(casi*b.N)/b.Elapsed().Seconds(), "casi/s")
	b.ReportMetric(float64(totali.Eventi)/casi, "eventi/caso")
}
