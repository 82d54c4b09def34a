package elenco

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// TestIPianiDellElenco: each way of narrowing the list has its index, at a million fines as at none.
func TestIPianiDellElenco(t *testing.T) {
	t.Parallel()
	conn := testkit.NuovoAmbiente(t).Collega(t, "core", "alfa")
	if _, err := conn.Exec(t.Context(), `SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off`); err != nil {
		t.Fatal(err)
	}
	dopo := Posto{Data: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), ID: uuid.Max}
	for nome, c := range map[string]struct {
		sql       string
		argomenti []any
		vuole     string
	}{
		"all of them":                    piano(Filtro{Dopo: dopo}, "verbale_data"),
		"by state":                       piano(Filtro{Procedura: verbale.IntestatarioIncerto}, "verbale_procedura"),
		"by state, the next page":        piano(Filtro{Procedura: verbale.IntestatarioIncerto, Dopo: dopo}, "verbale_procedura"),
		"what is to decide":              piano(Filtro{Coda: codaDecidere}, "anomalia_verbale"),
		"what is to decide, by kind":     piano(Filtro{Coda: codaDecidere, Anomalia: "SEGNALATA", Dopo: dopo}, "anomalia_verbale"),
		"what is to refund":              piano(Filtro{Coda: codaRimborsi, Dopo: dopo}, "verbale_debito"),
		"what is to validate":            piano(Filtro{Procedura: verbale.DaValidare}, "verbale_procedura"),
		"what is to validate, by reason": piano(Filtro{Procedura: verbale.DaValidare, Motivo: verbale.AvvertenzaRigaDubbia, Dopo: dopo}, "verbale_procedura"),
		"the count of a state":           {contaStato, []any{verbale.IntestatarioIncerto, contaAlPiu}, "verbale_procedura"},
	} {
		rows, err := conn.Query(t.Context(), "EXPLAIN "+c.sql, c.argomenti...)
		if err != nil {
			t.Fatalf("%s: %v", nome, err)
		}
		passi, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%s: %v", nome, err)
		}
		intero := strings.Join(passi, "\n")
		ordina := strings.Contains(intero, "Sort") && c.vuole != "anomalia_verbale"
		if ordina || !strings.Contains(intero, c.vuole) || strings.Contains(intero, "Seq Scan on verbale") {
			t.Errorf("%s: no use of %s in\n%s", nome, c.vuole, intero)
		}
	}
}

func piano(f Filtro, vuole string) (c struct {
	sql       string
	argomenti []any
	vuole     string
},
) {
	c.sql, c.argomenti = f.elenca()
	c.vuole = vuole
	return c
}

// TestIPropriVerbaliHannoUnIndice: the list of an officer who reads his own fines does not read those of all the others.
func TestIPropriVerbaliHannoUnIndice(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	a.Esegui(t, "elaborazione", "alfa", `
		INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione,
			data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione, importo_cent)
		SELECT gen_random_uuid(), 2026, i, 'V', 'SOAP', 'prova', 'PL01', 'AA000BB', 'AUTOVEICOLO', 'IT', timestamptz '2026-03-01 00:00+01' + i * interval '1 minute',
			'2026-03-01', '058091', 'Via Roma', ARRAY['A' || i % 500, 'B' || i % 7], 'VALIDATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA', 2940
		FROM generate_series(1, 20000) i`)
	a.Esegui(t, "elaborazione", "alfa", `ANALYZE verbale`)
	sql, argomenti := Filtro{Propri: []string{"A77", "A78"}}.elenca()
	rows, err := a.Banca(t, "core", "alfa").Query(t.Context(), "EXPLAIN ANALYZE "+sql, argomenti...)
	if err != nil {
		t.Fatal(err)
	}
	passi, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if intero := strings.Join(passi, "\n"); !strings.Contains(intero, "verbale_agenti") {
		t.Errorf("no use of verbale_agenti in\n%s", intero)
	}
}
