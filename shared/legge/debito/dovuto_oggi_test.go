package debito_test

import (
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// suo is the id that a test calls by a name; "" is none.
func suo(nome string) uuid.UUID {
	if nome == "" {
		return uuid.Nil
	}
	return uuid.NewSHA1(uuid.Nil, []byte(nome))
}

// unVerbale is a fine of 42.00 to 173.00 euro (art. 7 c. 14 CdS) served on the owner on 2 March 2026
// and not yet on the driver.
func unVerbale() lettura.Verbale {
	return lettura.Verbale{
		Violazioni: []lettura.Violazione{{Codice: "7-14-1", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}},
		Posizioni:  []lettura.Posizione{{ID: suo("obbligato"), GiornoZero: calendario.MustParse("2026-03-02"), Prova: "AR-1"}, {ID: suo("trasgressore")}},
		Avvisi: []lettura.Avviso{
			{ID: suo("a1"), Posizione: suo("obbligato"), Tipo: cds.Ridotto, ImportoCent: 5200, SpeseCent: 1000, Stato: verbale.AvvisoEmesso},
			{ID: suo("a2"), Posizione: suo("trasgressore"), Tipo: cds.Ridotto30, ImportoCent: 2940, Stato: verbale.AvvisoEmesso},
		},
	}
}

func paga(cent importo.Cent, giorno, avviso string) lettura.Pagamento {
	return lettura.Pagamento{ImportoCent: cent, Data: calendario.MustParse(giorno), Avviso: suo(avviso)}
}

func TestAmountDue(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, posizione, giorno string
		cambia                    func(*lettura.Verbale)
		vuole                     importo.Cent
	}{
		{"within five days less 30 %, expenses whole", "obbligato", "2026-03-07", nil, 3940},
		{"within sixty days the minimum and expenses", "obbligato", "2026-03-08", nil, 5200},
		{"then half of the maximum and expenses", "obbligato", "2026-05-05", nil, 9650},
		{"after a full half-year one tenth more", "obbligato", "2026-11-10", nil, 9650 + 865},
		{"who is not served pays the price of day zero", "trasgressore", "2026-12-01", nil, 2940},
		{"a position that is not there has no day", "altra", "2026-12-01", nil, 2940},
		{"what was paid is taken off", "obbligato", "2026-03-20", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-03-10", "")}
		}, 4200},
		{"a payment that sufficed on its day closes for good", "obbligato", "2026-12-01", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(3940, "2026-03-05", "")}
		}, 0},
		{"the price is that of the payer's own position", "obbligato", "2026-12-01", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(2940, "2026-04-20", "a2")}
		}, 0},
		{"expenses known after the payment do not reopen the debt", "trasgressore", "2026-12-01", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(2940, "2026-03-05", "a2")}
			v.Avvisi[1].SpeseCent, v.Avvisi[1].Stato = 0, "PAGATO"
			v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("a3"), Posizione: suo("trasgressore"), Tipo: cds.Ridotto, ImportoCent: 5200, SpeseCent: 1000, Stato: verbale.AvvisoEmesso})
		}, 0},
		{"too little too late is an advance on half of the maximum", "obbligato", "2026-05-06", func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{paga(5200, "2026-05-05", "")}
		}, 4450},
		{"the ordered sum rules after a rejected appeal", "obbligato", "2026-09-01", func(v *lettura.Verbale) {
			v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("o"), Posizione: suo("obbligato"), Tipo: cds.Ordinanza, ImportoCent: 9400, SpeseCent: 1000, Stato: verbale.AvvisoEmesso})
		}, 9400},
		{"the ordered sum, once paid, stays the price", "obbligato", "2026-12-01", func(v *lettura.Verbale) {
			v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("o"), Posizione: suo("obbligato"), Tipo: cds.Ordinanza, ImportoCent: 9400, SpeseCent: 1000})
			v.Pagamenti = []lettura.Pagamento{paga(9400, "2026-09-01", "o")}
		}, 0},
		{"an annulled fine owes nothing", "obbligato", "2026-12-01", func(v *lettura.Verbale) { v.Procedura = "ANNULLATO_AUTOTUTELA" }, 0},
		{"an open appeal holds it", "obbligato", "2026-12-01", func(v *lettura.Verbale) { v.Ricorso = "PRESENTATO" }, 0},
		{"a granted appeal ends it", "obbligato", "2026-12-01", func(v *lettura.Verbale) { v.Ricorso = "ACCOLTO" }, 0},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			v := unVerbale()
			if c.cambia != nil {
				c.cambia(&v)
			}
			e, err := debito.Di(&v).Dovuto(suo(c.posizione), calendario.MustParse(c.giorno))
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
		v := unVerbale()
		giorno := calendario.MustParse("2026-03-02").AddDays(rapid.IntRange(0, 900).Draw(t, "day"))
		e, err := debito.Di(&v).Dovuto(suo("obbligato"), giorno)
		if err != nil {
			t.Fatal(err)
		}
		v.Pagamenti = []lettura.Pagamento{{ImportoCent: e.DovutoCent, Data: giorno}}
		dopo := giorno.AddDays(rapid.IntRange(0, 900).Draw(t, "later"))
		if e, err = debito.Di(&v).Dovuto(suo("obbligato"), dopo); err != nil || e.DovutoCent != 0 {
			t.Fatalf("paid on %s, on %s still due: %d, %v", giorno, dopo, e.DovutoCent, err)
		}
		v.Pagamenti[0].ImportoCent--
		if e, err = debito.Di(&v).Dovuto(suo("obbligato"), giorno); err != nil || e.DovutoCent != 1 {
			t.Fatalf("one cent short on %s: due %d, %v", giorno, e.DovutoCent, err)
		}
	})
}

