package tabella_test

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

func TestHowManyDaysTheTableHas(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	c := copia(t, a, tabella.Violazioni)
	adesso := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	m := c.Measures(func() time.Time { return adesso })
	giorni := func() float64 { return testutil.ToFloat64(m) }
	if g := giorni(); g != 30 {
		t.Errorf("on 1 December: %v", g)
	}
	if adesso = time.Date(2027, 1, 2, 9, 0, 0, 0, time.UTC); giorni() != -2 {
		t.Errorf("on 2 January: %v", giorni())
	}
	decreto := sanzione.Decreto{ValidoDa: calendario.MustParse("2027-01-01"), VariazioneMillesimi: 10, Fonte: "D.M. di prova"}
	dopo, err := sanzione.Aggiorna(sanzione.Iniziale(), decreto)
	if err != nil {
		t.Fatal(err)
	}
	testkit.TabellaFissa[sanzione.Sanzione]{Nome: tabella.Violazioni, Impronta: dopo.Versione(), Righe: dopo.Tutte()}.Importa(t, a)
	aggiorna(t, c)
	if g := giorni(); g != 729 {
		t.Errorf("after the decree: %v", g)
	}
}
