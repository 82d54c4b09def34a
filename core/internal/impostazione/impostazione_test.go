package impostazione_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const chiave = "comando.qualifica"

type banco struct {
	*testkit.Ambiente
	*impostazione.Servizio
	orologio *tempo.Orologio
	come     func() context.Context
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	orologio := tempo.Fisso(time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC)) // 23:30 of the 20th in Rome
	return &banco{Ambiente: a, orologio: orologio, Servizio: impostazione.Nuovo(a.Pools(t, "core"), orologio.Adesso),
		come: func() context.Context {
			return voce.Con(auth.With(t.Context(), auth.Identity{User: "anna", Tenant: "alfa"}), "10.0.0.1")
		}}
}

func (b *banco) imposta(valore, dal string, forza bool) (voce.Esito, error) {
	return b.Imposta(b.come(), impostazione.Impostazione{Tenant: "alfa", Chiave: chiave, Valore: `"` + valore + `"`, ValidaDa: dal}, forza)
}

// stato is the values of the key as a text: past, [in force], future.
func (b *banco) stato(t *testing.T) string {
	t.Helper()
	v, err := b.Trova(b.come(), "alfa", chiave)
	if err != nil {
		t.Fatal(err)
	}
	var parti []string
	for _, x := range v.Passati {
		parti = append(parti, string(x.Valore)+x.ValidaDa)
	}
	if v.InVigore != nil {
		parti = append(parti, "["+string(v.InVigore.Valore)+v.InVigore.ValidaDa+"]")
	}
	for _, x := range v.Futuri {
		parti = append(parti, string(x.Valore)+x.ValidaDa)
	}
	return strings.ReplaceAll(strings.Join(parti, " "), `"`, "")
}

func TestValidita(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	passi := []struct {
		regola, valore, dal string
		forza               bool
		esito               voce.Esito
		codice, stato       string
	}{
		{"the first value holds since ever", "A", "", false, voce.Creata, "", "[A1970-01-01]"},
		{"the same again is harmless", "A", "", false, voce.GiaPresente, "", "[A1970-01-01]"},
		{"the same for the same day too", "A", "1970-01-01", false, voce.GiaPresente, "", "[A1970-01-01]"},
		{"another holds from today on", "B", "", false, voce.Creata, "", "A1970-01-01 [B2026-11-20]"},
		{"today's may be replaced", "C", "2026-11-20", false, voce.Cambiata, "", "A1970-01-01 [C2026-11-20]"},
		{"a future one waits", "D", "2027-01-01", false, voce.Creata, "", "A1970-01-01 [C2026-11-20] D2027-01-01"},
		{"what is in force, asked again, leaves the future alone", "C", "", false, voce.GiaPresente, "", "A1970-01-01 [C2026-11-20] D2027-01-01"},
		{"yesterday does not change", "X", "2026-11-19", false, "", "GIA_IN_VIGORE", "A1970-01-01 [C2026-11-20] D2027-01-01"},
		{"nor what held since ever", "X", "1970-01-01", false, "", "GIA_IN_VIGORE", "A1970-01-01 [C2026-11-20] D2027-01-01"},
		{"unless it is forced", "Z", "1970-01-01", true, voce.Cambiata, "", "Z1970-01-01 [C2026-11-20] D2027-01-01"},
		{"a day that is not one", "X", "2026-02-30", false, "", "CAMPO_NON_VALIDO", "Z1970-01-01 [C2026-11-20] D2027-01-01"},
		{"a day before all", "X", "1969-12-31", true, "", "CAMPO_NON_VALIDO", "Z1970-01-01 [C2026-11-20] D2027-01-01"},
	}
	for _, p := range passi {
		t.Run(p.regola, func(t *testing.T) {
			esito, err := b.imposta(p.valore, p.dal, p.forza)
			if esito != p.esito || (p.codice == "") != (err == nil) || err != nil && p.codice == "GIA_IN_VIGORE" && !problem.Is(err, p.codice) {
				t.Errorf("%q (%v), want %q %s", esito, err, p.esito, p.codice)
			}
			if ha := b.stato(t); ha != p.stato {
				t.Errorf("values %q, want %q", ha, p.stato)
			}
		})
	}
	t.Run("when its day comes, in Rome, the future one is in force", func(t *testing.T) {
		b.orologio.Imposta(time.Date(2026, 12, 31, 23, 1, 0, 0, time.UTC))
		if ha := b.stato(t); ha != "Z1970-01-01 C2026-11-20 [D2027-01-01]" {
			t.Error(ha)
		}
	})
	t.Run("another tenant has none of them", func(t *testing.T) {
		if v, err := b.Trova(b.come(), "beta", chiave); err != nil || v.InVigore != nil || len(v.Futuri)+len(v.Passati)+len(v.Storia) != 0 {
			t.Errorf("%+v %v", v, err)
		}
	})
	t.Run("the first value of a key may reach back", func(t *testing.T) {
		esito, err := b.Imposta(b.come(), impostazione.Impostazione{Tenant: "alfa", Chiave: "serie.A", Valore: `"INTERNA"`, ValidaDa: "2020-01-01"}, false)
		if esito != voce.Creata || err != nil {
			t.Errorf("%q %v", esito, err)
		}
	})
}

