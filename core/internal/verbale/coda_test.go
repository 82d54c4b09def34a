package verbale

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
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
		"all of them":                piano(Filtro{Dopo: dopo}, "verbale_data"),
		"by state":                   piano(Filtro{Procedura: procAnomalo}, "verbale_procedura"),
		"by state, the next page":    piano(Filtro{Procedura: procAnomalo, Dopo: dopo}, "verbale_procedura"),
		"what is to decide":          piano(Filtro{Coda: codaDecidere}, "anomalia_verbale"),
		"what is to decide, by kind": piano(Filtro{Coda: codaDecidere, Anomalia: "SEGNALATA", Dopo: dopo}, "anomalia_verbale"),
		"the count of a state":       {contaStato, []any{procAnomalo, contaAlPiu}, "verbale_procedura"},
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

// costanti are the words that the sources of another module name so.
func costanti(t *testing.T, forma string, cartelle ...string) []string {
	t.Helper()
	var tutte []string
	for _, cartella := range cartelle {
		file, err := filepath.Glob(filepath.Join(testkit.Radice(), cartella, "*.go"))
		if err != nil || len(file) == 0 {
			t.Fatalf("%s: %v", cartella, err)
		}
		for _, f := range file {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			testo, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(forma).FindAllStringSubmatch(string(testo), -1) {
				tutte = append(tutte, m[1])
			}
		}
	}
	return tutte
}

// TestOgniAnomaliaHaParole: a kind that elaborazione opens is never shown as its code, and the page says what can
// be done.
func TestOgniAnomaliaHaParole(t *testing.T) {
	t.Parallel()
	tipi := costanti(t, `[aA]nomalia[A-Z]\w*\s+=\s+"([A-Z_]+[A-Z])"`, "elaborazione/internal/vita", "elaborazione/internal/vita/decisione", "elaborazione/internal/scadenzario")
	if len(tipi) < 15 {
		t.Fatalf("only %v", tipi)
	}
	for _, tipo := range append(tipi, "POSSIBILE_DOPPIONE", anomaliaIntestatario+event.IndagineAnomala, anomaliaIntestatario+event.IndagineSconosciuta) {
		if _, nota := paroleAnomalie()[tipo]; !nota {
			t.Errorf("%s has no words", tipo)
		}
		if spiegaAnomalia(tipo) == spiegaAnomalia("") {
			t.Errorf("%s: nothing says what can be done", tipo)
		}
	}
	for _, tipo := range cadute() {
		if _, nota := paroleAnomalie()[tipo]; !nota {
			t.Errorf("%s is no kind", tipo)
		}
	}
}

// TestOgniRispostaDelRegistroHaUnaGuida: whatever vpn says that a person has to decide, the page says how.
func TestOgniRispostaDelRegistroHaUnaGuida(t *testing.T) {
	t.Parallel()
	codici := costanti(t, `Codice = "([A-Z_]+)"`, "vpn/internal/indagine")
	if len(codici) < 15 {
		t.Fatalf("only %v", codici)
	}
	trovano := []string{"UNICO_PROPRIETARIO", "LOCATARIO", "USUFRUTTUARIO", "ACQUIRENTE"} // nobody has to decide
	for _, codice := range codici {
		if slices.Contains(trovano, codice) {
			continue
		}
		if (&Indagine{Codice: codice}).guidaDi() == (&Indagine{}).guidaDi() {
			t.Errorf("%s: nothing says what happened", codice)
		}
	}
}

// TestLeProcedureSonoQuelleDiElaborazione: the list can be narrowed to every state there is.
func TestLeProcedureSonoQuelleDiElaborazione(t *testing.T) {
	t.Parallel()
	stati := costanti(t, `Procedura = "([A-Z_]+)"`, "elaborazione/internal/vita")
	for _, s := range stati {
		if !slices.Contains(procedure(), s) {
			t.Errorf("%s cannot be listed", s)
		}
	}
	for _, s := range procedure() {
		if !slices.Contains(stati, s) {
			t.Errorf("%s is no state", s)
		}
	}
}
