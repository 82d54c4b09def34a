package banco

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tabelleProva is a small schema with all that the script must tell apart.
func tabelleProva() map[string]Tabella {
	return map[string]Tabella{
		"verbale": {schema: "verbali", nome: "verbale", colonne: []colonna{
			{nome: "id", tipo: "uuid", indicizzata: true, chiave: true},
			{nome: "numero", tipo: "bigint", indicizzata: true},
			{nome: "id_esterno", tipo: "text", indicizzata: true},
			{nome: "targa", tipo: "text", indicizzata: true},
			{nome: "ora", tipo: "timestamp with time zone", indicizzata: true},
			{nome: "note", tipo: "text"},
			{nome: "risposta", tipo: "jsonb"},
			{nome: "reparto", tipo: "text"},
		}},
		"avviso": {schema: "verbali", nome: "avviso", colonne: []colonna{
			{nome: "id", tipo: "uuid", indicizzata: true, chiave: true},
			{nome: "verbale", tipo: "uuid", indicizzata: true},
			{nome: "iuv", tipo: "text", indicizzata: true},
		}},
		"uscita":      {schema: "verbali", nome: "uscita", colonne: []colonna{{nome: "id", tipo: "uuid"}, {nome: "oggetto", tipo: "text"}}},
		"numerazione": {schema: "verbali", nome: "numerazione", colonne: []colonna{{nome: "anno", tipo: "smallint", chiave: true}, {nome: "ultimo", tipo: "bigint"}}},
	}
}

func testi(valori ...string) []*string {
	var esito []*string
	for _, v := range valori {
		if v == "-" {
			esito = append(esito, nil)
			continue
		}
		esito = append(esito, &v)
	}
	return esito
}

func uuidProva(cifre string) string {
	return strings.Repeat("0", 8-len(cifre)) + cifre + "-0000-7000-8000-000000000000"
}

// inserimentoProva is what an insertion wrote; c is the digit of its identifiers.
func inserimentoProva(c, ultimo string) []RigaScritta {
	return []RigaScritta{
		{"numerazione", testi("2026", ultimo)},
		{"verbale", testi(uuidProva(c), ultimo, "carico-00000"+ultimo, "A"+c+"23BC", "2026-11-0"+c+" 10:20:30+00", "-",
			`{"vero":true,"n":`+ultimo+`}`, "PL'01")},
		{"avviso", testi(uuidProva("a"+c), uuidProva(c), "3010000000000000"+c)},
		{"uscita", testi(uuidProva("b"+c), uuidProva(c))},
	}
}

func TestScript(t *testing.T) {
	t.Parallel()
	s, err := Copione(tabelleProva(), inserimentoProva("1", "7"), inserimentoProva("2", "8"))
	if err != nil {
		t.Fatal(err)
	}
	atteso := `\set n :n + 1
\set k :base + :n * :clienti + :client_id
BEGIN;
INSERT INTO "verbali"."verbale" ("id", "numero", "id_esterno", "targa", "ora", "note", "risposta", "reparto") VALUES (` +
		`CAST('01900000-0001-7000-8000-' || lpad(to_hex(CAST(:k AS bigint)), 12, '0') AS uuid), ` +
		`5000000000 + CAST(:k AS bigint), ` +
		`'pgbench-carico-' || lpad(CAST(CAST(:k AS bigint) AS text), 12, '0'), ` +
		`upper(substr(md5(CAST(CAST(:k AS bigint) AS text)), 1, 6)), ` +
		`CAST(E'2026-11-01 10\07220\07230+00' AS timestamp with time zone) - CAST(:k AS bigint) % 50 * CAST('1 day' AS interval) - CAST(:k AS bigint) * 7919 % 80000 * CAST('1 second' AS interval), ` +
		`NULL, E'{"vero"\072true,"n"\0727}', 'PL''01');
INSERT INTO "verbali"."avviso" ("id", "verbale", "iuv") VALUES (` +
		`CAST('01900000-0006-7000-8000-' || lpad(to_hex(CAST(:k AS bigint)), 12, '0') AS uuid), ` +
		`CAST('01900000-0001-7000-8000-' || lpad(to_hex(CAST(:k AS bigint)), 12, '0') AS uuid), ` +
		`'77777' || lpad(CAST(CAST(:k AS bigint) AS text), 12, '0'));
INSERT INTO "verbali"."uscita" ("id", "oggetto") VALUES (` +
		`CAST('01900000-0008-7000-8000-' || lpad(to_hex(CAST(:k AS bigint)), 12, '0') AS uuid), ` +
		`'01900000-0001-7000-8000-' || lpad(to_hex(CAST(:k AS bigint)), 12, '0'));
COMMIT;
`
	if diff := cmp.Diff(strings.Split(atteso, "\n"), strings.Split(s, "\n")); diff != "" {
		t.Errorf("script (-want +got):\n%s", diff)
	}
	if i := Istruzioni(s); i != "verbali.verbale, verbali.avviso, verbali.uscita" {
		t.Errorf("statements = %q", i)
	}
}

func TestScriptLeavesTheCounterOut(t *testing.T) {
	t.Parallel()
	s, err := Copione(tabelleProva(), inserimentoProva("1", "7"), inserimentoProva("2", "8"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(s, "numerazione") {
		t.Error("the counter row is in the script: it would make every client wait for the one before")
	}
}

func TestPipelineHoldsTheWholeTransaction(t *testing.T) {
	t.Parallel()
	s := InPipeline("\\set n :n + 1\nBEGIN;\nINSERT INTO x VALUES (1);\nCOMMIT;\n")
	if atteso := "\\set n :n + 1\n\\startpipeline\nBEGIN;\nINSERT INTO x VALUES (1);\nCOMMIT;\n\\endpipeline\n"; s != atteso {
		t.Errorf("script %q, want %q", s, atteso)
	}
}

func TestScriptRefusesDifferentInsertions(t *testing.T) {
	t.Parallel()
	a := inserimentoProva("1", "7")
	if _, err := Copione(tabelleProva(), a, a[:2]); err == nil {
		t.Error("two insertions with different rows gave a script")
	}
	if _, err := Copione(tabelleProva(), a[1:3], []RigaScritta{a[2], a[1]}); err == nil {
		t.Error("two insertions in different order gave a script")
	}
	if _, err := Copione(tabelleProva(), a[:1], a[:1]); err == nil {
		t.Error("a counter alone gave a script")
	}
}

func TestDigitsKeepTheirLength(t *testing.T) {
	t.Parallel()
	forma := regexp.MustCompile(`^'(7*12)' \|\| lpad\(.*, ([0-9]+), '0'\)$`)
	for _, v := range []string{"301000000000000017", "30100000000000001", "300000000000001"} {
		parti := forma.FindStringSubmatch(testoVariabile(v, 12))
		if parti == nil {
			t.Errorf("%s becomes %s", v, testoVariabile(v, 12))
			continue
		}
		larga, err := strconv.Atoi(parti[2])
		if err != nil || len(parti[1])+larga != len(v) || larga < 10 {
			t.Errorf("%s (%d digits) becomes %s", v, len(v), testoVariabile(v, 12))
		}
	}
}
