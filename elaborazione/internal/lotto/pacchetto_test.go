package lotto_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// TestLIndiceDiUnLottoNonLeggeTabelleIntere: a lot of ten thousand would read all the notices of the command as
// many times.
func TestLIndiceDiUnLottoNonLeggeTabelleIntere(t *testing.T) {
	t.Parallel()
	conn := testkit.NuovoAmbiente(t).Collega(t, "elaborazione", "alfa")
	if _, err := conn.Exec(t.Context(), `SET enable_seqscan = off; SET search_path = verbali`); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), "EXPLAIN "+lotto.LeggiIndice, uuid.New())
	if err != nil {
		t.Fatal(err)
	}
	piano, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, passo := range piano {
		if strings.Contains(passo, "Seq Scan") {
			t.Errorf("%s\nin\n%s", passo, strings.Join(piano, "\n"))
		}
	}
}
