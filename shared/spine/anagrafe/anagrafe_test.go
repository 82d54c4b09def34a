package anagrafe_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// copia is a copy as elaborazione has it, read once.
func copia(t *testing.T, a *testkit.Ambiente) *anagrafe.Copy {
	t.Helper()
	c := anagrafe.New(a.Pools(t, "elaborazione"), anagrafe.Everything)
	if c.Ready() || c.ReadyErr(t.Context()) == nil {
		t.Error("ready before it was read")
	}
	if _, ok := c.Conto("integratore.alfa"); ok {
		t.Error("an account before the first reading")
	}
	if _, ok := c.Portale("alfa"); ok || c.Of("alfa").Denominazione != "" {
		t.Error("something before the first reading")
	}
	if err := c.Refresh(t.Context()); err != nil || !c.Ready() || c.ReadyErr(t.Context()) != nil {
		t.Fatalf("reading: %v", err)
	}
	return c
}

func TestWhatACopyHolds(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	a.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, stato) VALUES ('bloccato', 'alfa', 'PL01', 'PL01', 'x', '{AGENTE}', 'BLOCCATO')`)
	a.Esegui(t, "core", "", `UPDATE agente SET stato = 'CESSATO', cognome = 'Verdi', nome = 'Ugo' WHERE tenant = 'alfa' AND matricola = 'A002'`)
	c := copia(t, a)
	alfa := c.Of("alfa")
	if alfa.Denominazione != "Polizia Locale di alfa" || alfa.CodiceFiscale != "80012345670" {
		t.Errorf("%+v", alfa)
	}
	if diff := cmp.Diff(map[string]string{"PL01": "", "PL02": "", "CITT": ""}, alfa.Reparti); diff != "" {
		t.Error(diff)
	}
	attesi := map[string]anagrafe.Agente{
		"A001": {Matricola: "A001", Reparto: "PL01", Stato: "ATTIVO"},
		"A002": {Matricola: "A002", Cognome: "Verdi", Nome: "Ugo", Reparto: "PL01", Stato: "CESSATO"},
	}
	if diff := cmp.Diff(attesi, alfa.Agenti); diff != "" {
		t.Error(diff)
	}
	if n := len(alfa.Intervalli); n != 1 || alfa.Intervalli[0].Prefisso != "1" || alfa.Intervalli[0].CodiceFiscaleEnte != "80012345670" {
		t.Errorf("%+v", alfa.Intervalli)
	}
	conto, ok := c.Conto("INTEGRATORE.alfa")
	if !ok || conto.Tenant != "alfa" || conto.Integratore != "00000000-0000-7000-8000-000000000000" {
		t.Errorf("%+v", conto)
	}
	if _, ok := c.Conto("bloccato"); ok {
		t.Error("a blocked account is there")
	}
	if p, ok := c.Portale("Beta-CITTADINI"); !ok || p.Tenant != "beta" || p.Tipo != "CITTADINI" {
		t.Errorf("%+v", p)
	}
	for _, di := range [][3]string{{"alfa", "CITTADINI", "alfa-cittadini"}, {"beta", "OPERATORI", "beta"}, {"beta", "ALTRO", "beta"}, {"gamma", "CITTADINI", ""}} {
		if p, ok := c.PortaleDi(di[0], di[1]); p.Codice != di[2] || ok != (di[2] != "") {
			t.Errorf("the portal of %s for %s: %+v %t", di[0], di[1], p, ok)
		}
	}
	if _, ok := c.Portale("gamma"); ok || c.Of("gamma").Denominazione != "" {
		t.Error("a tenant that does not exist has something")
	}
}

func TestSettingInForceOnADay(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	a.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore, valida_da) VALUES
		('alfa', 'spese.posta', '1200', '2026-07-01'), ('alfa', 'spese.posta', '950', '2024-01-01'), ('alfa', 'spese.posta', '1500', '2027-01-01')`)
	c := copia(t, a)
	for giorno, atteso := range map[string]int{
		"2023-12-31": -1, "2024-01-01": 950, "2026-06-30": 950, "2026-07-01": 1200, "2026-12-31": 1200, "2027-01-01": 1500, "2099-01-01": 1500,
	} {
		cent := -1
		c, err := c.Of("alfa").Impostazione("spese.posta", giorno, &cent)
		if err != nil || cent != atteso || c != (atteso >= 0) {
			t.Errorf("%s: %d, %v, %v", giorno, cent, c, err)
		}
	}
	var validazione string
	if ok, err := c.Of("alfa").Impostazione("validazione.SOAP", "2026-11-20", &validazione); !ok || err != nil || validazione != "AUTOMATICA" {
		t.Errorf("%q, %v, %v", validazione, ok, err)
	}
	validazione = "come prima"
	if ok, err := c.Of("alfa").Impostazione("mai.detta", "2026-11-20", &validazione); ok || err != nil || validazione != "come prima" {
		t.Errorf("%q, %v, %v", validazione, ok, err)
	}
	if _, err := c.Of("alfa").Impostazione("spese.posta", "2026-11-20", &validazione); err == nil {
		t.Error("a number was read as a text")
	}
}

func TestFailedReadingLeavesTheCopy(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	c := copia(t, a)
	a.Esegui(t, "core", "", `ALTER VIEW core_v1.operatore RENAME TO via`)
	if err := c.Refresh(t.Context()); !problem.Is(err, "DATI_NON_PRONTI") {
		t.Errorf("a view that is not there: %v", err)
	}
	a.Esegui(t, "core", "", `ALTER VIEW core_v1.via RENAME TO operatore`)
	a.Esegui(t, "core", "", `UPDATE agente SET cognome = 'Nuovo'`)
	ctx, via := context.WithCancel(t.Context())
	via()
	if err := c.Refresh(ctx); err == nil {
		t.Error("a reading without a caller")
	}
	if !c.Ready() || c.Of("alfa").Agenti["A001"].Cognome != "" {
		t.Error("a failed reading changed the copy")
	}
	if err := c.Refresh(t.Context()); err != nil || c.Of("alfa").Agenti["A001"].Cognome != "Nuovo" {
		t.Errorf("the next one: %v, %+v", err, c.Of("alfa").Agenti)
	}
}

// TestOneSnapshot writes the same number in two tables, in one transaction, while the copy is read.
func TestOneSnapshot(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	a.Esegui(t, "core", "", `UPDATE tenant SET denominazione = '0'`)
	a.Esegui(t, "core", "", `UPDATE reparto SET descrizione = '0'`)
	c := copia(t, a)
	conn := a.Collega(t, "core", "")
	ctx, basta := context.WithCancel(t.Context())
	var gruppo sync.WaitGroup
	var scritti atomic.Int32
	defer func() { basta(); gruppo.Wait() }()
	gruppo.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			sql := fmt.Sprintf(`BEGIN; UPDATE tenant SET denominazione = '%d'; UPDATE reparto SET descrizione = '%d'; COMMIT`, n, n)
			if _, err := conn.Exec(context.WithoutCancel(ctx), sql); err != nil {
				t.Error(err)
				return
			}
			scritti.Add(1)
		}
	})
	ultimo := ""
	for letti := 0; letti < 100 || scritti.Load() < 20; letti++ {
		if err := c.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		x := c.Of("alfa")
		if x.Denominazione != x.Reparti["PL01"] || len(x.Denominazione) < len(ultimo) {
			t.Fatalf("tenant %q, department %q, before %q", x.Denominazione, x.Reparti["PL01"], ultimo)
		}
		ultimo = x.Denominazione
	}
}
