package app_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

// Pieces of a dead letter whose others never came go at the hourly round, also where no other piece ever comes; those that may
// still be joined stay.
func TestPezziCheNessunoCompletaSiCancellano(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for lettera, giorni := range map[string]int{"vecchia": 46, "recente": 44} {
		b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO lavoro_morto_pezzo (lettera, impronta, pezzo, byte, arrivato)
			VALUES ($1, repeat('0', 64), 1, 'metà'::text::bytea, now() - make_interval(days => $2))`, lettera, giorni)
	}
	if _, err := b.app.Conservazione().Round(t.Context(), b.ambiente.Tenant("alfa")); err != nil {
		t.Fatal(err)
	}
	rows, err := b.ambiente.Banca(t, "core", "alfa").Query(t.Context(), `SELECT lettera FROM lavoro_morto_pezzo ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	restano, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if diff := cmp.Diff([]string{"recente"}, restano); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}
