package tabella_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// copia is a copy as elaborazione has it, read once.
func copia(t testing.TB, a *testkit.Ambiente, nomi ...string) *tabella.Copy {
	t.Helper()
	c := tabella.New(a.Pools(t, "elaborazione"), nomi...)
	if err := c.Ready(t.Context()); !problem.Is(err, "DATI_NON_PRONTI") {
		t.Errorf("ready before it was read: %v", err)
	}
	aggiorna(t, c)
	return c
}

func aggiorna(t testing.TB, c *tabella.Copy) {
	t.Helper()
	if err := c.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// decreto is the compiled table with every amount raised by as many cents.
func decreto(t testing.TB, cent importo.Cent) *sanzione.Tabella {
	t.Helper()
	righe := sanzione.Iniziale().Tutte()
	for i := range righe {
		if !righe[i].Penale {
			righe[i].MinCent += cent
			righe[i].MaxCent += cent
		}
	}
	nuova, err := sanzione.Nuova(righe)
	if err != nil {
		t.Fatal(err)
	}
	return nuova
}

func importaViolazioni(t testing.TB, a *testkit.Ambiente, x *sanzione.Tabella) int {
	t.Helper()
	return testkit.TabellaFissa[sanzione.Sanzione]{Nome: tabella.Violazioni, Impronta: x.Versione(), Righe: x.Tutte()}.Importa(t, a)
}

func unComune(istat, nome string) comune.Comune {
	return comune.Comune{CodiceIstat: istat, Nome: nome, Provincia: "TO", CodiceCatastale: "A" + istat[3:], ValidoDa: calendario.MustParse("1900-01-01")}
}

func importaComuni(t testing.TB, a *testkit.Ambiente, righe ...comune.Comune) {
	t.Helper()
	testkit.TabellaFissa[comune.Comune]{Nome: tabella.Comuni, Righe: righe}.Importa(t, a)
}

func TestWithoutAnyImportTheTablesAreTheCompiledOnes(t *testing.T) {
	t.Parallel()
	c := copia(t, testkit.NuovoAmbiente(t, "alfa"))
	if c.Violazioni().Versione() != sanzione.Iniziale().Versione() || c.Comuni().Versione() != comune.Iniziale().Versione() {
		t.Error("other tables than those compiled in")
	}
	for _, v := range c.Versioni() {
		if v.Versione != 0 || v.Impronta == "" || v.Righe == 0 {
			t.Errorf("%+v", v)
		}
	}
	strade, err := c.Strade(t.Context(), "alfa")
	if err != nil || len(strade.Tutte()) != 0 || c.Versione(tabella.Strade, "alfa") != 0 {
		t.Errorf("streets that nobody loaded: %v", err)
	}
}

func TestAnImportIsReadAndOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	c := copia(t, a)
	prima := c.Comuni()
	nuova := decreto(t, 100)
	if v := importaViolazioni(t, a, nuova); v != 1 {
		t.Fatalf("version %d", v)
	}
	aggiorna(t, c)
	if c.Versione(tabella.Violazioni, "") != 1 || c.Violazioni().Versione() != nuova.Versione() {
		t.Errorf("version %d, hash %s, want 1 and %s", c.Versione(tabella.Violazioni, ""), c.Violazioni().Versione(), nuova.Versione())
	}
	if c.Comuni() != prima {
		t.Error("the municipalities were read without need")
	}
	lette := c.Violazioni()
	aggiorna(t, c)
	if c.Violazioni() != lette {
		t.Error("the violations were read again without a new version")
	}
	importaComuni(t, a, unComune("001001", "Uno"))
	importaViolazioni(t, a, decreto(t, 200))
	aggiorna(t, c)
	if n := len(c.Comuni().Tutte()); n != 1 || c.Versione(tabella.Violazioni, "") != 2 {
		t.Errorf("%d municipalities, violations version %d", n, c.Versione(tabella.Violazioni, ""))
	}
	prima = c.Comuni()
	importaViolazioni(t, a, decreto(t, 300))
	aggiorna(t, c)
	if c.Comuni() != prima || c.Versione(tabella.Violazioni, "") != 3 {
		t.Error("the municipalities were read again without a new version")
	}
	a.Esegui(t, "core", "", `DELETE FROM tabella_riga WHERE nome = 'comuni'`)
	a.Esegui(t, "core", "", `DELETE FROM tabella_versione WHERE nome = 'comuni'`)
	a.Esegui(t, "core", "", `DELETE FROM tabella WHERE nome = 'comuni'`)
	aggiorna(t, c)
	if c.Comuni().Versione() != comune.Iniziale().Versione() || c.Versione(tabella.Comuni, "") != 0 {
		t.Error("no version is left in core, and yet the table is not the compiled one")
	}
}