func BenchmarkDovuto(b *testing.B) {
	v := unVerbale()
	v.Pagamenti = []lettura.Pagamento{paga(1000, "2026-03-10", ""), paga(1000, "2026-03-12", "")}
	giorno := calendario.MustParse("2026-12-01")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := debito.Di(&v).Dovuto(suo("obbligato"), giorno); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAnOffenceHasNoAdministrativeSum(t *testing.T) {
	t.Parallel()
	reato := debito.Violazioni([]lettura.Violazione{{Codice: "186-2-c"}})
	if cds.Riducibile(reato) || cds.Scontabile(reato) || !reato[0].Reato {
		t.Errorf("%+v", reato)
	}
	senza := debito.Violazioni(senzaRidotto())
	if cds.Riducibile(senza) || senza[0].Reato || !senza[0].SenzaPagamentoRidotto {
		t.Errorf("%+v", senza)
	}
}

// TestAHoldAndARefundAreExplained: who reads the sum must know that nobody has to pay it now, and why less
// counts as paid than came in.
func TestAHoldAndARefundAreExplained(t *testing.T) {
	t.Parallel()
	dice := func(v lettura.Verbale, giorno, regola string) int {
		t.Helper()
		e, err := debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse(giorno))
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
	v := unVerbale()
	for _, giorno := range []string{"2026-03-05", "2026-03-20", "2026-12-01"} {
		if n := dice(v, giorno, "DEBITO_SOSPESO"); n != 0 {
			t.Errorf("%s: a hold that is not there", giorno)
		}
		v.Debito = "SOSPESO"
		if n := dice(v, giorno, "DEBITO_SOSPESO"); n != 1 {
			t.Errorf("%s: the hold is said %d times", giorno, n)
		}
		v.Debito = ""
	}
	v.Debito, v.PrezzoCent = "SOSPESO", 9650
	if n := dice(v, "2026-12-01", "DEBITO_SOSPESO"); n != 1 {
		t.Errorf("a hold on a larger sum is said %d times", n)
	}
	v = unVerbale()
	v.Pagamenti = []lettura.Pagamento{paga(4440, "2026-03-05", "")}
	if n := dice(v, "2026-12-01", "RIMBORSO"); n != 0 {
		t.Error("a refund that is not there")
	}
	v.RimborsatoCent = 500
	if n := dice(v, "2026-12-01", "RIMBORSO"); n != 1 {
		t.Errorf("the refund is said %d times", n)
	}
}
