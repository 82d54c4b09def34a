package debito_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// verbale is a fine of 42.00 to 173.00 euro (art. 7 c. 14 CdS) served on the owner on 2 March 2026
// and not yet on the driver.
func verbale() debito.Verbale {
	return debito.Verbale{
		Violazioni: []cds.Violazione{debito.Violazione{Codice: "7-14-1", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}.Registrata()},
		Posizioni:  []debito.Posizione{{ID: "obbligato", GiornoZero: calendario.MustParse("2026-03-02")}, {ID: "trasgressore"}},
		Avvisi: []debito.Avviso{
			{ID: "a1", Posizione: "obbligato", Tipo: cds.Ridotto, ImportoCent: 5200, SpeseCent: 1000, Stato: debito.AvvisoEmesso},
			{ID: "a2", Posizione: "trasgressore", Tipo: cds.Ridotto30, ImportoCent: 2940, Stato: debito.AvvisoEmesso},
		},
	}
}

func paga(cent importo.Cent, giorno, avviso string) debito.Pagamento {
	return debito.Pagamento{ImportoCent: cent, Data: calendario.MustParse(giorno), Avviso: avviso}
}

func TestDovuto(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, posizione, giorno string
		cambia                    func(*debito.Verbale)
		vuole                     importo.Cent
	}{
		{"within five days less 30 %, expenses whole", "obbligato", "2026-03-07", nil, 3940},
		{"within sixty days the minimum and expenses", "obbligato", "2026-03-08", nil, 5200},
		{"then half of the maximum and expenses", "obbligato", "2026-05-05", nil, 9650},
		{"after a full half-year one tenth more", "obbligato", "2026-11-10", nil, 9650 + 865},
		{"who is not served pays the price of day zero", "trasgressore", "2026-12-01", nil, 2940},
		{"a position that is not there has no day", "altra", "2026-12-01", nil, 2940},
		{"what was paid is taken off", "obbligato", "2026-03-20", func(v *debito.Verbale) {
			v.Pagamenti = []debito.Pagamento{paga(1000, "2026-03-10", "")}
		}, 4200},
		{"a payment that sufficed on its day closes for good", "obbligato", "2026-12-01", func(v *debito.Verbale) {
			v.Pagamenti = []debito.Pagamento{paga(3940, "2026-03-05", "")}
		}, 0},
		{"the price is that of the payer's own position", "obbligato", "2026-12-01", func(v *debito.Verbale) {
			v.Pagamenti = []debito.Pagamento{paga(2940, "2026-04-20", "a2")}
		}, 0},
		{"expenses known after the payment do not reopen the debt", "trasgressore", "2026-12-01", func(v *debito.Verbale) {
			v.Pagamenti = []debito.Pagamento{paga(2940, "2026-03-05", "a2")}
			v.Avvisi[1].SpeseCent, v.Avvisi[1].Stato = 0, "PAGATO"
			v.Avvisi = append(v.Avvisi, debito.Avviso{ID: "a3", Posizione: "trasgressore", Tipo: cds.Ridotto, ImportoCent: 5200, SpeseCent: 1000, Stato: debito.AvvisoEmesso})
		}, 0},
		{"too little too late is an advance on half of the maximum", "obbligato", "2026-05-06", func(v *debito.Verbale) {
			v.Pagamenti = []debito.Pagamento{paga(5200, "2026-05-05", "")}
		}, 4450},
		{"the ordered sum rules after a rejected appeal", "obbligato", "2026-09-01", func(v *debito.Verbale) {
			v.Avvisi = append(v.Avvisi, debito.Avviso{ID: "o", Posizione: "obbligato", Tipo: cds.Ordinanza, ImportoCent: 9400, SpeseCent: 1000, Stato: debito.AvvisoEmesso})
		}, 9400},
		{"the ordered sum, once paid, stays the price", "obbligato", "2026-12-01", func(v *debito.Verbale) {
			v.Avvisi = append(v.Avvisi, debito.Avviso{ID: "o", Posizione: "obbligato", Tipo: cds.Ordinanza, ImportoCent: 9400, SpeseCent: 1000})
			v.Pagamenti = []debito.Pagamento{paga(9400, "2026-09-01", "o")}
		}, 0},
		{"an annulled fine owes nothing", "obbligato", "2026-12-01", func(v *debito.Verbale) { v.Procedura = "ANNULLATO_AUTOTUTELA" }, 0},
		{"an open appeal holds it", "obbligato", "2026-12-01", func(v *debito.Verbale) { v.Ricorso = "PRESENTATO" }, 0},
		{"a granted appeal ends it", "obbligato", "2026-12-01", func(v *debito.Verbale) { v.Ricorso = "ACCOLTO" }, 0},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			v := verbale()
			if c.cambia != nil {
				c.cambia(&v)
			}
			e, err := v.Dovuto(c.posizione, calendario.MustParse(c.giorno))
			if err != nil {
				t.Fatal(err)
			}
			if e.DovutoCent != c.vuole || len(e.Spiegazione) == 0 {
				t.Errorf("due %d, want %d; %d steps", e.DovutoCent, c.vuole, len(e.Spiegazione))
			}
		})
	}
}