// TestWhatWasWrittenIsRead: rows that go through the database are the same rows, cell by cell, and the
// hash that core writes is the one that events store.
func TestWhatWasWrittenIsRead(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	scritta := decreto(t, 7)
	importaViolazioni(t, a, scritta)
	c := copia(t, a)
	attese := scritta.Tutte()
	for i, r := range c.Violazioni().Tutte() {
		if !slices.Equal(r.Campi(), attese[i].Campi()) {
			t.Errorf("%v, want %v", r.Campi(), attese[i].Campi())
		}
	}
	var versione int
	err := a.Banca(t, "elaborazione", "").QueryRow(t.Context(),
		`SELECT versione FROM core_v1.tabella WHERE nome = 'violazioni' AND impronta = $1`, c.Violazioni().Versione()).Scan(&versione)
	if err != nil || versione != 1 {
		t.Errorf("version %d by its hash: %v", versione, err)
	}
}

func TestRowsThatMakeNoTableLeaveTheCopy(t *testing.T) {
	t.Parallel()
	for nome, sql := range map[string]string{
		"a row is missing":        `DELETE FROM tabella_riga WHERE a IS NULL AND nome = 'violazioni' AND chiave LIKE '158-%'`,
		"a row is no object":      `UPDATE tabella_riga SET dati = '[1]' WHERE a IS NULL AND chiave LIKE '158-%'`,
		"an amount is a text":     `UPDATE tabella_riga SET dati = dati || '{"minCent": "ottanta"}' WHERE a IS NULL AND chiave LIKE '158-%'`,
		"an amount is missing":    `UPDATE tabella_riga SET dati = dati - 'minCent' WHERE a IS NULL AND chiave LIKE '158-%'`,
		"a band is upside down":   `UPDATE tabella_riga SET dati = dati || '{"minCent": 99999999}' WHERE a IS NULL AND chiave LIKE '158-%'`,
		"a day does not exist":    `UPDATE tabella_riga SET dati = dati || '{"validoA": "2026-02-30"}' WHERE a IS NULL AND chiave LIKE '158-%'`,
		"a row has another's key": `UPDATE tabella_riga SET chiave = 'altra/2021-01-01' WHERE a IS NULL AND chiave LIKE '213-8/%'`,
		"a base is not there":     `UPDATE tabella_riga SET dati = dati || '{"base": "niente"}' WHERE a IS NULL AND chiave LIKE '158-%'`,
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			a := testkit.NuovoAmbiente(t, "alfa")
			importaViolazioni(t, a, decreto(t, 100))
			c := copia(t, a)
			buona := c.Violazioni()
			importaViolazioni(t, a, decreto(t, 200))
			importaComuni(t, a, unComune("001001", "Uno"))
			a.Esegui(t, "core", "", sql)
			if err := c.Refresh(t.Context()); err == nil || !strings.Contains(err.Error(), "la versione 2 della tabella violazioni") {
				t.Errorf("the error says %v", err)
			}
			if c.Violazioni() != buona || c.Versione(tabella.Violazioni, "") != 1 {
				t.Errorf("the copy changed: version %d", c.Versione(tabella.Violazioni, ""))
			}
			if c.Versione(tabella.Comuni, "") != 1 {
				t.Error("another table was held back")
			}
			aggiorna(t, c) // said once, and ready all the time
			importaViolazioni(t, a, decreto(t, 300))
			aggiorna(t, c)
			if c.Versione(tabella.Violazioni, "") != 3 {
				t.Errorf("the next good one: version %d", c.Versione(tabella.Violazioni, ""))
			}
		})
	}
}

