package tabella_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

func importaStrade(t testing.TB, a *testkit.Ambiente, tenant string, nomi ...string) {
	t.Helper()
	righe := make([]strada.Strada, len(nomi))
	for i, nome := range nomi {
		righe[i] = strada.Strada{Codice: strconv.Itoa(i + 1), Nome: nome, ComuneIstat: "039014", ValidoDa: calendario.MustParse("2020-01-01")}
	}
	testkit.TabellaFissa[strada.Strada]{Nome: tabella.Strade, Tenant: tenant, Righe: righe}.Importa(t, a)
}

// prima gives the first street of a tenant.
func prima(t *testing.T, c *tabella.Copy, tenant string) string {
	t.Helper()
	strade, err := c.Strade(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	if righe := strade.Tutte(); len(righe) > 0 {
		return righe[0].Nome
	}
	return ""
}

func TestStreetsAreThoseOfTheTenantInTheVersionSaid(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	importaStrade(t, a, "alfa", "Via Roma", "Via Garibaldi")
	importaStrade(t, a, "beta", "Corso Italia")
	c := copia(t, a)
	if x := prima(t, c, "beta"); x != "Corso Italia" {
		t.Errorf("beta has %q", x)
	}
	importaStrade(t, a, "alfa", "Piazza Nuova")
	strade, err := c.Strade(t.Context(), "alfa")
	if err != nil || len(strade.Tutte()) != 2 || c.Versione(tabella.Strade, "alfa") != 1 {
		t.Errorf("core went on and the copy has not been told: %v", err)
	}
	aggiorna(t, c)
	if x := prima(t, c, "alfa"); x != "Piazza Nuova" || c.Versione(tabella.Strade, "alfa") != 2 {
		t.Errorf("alfa has %q", x)
	}
	if x := prima(t, c, "gamma"); x != "" {
		t.Errorf("a tenant that loaded none has %q", x)
	}
}

func TestStreetsUsedLatelyAreNotReadAgain(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	const tenuti = 8
	nome := func(i int) string { return fmt.Sprintf("comando%d", i) }
	for i := range tenuti + 1 {
		importaStrade(t, a, nome(i), "Via "+nome(i))
	}
	c := copia(t, a)
	for i := range tenuti {
		if x := prima(t, c, nome(i)); x != "Via "+nome(i) {
			t.Fatalf("%s has %q", nome(i), x)
		}
	}
	prima(t, c, nome(0))
	prima(t, c, nome(tenuti))
	a.Esegui(t, "core", "", `ALTER VIEW core_v1.tabella_riga RENAME TO via`)
	for i := range tenuti + 1 {
		if i == 1 {
			continue
		}
		if x := prima(t, c, nome(i)); x != "Via "+nome(i) {
			t.Errorf("%s has %q", nome(i), x)
		}
	}
	if _, err := c.Strade(t.Context(), nome(1)); !problem.Is(err, "DATI_NON_PRONTI") {
		t.Errorf("the one longest unused is still there: %v", err)
	}
}

func TestStreetsThatMakeNoTable(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	importaStrade(t, a, "alfa", "Via Roma", "Via Garibaldi")
	a.Esegui(t, "core", "", `DELETE FROM tabella_riga WHERE chiave LIKE '1/%'`)
	c := copia(t, a) // the platform's tables are not held back by one tenant
	if _, err := c.Strade(t.Context(), "alfa"); !problem.Is(err, "DATI_NON_PRONTI") {
		t.Errorf("half of the streets: %v", err)
	}
}
