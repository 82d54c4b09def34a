package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestImportoDelGiorno(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.operatore(t, "alfa")
	// Served Thursday 10 September 2026: five days end on the 15th, sixty on Monday 9 November.
	servito := func(v *verbaleProva) { v.GiornoZero = "2026-09-10" }
	casi := []struct {
		nome    string
		verbale func(*verbaleProva)
		oggi    string
		dovuto  importo.Cent
		tipi    []string
	}{
		{"before service: the price of day zero", func(*verbaleProva) {}, "2026-09-01", 7290, []string{"RIDOTTO_30", "RIDOTTO"}},
		{"day 0", servito, "2026-09-10", 7290, []string{"RIDOTTO_30", "RIDOTTO"}},
		{"day 5", servito, "2026-09-15", 7290, []string{"RIDOTTO_30", "RIDOTTO"}},
		{"day 6", servito, "2026-09-16", 9900, []string{"RIDOTTO"}},
		{"day 60", servito, "2026-11-09", 9900, []string{"RIDOTTO"}},
		{"day 61: half of the maximum, no notice left", servito, "2026-11-10", 18400, nil},
		{"day 61 of a service that nothing proves: no surcharge", func(v *verbaleProva) { servito(v); v.SenzaProva = true }, "2026-11-10", 9900, nil},
		{"a full half-year late: one tenth more", servito, "2027-05-10", 18400 + 1720, nil},
		{"the same, one day before", servito, "2027-05-09", 18400, nil},
		{"paid on day 5, asked on day 61", func(v *verbaleProva) {
			servito(v)
			v.Pagati = []pagato{{cent: 7290, giorno: "2026-09-15"}}
		}, "2026-11-10", 0, nil},
		{"paid before service", func(v *verbaleProva) {
			servito(v)
			v.Pagati = []pagato{{cent: 7290, giorno: "2026-08-20"}}
		}, "2026-11-10", 0, nil},
		{"the discounted sum on day 6 is an advance", func(v *verbaleProva) {
			servito(v)
			v.Pagati = []pagato{{cent: 7290, giorno: "2026-09-16"}}
		}, "2026-11-10", 18400 - 7290, nil},
		{"completed within sixty days", func(v *verbaleProva) {
			servito(v)
			v.Pagati = []pagato{{cent: 7290, giorno: "2026-09-16"}, {cent: 2610, giorno: "2026-11-09", ridotto: true}}
		}, "2026-11-10", 0, nil},
		{"annulled: nothing is asked", func(v *verbaleProva) { v.Procedura = "ANNULLATO_AUTOTUTELA" }, oggi, 0, nil},
		{"an open appeal holds the debt", func(v *verbaleProva) { servito(v); v.Ricorso = "PRESENTATO" }, "2026-11-10", 0, nil},
		{"no discount for this violation", func(v *verbaleProva) { servito(v); v.Sconto = false }, "2026-09-11", 9900, []string{"RIDOTTO"}},
	}
	for i, caso := range casi {
		t.Run(caso.nome, func(t *testing.T) {
			v := b.inserisci(t, "alfa", int64(100+i), caso.verbale)
			b.orologio.Imposta(mezzogiorno(caso.oggi))
			r := risposta[portale.DaPagare](t, b.chiede(t, rottaPagamento, token, testo(t, v.chiave()), http.StatusOK))
			p := r.Verbali[0].Pagamento
			if p.ImportoDovutoCent != caso.dovuto {
				t.Errorf("due %v, want %v: %+v", p.ImportoDovutoCent, caso.dovuto, p.Spiegazione)
			}
			var somma importo.Cent
			for _, passo := range p.Spiegazione {
				if passo.ImportoCent != nil {
					somma += importo.Cent(*passo.ImportoCent)
				}
			}
			if caso.dovuto > 0 && somma != p.ImportoDovutoCent {
				t.Errorf("the steps add up to %v, not %v", somma, p.ImportoDovutoCent)
			}
			var tipi []string
			for _, o := range p.Opzioni {
				tipi = append(tipi, string(o.Tipo))
			}
			if diff := cmp.Diff(caso.tipi, tipi); diff != "" {
				t.Errorf("notices that may be paid (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUnCanaleProprioNonSiMostra: it was free text, and somebody's name may be in it.
func TestUnCanaleProprioNonSiMostra(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 90, func(v *verbaleProva) {
		v.Pagati = []pagato{{cent: 1000, giorno: "2026-09-15", canale: "SIG.RA BIANCHI"}, {cent: 1000, giorno: "2026-09-16"}}
	})
	if err := Ricostruisci(t.Context(), b.imp, "alfa", io.Discard); err != nil {
		t.Fatal(err)
	}
	for rotta, w := range map[string]*httptest.ResponseRecorder{
		rottaAnonimo:   b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK),
		rottaPagamento: b.chiede(t, rottaPagamento, b.operatore(t, "alfa"), testo(t, v.chiave()), http.StatusOK),
	} {
		if contiene(w.Body.String(), "BIANCHI") || !contiene(w.Body.String(), `"canale":"ALTRO"`) || !contiene(w.Body.String(), `"canale":"PAGOPA"`) {
			t.Errorf("%s: %s", rotta, w.Body)
		}
	}
}

func TestGliAvvisiDiconoIlLoroTermine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.operatore(t, "alfa")
	ignoto := b.inserisci(t, "alfa", 1)
	servito := b.inserisci(t, "alfa", 2, func(v *verbaleProva) { v.GiornoZero = "2026-11-18" })

	o := risposta[portale.DaPagare](t, b.chiede(t, rottaPagamento, token, testo(t, ignoto.chiave()), http.StatusOK)).Verbali[0].Pagamento.Opzioni
	if len(o) != 2 || o[0].Entro != nil || o[0].Decorrenza != "NOTIFICA" || o[0].Giorni != 5 || o[1].Giorni != 60 {
		t.Errorf("before service the rule: %+v", o)
	}
	o = risposta[portale.DaPagare](t, b.chiede(t, rottaPagamento, token, testo(t, servito.chiave()), http.StatusOK)).Verbali[0].Pagamento.Opzioni
	if len(o) != 2 || o[0].Entro.String() != "2026-11-23" || o[1].Entro.String() != "2027-01-18" || o[0].Giorni != 0 || o[0].Decorrenza != "" {
		t.Errorf("after service the day (the sixtieth, 17 January, is a Sunday): %+v", o)
	}
	qr, err := pagopa.LeggiQR(o[0].QR)
	if err != nil || qr.ImportoCent != 7290 || qr.NumeroAvviso != servito.Avvisi[0].Numero || o[0].SpeseCent != spese {
		t.Errorf("QR %+v, %v; %+v", qr, err, o[0])
	}
}