func TestPayingWhatIsDueClosesForGood(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := verbale()
		giorno := calendario.MustParse("2026-03-02").AddDays(rapid.IntRange(0, 900).Draw(t, "day"))
		e, err := v.Dovuto("obbligato", giorno)
		if err != nil {
			t.Fatal(err)
		}
		v.Pagamenti = []debito.Pagamento{{ImportoCent: e.DovutoCent, Data: giorno}}
		dopo := giorno.AddDays(rapid.IntRange(0, 900).Draw(t, "later"))
		if e, err = v.Dovuto("obbligato", dopo); err != nil || e.DovutoCent != 0 {
			t.Fatalf("paid on %s, on %s still due: %d, %v", giorno, dopo, e.DovutoCent, err)
		}
		v.Pagamenti[0].ImportoCent--
		if e, err = v.Dovuto("obbligato", giorno); err != nil || e.DovutoCent != 1 {
			t.Fatalf("one cent short on %s: due %d, %v", giorno, e.DovutoCent, err)
		}
	})
}

func BenchmarkDovuto(b *testing.B) {
	v := verbale()
	v.Pagamenti = []debito.Pagamento{paga(1000, "2026-03-10", ""), paga(1000, "2026-03-12", "")}
	giorno := calendario.MustParse("2026-12-01")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := v.Dovuto("obbligato", giorno); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAnOffenceHasNoAdministrativeSum(t *testing.T) {
	t.Parallel()
	reato := []cds.Violazione{debito.Violazione{Codice: "186-2-c"}.Registrata()}
	if cds.Riducibile(reato) || cds.Scontabile(reato) || !reato[0].Reato {
		t.Errorf("%+v", reato)
	}
	senza := []cds.Violazione{debito.Violazione{Codice: "97-9", MinimoCent: 7900, MassimoCent: 31600}.Registrata()}
	if cds.Riducibile(senza) || senza[0].Reato || !senza[0].SenzaPagamentoRidotto {
		t.Errorf("%+v", senza)
	}
}

// TestAHoldAndARefundAreExplained: who reads the sum must know that nobody has to pay it now, and why less
// counts as paid than came in.
func TestAHoldAndARefundAreExplained(t *testing.T) {
	t.Parallel()
	dice := func(v debito.Verbale, giorno, regola string) int {
		t.Helper()
		e, err := v.Dovuto("obbligato", calendario.MustParse(giorno))
		if err != nil {
			t.Fatal(err)
		}
		var somma int64
		quante := 0
		for _, p := range e.Spiegazione {
			if p.ImportoCent != nil {
				somma += *p.ImportoCent
			}
			if p.Regola == regola {
				quante++
			}
		}
		if importo.Cent(somma) != e.DovutoCent {
			t.Errorf("%s: steps %d, due %d", giorno, somma, e.DovutoCent)
		}
		return quante
	}
	v := verbale()
	for _, giorno := range []string{"2026-03-05", "2026-03-20", "2026-12-01"} {
		if n := dice(v, giorno, "DEBITO_SOSPESO"); n != 0 {
			t.Errorf("%s: a hold that is not there", giorno)
		}
		v.Sospeso = true
		if n := dice(v, giorno, "DEBITO_SOSPESO"); n != 1 {
			t.Errorf("%s: the hold is said %d times", giorno, n)
		}
		v.Sospeso = false
	}
	v.Sospeso, v.Conto.PrezzoCent = true, 9650
	if n := dice(v, "2026-12-01", "DEBITO_SOSPESO"); n != 1 {
		t.Errorf("a hold on a larger sum is said %d times", n)
	}
	v = verbale()
	v.Pagamenti = []debito.Pagamento{paga(4440, "2026-03-05", "")}
	if n := dice(v, "2026-12-01", "RIMBORSO"); n != 0 {
		t.Error("a refund that is not there")
	}
	v.Conto.RimborsatoCent = 500
	if n := dice(v, "2026-12-01", "RIMBORSO"); n != 1 {
		t.Errorf("the refund is said %d times", n)
	}
}
