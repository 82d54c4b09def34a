package banco

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const schemaProva = `CREATE SCHEMA verbali; SET search_path = verbali;
CREATE TABLE numerazione (anno smallint PRIMARY KEY, ultimo bigint NOT NULL);
CREATE TABLE verbale (id uuid PRIMARY KEY, numero bigint UNIQUE CHECK (numero <= 9999999999), id_esterno text UNIQUE,
	targa text, ora timestamptz, risposta jsonb, agenti text[], impronta bytea);
CREATE INDEX ON verbale (targa, ora);
CREATE TABLE avviso (id uuid PRIMARY KEY, verbale uuid REFERENCES verbale, numero text UNIQUE CHECK (numero ~ '^[0-9]{18}$'));
CREATE TABLE uscita (posizione bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id uuid, corpo jsonb);`

// inserisciProva writes what a small product would write, with the counter.
func inserisciProva(ctx context.Context, conn *pgx.Conn, n int) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, fmt.Sprintf(`INSERT INTO numerazione VALUES (2026, 1) ON CONFLICT (anno) DO UPDATE SET ultimo = numerazione.ultimo + 1;
			WITH v AS (SELECT gen_random_uuid() AS id), s AS (INSERT INTO verbale SELECT id, %[1]d, 'carico-%06[1]d', 'AB' || %[1]d || 'CD',
				now(), '{"a":true, "b":":base"}', '{"A001"}', '\x00ff' FROM v RETURNING id) SELECT 1;
			INSERT INTO avviso SELECT gen_random_uuid(), id, lpad('%[1]d1', 18, '3') FROM verbale WHERE numero = %[1]d;
			INSERT INTO avviso SELECT gen_random_uuid(), id, lpad('%[1]d2', 18, '3') FROM verbale WHERE numero = %[1]d;
			INSERT INTO uscita (id, corpo) VALUES (gen_random_uuid(), '{}')`, n))
		return err
	})
}

func preparaProva(t *testing.T) (string, *pgx.Conn) {
	t.Helper()
	dsn := testkit.Postgres(t).DSNAmministratore(testkit.Database(t, ""))
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), schemaProva); err != nil {
		t.Fatal(err)
	}
	return dsn, conn
}

func copioneProva(t *testing.T, conn *pgx.Conn) string {
	t.Helper()
	f := Fotografia{Conn: conn, Schema: "verbali"}
	tabelle, err := f.Tabelle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var campioni [2][]RigaScritta
	for i := range campioni {
		if err := inserisciProva(t.Context(), conn, 41+i); err != nil {
			t.Fatal(err)
		}
		xid, err := f.TransazioneDi(t.Context(), fmt.Sprintf("carico-%06d", 41+i))
		if err != nil {
			t.Fatal(err)
		}
		if campioni[i], err = f.Righe(t.Context(), tabelle, xid); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Copione(tabelle, campioni[0], campioni[1])
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScriptOfRealRowsRunsOnTheServer(t *testing.T) {
	t.Parallel()
	dsn, conn := preparaProva(t)
	s := copioneProva(t, conn)
	if i := Istruzioni(s); i != "verbali.verbale, verbali.avviso ×2, verbali.uscita" {
		t.Fatalf("statements: %s", i)
	}
	var bindir string
	if err := conn.QueryRow(t.Context(), `SELECT setting FROM pg_config WHERE name = 'BINDIR'`).Scan(&bindir); err != nil {
		t.Fatal(err)
	}
	programma, err := cercaPgbench(bindir)
	if err != nil {
		t.Fatal(err)
	}
	ambiente, err := ambientePg(dsn)
	if err != nil {
		t.Fatal(err)
	}
	p := &Pgbench{programma: programma, ambiente: ambiente, cartella: t.TempDir()}
	for _, testo := range []string{s, InPipeline(s)} {
		if tps, err := p.Esegui(t.Context(), testo, time.Second); err != nil || tps <= 0 {
			t.Fatalf("%v transactions a second, %v", tps, err)
		}
	}
	verificaScritti(t, conn)
}

// verificaScritti looks at what pgbench left: whole fines, each with rows of its own, and the counter
// where the product had left it.
func verificaScritti(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	var esito struct {
		Verbali, Avvisi, Uscite, Targhe int
		Ultimo                          int
		Uguali                          bool
	}
	err := conn.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM verbale), (SELECT count(*) FROM avviso), (SELECT count(*) FROM uscita),
			(SELECT count(DISTINCT targa) FROM verbale), (SELECT ultimo FROM numerazione),
			(SELECT bool_and(risposta = '{"a":true, "b":":base"}' AND agenti = '{"A001"}' AND impronta = '\x00ff') FROM verbale)`).
		Scan(&esito.Verbali, &esito.Avvisi, &esito.Uscite, &esito.Targhe, &esito.Ultimo, &esito.Uguali)
	if err != nil {
		t.Fatal(err)
	}
	if esito.Verbali < 10 || esito.Avvisi != 2*esito.Verbali || esito.Uscite != esito.Verbali || esito.Targhe*2 < esito.Verbali {
		t.Errorf("rows written: %+v", esito)
	}
	if esito.Ultimo != 2 || !esito.Uguali {
		t.Errorf("counter %d, constants kept %v", esito.Ultimo, esito.Uguali)
	}
}

func TestPictureSaysWhenTheFineIsNotThere(t *testing.T) {
	t.Parallel()
	_, conn := preparaProva(t)
	_, err := Fotografia{Conn: conn, Schema: "verbali"}.TransazioneDi(t.Context(), "carico-000001")
	if err == nil || !strings.Contains(err.Error(), "carico-000001") {
		t.Errorf("error = %v", err)
	}
}

func TestColumnsThatTheServerMakesAreNotGiven(t *testing.T) {
	t.Parallel()
	_, conn := preparaProva(t)
	tabelle, err := Fotografia{Conn: conn, Schema: "verbali"}.Tabelle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	attese := []colonna{{nome: "id", tipo: "uuid"}, {nome: "corpo", tipo: "jsonb"}}
	if diff := cmp.Diff(attese, tabelle["uscita"].colonne, cmp.AllowUnexported(colonna{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := tabelle["verbale"].colonne[4]; !c.indicizzata || c.chiave || c.tipo != "timestamp with time zone" {
		t.Errorf("column of an index: %+v", c)
	}
}
