package pagamento_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

func giorno(s string) calendario.Giorno {
	if s == "" {
		return calendario.Giorno{}
	}
	return calendario.MustParse(s)
}

// prova is art. 153 c. 10 with 12 euro of expenses, and one position a day zero given.
func prova(zeri ...string) *verbale.Verbale {
	v := &verbale.Verbale{ID: "v", Procedura: "VALIDATO", Ricorso: "NESSUNO", Debito: "RIDOTTO",
		Violazioni: []verbale.Violazione{{Codice: "153-10", MinimoCent: 8700, MassimoCent: 34400, Sconto30: true, PagamentoRidotto: true}}}
	for i, z := range zeri {
		id := string(rune('p' + i))
		v.Posizioni = append(v.Posizioni, verbale.Posizione{ID: id, Ordine: i + 1, Titolo: "OBBLIGATO", GiornoZero: giorno(z)})
		v.Avvisi = append(v.Avvisi,
			verbale.Avviso{ID: id + "30", Posizione: id, Tipo: cds.Ridotto30, NumeroAvviso: "301100000000000017", IUV: "01100000000000017", CodiceFiscaleEnte: "80012345670", ImportoCent: 7290, SpeseCent: 1200, Stato: "EMESSO"},
			verbale.Avviso{ID: id + "60", Posizione: id, Tipo: cds.Ridotto, NumeroAvviso: "301100000000000017", IUV: "01100000000000017", CodiceFiscaleEnte: "80012345670", ImportoCent: 9900, SpeseCent: 1200, Stato: "EMESSO"})
	}
	for i := range v.Avvisi {
		v.Avvisi[i].NumeroAvviso = avviso(i)
	}
	return v
}

// avviso gives notice numbers with right check digits.
func avviso(i int) string {
	n := 3010000000000000 + int64(i)
	resto := n % 93
	return sediciCifre(n) + string([]byte{'0' + byte(resto/10), '0' + byte(resto%10)})
}

func sediciCifre(n int64) string {
	cifre := make([]byte, 16)
	for i := 15; i >= 0; i-- {
		cifre[i], n = '0'+byte(n%10), n/10
	}
	return string(cifre)
}

func TestPositionAsked(t *testing.T) {
	t.Parallel()
	oggi := giorno("2026-11-20")
	v := prova("2026-11-01", "2026-11-18") // day 19: 99.00; day 2: 72.90
	for nome, caso := range map[string]struct {
		preferita func(verbale.Posizione) bool
		dovuto    importo.Cent
	}{
		"none preferred: the one that owes least": {nil, 7290},
		"the one asked, though it owes more":      {func(p verbale.Posizione) bool { return p.ID == "p" }, 9900},
		"two preferred: the one that owes least":  {func(verbale.Posizione) bool { return true }, 7290},
		"nobody answers the preference: all":      {func(verbale.Posizione) bool { return false }, 7290},
	} {
		p, err := pagamento.Calcola(v, caso.preferita, oggi)
		if err != nil || p.ImportoDovutoCent != caso.dovuto {
			t.Errorf("%s: %v, %v", nome, p.ImportoDovutoCent, err)
		}
	}
}