// TestBrokenAtTheFirstReading: the compiled amounts are older than those that core has, so nobody works
// with them.
func TestBrokenAtTheFirstReading(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	importaViolazioni(t, a, decreto(t, 100))
	a.Esegui(t, "core", "", `UPDATE tabella_riga SET dati = dati - 'minCent'`)
	c := tabella.New(a.Pools(t, "elaborazione"))
	if err := c.Refresh(t.Context()); err == nil {
		t.Error("rows without amounts were taken")
	}
	for range 2 {
		if err := c.Ready(t.Context()); !problem.Is(err, "DATI_NON_PRONTI") || !strings.Contains(err.Error(), "versione 1 della tabella violazioni") {
			t.Errorf("ready with the compiled amounts, or without saying why: %v", err)
		}
		if err := c.Refresh(t.Context()); err != nil {
			t.Errorf("said twice: %v", err)
		}
	}
	if _, err := c.Strade(t.Context(), "alfa"); !problem.Is(err, "DATI_NON_PRONTI") {
		t.Errorf("streets of a copy that is not ready: %v", err)
	}
	importaViolazioni(t, a, decreto(t, 200))
	a.Esegui(t, "core", "", `UPDATE tabella_riga SET dati = dati - 'minCent' WHERE a IS NULL`)
	if err := c.Refresh(t.Context()); err == nil || !strings.Contains(c.Ready(t.Context()).Error(), "versione 2") {
		t.Errorf("another broken one: %v, %v", err, c.Ready(t.Context()))
	}
	importaViolazioni(t, a, decreto(t, 300))
	aggiorna(t, c)
	if c.Versione(tabella.Violazioni, "") != 3 {
		t.Errorf("version %d", c.Versione(tabella.Violazioni, ""))
	}
}

func TestFailedReadingLeavesTheCopy(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	c := tabella.New(a.Pools(t, "vpn"))
	a.Esegui(t, "core", "", `ALTER VIEW core_v1.tabella RENAME TO via`)
	if err := c.Refresh(t.Context()); !problem.Is(err, "DATI_NON_PRONTI") || c.Ready(t.Context()) == nil {
		t.Errorf("core not migrated yet: %v", err)
	}
	a.Esegui(t, "core", "", `ALTER VIEW core_v1.via RENAME TO tabella`)
	aggiorna(t, c)
	importaViolazioni(t, a, decreto(t, 100))
	a.Esegui(t, "core", "", `ALTER VIEW core_v1.tabella_riga RENAME TO via`)
	if err := c.Refresh(t.Context()); !problem.Is(err, "DATI_NON_PRONTI") || c.Versione(tabella.Violazioni, "") != 0 {
		t.Errorf("rows that cannot be read: %v", err)
	}
	a.Esegui(t, "core", "", `ALTER VIEW core_v1.via RENAME TO tabella_riga`)
	ctx, via := context.WithCancel(t.Context())
	via()
	if err := c.Refresh(ctx); err == nil || c.Ready(t.Context()) != nil {
		t.Errorf("a reading without a caller: %v", err)
	}
	aggiorna(t, c)
	if c.Versione(tabella.Violazioni, "") != 1 {
		t.Error("the next reading did not read")
	}
}

func TestACopyHoldsOnlyWhatItIsAskedFor(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	importaViolazioni(t, a, decreto(t, 100))
	a.Esegui(t, "core", "", `UPDATE tabella_riga SET dati = '1'`) // whoever reads them fails
	importaComuni(t, a, unComune("001001", "Uno"))
	c := copia(t, a, tabella.Comuni)
	if c.Violazioni() != nil || c.Versione(tabella.Violazioni, "") != 0 || len(c.Versioni()) != 1 {
		t.Error("violations in a copy of the municipalities")
	}
	if x, ok := c.Comuni().Cerca("001001", calendario.Giorno{}); !ok || x.Nome != "Uno" {
		t.Errorf("%+v", x)
	}
}

// TestOneSnapshot imports version after version while the copy is read: every row of a table is of the
// version that the copy names.
func TestOneSnapshot(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	nome := func(versione int) string { return fmt.Sprintf("Versione %d", versione) }
	importaComuni(t, a, unComune("001001", nome(1)), unComune("001002", nome(1)))
	c := copia(t, a)
	ctx, basta := context.WithCancel(t.Context())
	var gruppo sync.WaitGroup
	var scritte atomic.Int32
	defer func() { basta(); gruppo.Wait() }()
	gruppo.Go(func() {
		for n := 2; ctx.Err() == nil; n++ {
			importaComuni(t, a, unComune("001001", nome(n)), unComune("001002", nome(n)))
			scritte.Add(1)
		}
	})
	for ultima, letture := 0, 0; letture < 100 || scritte.Load() < 20; letture++ {
		aggiorna(t, c)
		versione := c.Versione(tabella.Comuni, "")
		for _, x := range c.Comuni().Tutte() {
			if x.Nome != nome(versione) || versione < ultima {
				t.Fatalf("%s in version %d, after %d", x.Nome, versione, ultima)
			}
		}
		ultima = versione
	}
}