func TestRitiro(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, p := range [][2]string{{"A", ""}, {"B", "2027-01-01"}} {
		if _, err := b.imposta(p[0], p[1], false); err != nil {
			t.Fatal(err)
		}
	}
	ritira := func(dal string) error {
		return b.Ritira(b.come(), impostazione.Impostazione{Tenant: "alfa", Chiave: chiave, ValidaDa: dal})
	}
	for dal, codice := range map[string]string{"1970-01-01": "GIA_IN_VIGORE", "2026-11-20": "GIA_IN_VIGORE", "2028-01-01": ""} {
		if err := ritira(dal); err == nil || codice == "GIA_IN_VIGORE" && !problem.Is(err, codice) {
			t.Errorf("%s: %v, want %s", dal, err, codice)
		}
	}
	if err := b.Ritira(b.come(), impostazione.Impostazione{Tenant: "beta", Chiave: chiave, ValidaDa: "2027-01-01"}); err == nil {
		t.Error("another tenant's value was taken away")
	}
	if err := ritira("2027-01-01"); err != nil {
		t.Fatal(err)
	}
	if ha := b.stato(t); ha != "[A1970-01-01]" {
		t.Error(ha)
	}
	v, err := b.Trova(b.come(), "alfa", chiave)
	if err != nil {
		t.Fatal(err)
	}
	var storia []string
	for _, c := range v.Storia {
		storia = append(storia, c.Attore+" "+c.Azione+" "+c.ValidaDa)
	}
	if diff := cmp.Diff([]string{"anna RITIRATO 2027-01-01", "anna CREATO 2027-01-01", "anna CREATO 1970-01-01"}, storia); diff != "" {
		t.Error(diff)
	}
	var fatti int
	err = b.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM uscita WHERE soggetto = 'fatti.piattaforma.impostazioni.cambiate'`).Scan(&fatti)
	if err != nil || fatti != 3 {
		t.Errorf("%d facts (%v), want one a change", fatti, err)
	}
}

func TestChiaviSconosciute(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for chiesta, dice := range map[string]string{"validazione.soap": "forse validazione.SOAP", "comando.pek": "forse comando.pec",
		"<script>": "forse", strings.Repeat("x", 5000): "questa impostazione.", "": "forse", "serie.<lettera>": "forse"} {
		_, err := b.Imposta(b.come(), impostazione.Impostazione{Tenant: "alfa", Chiave: chiesta, Valore: `"AUTOMATICA"`}, true)
		if e := problem.As(err); e == nil || e.Codice != "CHIAVE_SCONOSCIUTA" || !strings.Contains(e.Dettaglio, dice) {
			t.Errorf("%.40q: %v", chiesta, err)
		}
		if _, err := b.Trova(b.come(), "alfa", chiesta); !problem.Is(err, "CHIAVE_SCONOSCIUTA") {
			t.Errorf("reading %.40q: %v", chiesta, err)
		}
	}
}

func TestDueAmministratoriInsieme(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var gruppo sync.WaitGroup
	esiti := make(chan voce.Esito, 8)
	for range 8 {
		gruppo.Go(func() {
			esito, err := b.imposta("A", "", false)
			if err != nil {
				t.Error(err)
			}
			esiti <- esito
		})
	}
	gruppo.Wait()
	close(esiti)
	create := 0
	for e := range esiti {
		if e == voce.Creata {
			create++
		}
	}
	if create != 1 || b.stato(t) != "[A1970-01-01]" {
		t.Errorf("written %d times, values %s", create, b.stato(t))
	}
}

func TestElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, err := b.Imposta(b.come(), impostazione.Impostazione{Tenant: "alfa", Chiave: "serie.AB", Valore: `"ESTERNA"`}, false); err != nil {
		t.Fatal(err)
	}
	tutte, err := b.Elenca(b.come(), "alfa")
	if err != nil {
		t.Fatal(err)
	}
	trovate := map[string]impostazione.Voce{}
	for _, v := range tutte {
		trovate[v.Chiave] = v
	}
	if v := trovate["validazione.SOAP"]; v.Attuale() != "AUTOMATICA" {
		t.Errorf("SOAP: %q", v.Attuale())
	}
	if v := trovate["validazione.TABLET"]; v.Attuale() != "MANUALE (di norma)" {
		t.Errorf("TABLET: %q", v.Attuale())
	}
	if v := trovate["serie.AB"]; v.Famiglia || v.Attuale() != "ESTERNA" {
		t.Errorf("serie.AB: %+v", v)
	}
	if !trovate["serie.<lettera>"].Famiglia {
		t.Error("the family is not listed")
	}
}