func TestJointDebt(t *testing.T) {
	t.Parallel()
	oggi := giorno("2026-11-20")
	t.Run("a payment in time on one position closes the other too", func(t *testing.T) {
		v := prova("2026-09-01", "2026-11-18")
		v.Pagamenti = []verbale.Pagamento{{Avviso: "q30", ImportoCent: 7290, Data: giorno("2026-11-19")}}
		solaPrima := func(p verbale.Posizione) bool { return p.ID == "p" } // day 80: 184.00 by itself
		if p, err := pagamento.Calcola(v, solaPrima, oggi); err != nil || p.ImportoDovutoCent != 0 || len(p.Opzioni) != 0 {
			t.Errorf("%+v, %v", p, err)
		}
	})
	t.Run("expenses known after the payment do not reopen the debt", func(t *testing.T) {
		v := prova("2026-11-01")
		v.Avvisi[0].ImportoCent, v.Avvisi[0].SpeseCent, v.Avvisi[0].Stato = 6090, 0, "PAGATO"
		v.Pagamenti = []verbale.Pagamento{{Avviso: "p30", ImportoCent: 6090, Data: giorno("2026-10-20")}}
		if p, err := pagamento.Calcola(v, nil, oggi); err != nil || p.ImportoDovutoCent != 0 {
			t.Errorf("%+v, %v", p, err)
		}
	})
	t.Run("a payment of the fine without a notice is priced at the position asked", func(t *testing.T) {
		v := prova("2026-11-01")
		v.Pagamenti = []verbale.Pagamento{{ImportoCent: 7290, Data: giorno("2026-11-06")}}
		if p, err := pagamento.Calcola(v, nil, oggi); err != nil || p.ImportoDovutoCent != 0 {
			t.Errorf("%+v, %v", p, err)
		}
		v.Pagamenti[0].Data = giorno("2026-11-07")
		if p, err := pagamento.Calcola(v, nil, oggi); err != nil || p.ImportoDovutoCent != 9900-7290 {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

func TestLabelIsNeverAnInput(t *testing.T) {
	t.Parallel()
	oggi := giorno("2026-11-20")
	v := prova("2026-11-18")
	atteso, err := pagamento.Calcola(v, nil, oggi)
	if err != nil {
		t.Fatal(err)
	}
	for _, debito := range []string{"", "NON_ESIGIBILE", "INTERO", "PAGATO", "SGRAVATO", "INVENTATO"} {
		v.Debito = debito
		p, err := pagamento.Calcola(v, nil, oggi)
		p.Debito = atteso.Debito
		if diff := cmp.Diff(atteso, p); diff != "" || err != nil {
			t.Errorf("%s: %s %v", debito, diff, err)
		}
	}
}

func TestNoSum(t *testing.T) {
	t.Parallel()
	casi := map[string]func(*verbale.Verbale){
		"no reduced payment is admitted": func(v *verbale.Verbale) { v.Violazioni[0].PagamentoRidotto = false },
		"a criminal offence":             func(v *verbale.Verbale) { v.Violazioni[0].MinimoCent, v.Violazioni[0].MassimoCent = 0, 0 },
		"extinct by late service":        func(v *verbale.Verbale) { v.Procedura = "ESTINTO_TERMINI" },
		"extinct by death":               func(v *verbale.Verbale) { v.Procedura = "ESTINTO_DECESSO" },
		"discarded":                      func(v *verbale.Verbale) { v.Procedura = "SCARTATO" },
		"appeal granted":                 func(v *verbale.Verbale) { v.Ricorso = "ACCOLTO" },
		"appeal open":                    func(v *verbale.Verbale) { v.Ricorso = "TRASMESSO" },
	}
	for nome, cambia := range casi {
		v := prova("2026-05-01")
		cambia(v)
		p, err := pagamento.Calcola(v, nil, giorno("2026-11-20"))
		if err != nil || p.ImportoDovutoCent != 0 || len(p.Opzioni) != 0 || len(p.Spiegazione) == 0 {
			t.Errorf("%s: %+v, %v", nome, p, err)
		}
	}
}

func TestOrderOfThePrefect(t *testing.T) {
	t.Parallel()
	v := prova("2026-03-01")
	v.Ricorso = "RESPINTO"
	v.Avvisi[0].Stato, v.Avvisi[1].Stato = "SOSTITUITO", "SOSTITUITO"
	v.Avvisi = append(v.Avvisi, verbale.Avviso{ID: "o", Posizione: "p", Tipo: cds.Ordinanza, NumeroAvviso: avviso(9),
		CodiceFiscaleEnte: "80012345670", ImportoCent: 20000 + 1500, SpeseCent: 1500, Stato: "EMESSO"})
	p, err := pagamento.Calcola(v, nil, giorno("2026-11-20"))
	if err != nil || p.ImportoDovutoCent != 21500 || len(p.Opzioni) != 1 || p.Opzioni[0].Tipo != cds.Ordinanza || p.Opzioni[0].Entro != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestMoneyAddsUp: for any payments and any day the steps add up to what is due, more money never
// makes the debt grow, and what sufficed on its day is never asked again.
func TestMoneyAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zero := calendario.Da(time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)).AddDays(rapid.IntRange(0, 300).Draw(t, "zero"))
		v := prova(zero.String())
		data := zero.AddDays(-20)
		for range rapid.IntRange(0, 4).Draw(t, "quanti") {
			data = data.AddDays(rapid.IntRange(0, 60).Draw(t, "dopo"))
			v.Pagamenti = append(v.Pagamenti, verbale.Pagamento{Data: data, ImportoCent: importo.Cent(rapid.IntRange(1, 12000).Draw(t, "cent"))})
		}
		oggi := data.AddDays(rapid.IntRange(0, 900).Draw(t, "oggi"))
		p, err := pagamento.Calcola(v, nil, oggi)
		if err != nil {
			t.Fatal(err)
		}
		var somma importo.Cent
		for _, passo := range p.Spiegazione {
			if passo.ImportoCent != nil {
				somma += importo.Cent(*passo.ImportoCent)
			}
		}
		if somma != p.ImportoDovutoCent || p.ImportoDovutoCent < 0 {
			t.Fatalf("steps %v, due %v", somma, p.ImportoDovutoCent)
		}
		v.Pagamenti = append(v.Pagamenti, verbale.Pagamento{Data: oggi, ImportoCent: p.ImportoDovutoCent + 1})
		for _, piu := range []int{0, 1, 70, 4000} {
			dopo, err := pagamento.Calcola(v, nil, oggi.AddDays(piu))
			if err != nil || dopo.ImportoDovutoCent != 0 {
				t.Fatalf("%d days after it was paid: %v, %v", piu, dopo.ImportoDovutoCent, err)
			}
		}
	})
}
