package pagamento_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func giorno(s string) calendario.Giorno {
	if s == "" {
		return calendario.Giorno{}
	}
	return calendario.MustParse(s)
}

// suo is the id that a test calls by a name.
func suo(nome string) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte(nome)) }

// prova is art. 153 c. 10 with 12 euro of expenses, and one position a day zero given.
func prova(zeri ...string) *lettura.Verbale {
	v := &lettura.Verbale{Voce: lettura.Voce{Procedura: "VALIDATO", Ricorso: "NESSUNO", Debito: "RIDOTTO"},
		Violazioni: []lettura.Violazione{{Codice: "153-10", MinimoCent: 8700, MassimoCent: 34400, Sconto30: true, PagamentoRidotto: true}}}
	for i, z := range zeri {
		id := string(rune('p' + i))
		v.Posizioni = append(v.Posizioni, lettura.Posizione{ID: suo(id), Titolo: "OBBLIGATO", GiornoZero: giorno(z)})
		v.Avvisi = append(v.Avvisi,
			lettura.Avviso{ID: suo(id + "30"), Posizione: suo(id), Tipo: cds.Ridotto30, NumeroAvviso: "301100000000000017", IUV: "01100000000000017", CodiceFiscaleEnte: "80012345670", ImportoCent: 7290, SpeseCent: 1200, Stato: "EMESSO"},
			lettura.Avviso{ID: suo(id + "60"), Posizione: suo(id), Tipo: cds.Ridotto, NumeroAvviso: "301100000000000017", IUV: "01100000000000017", CodiceFiscaleEnte: "80012345670", ImportoCent: 9900, SpeseCent: 1200, Stato: "EMESSO"})
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
		preferita func(lettura.Posizione) bool
		dovuto    importo.Cent
	}{
		"none preferred: the one that owes least": {nil, 7290},
		"the one asked, though it owes more":      {func(p lettura.Posizione) bool { return p.ID == suo("p") }, 9900},
		"two preferred: the one that owes least":  {func(lettura.Posizione) bool { return true }, 7290},
		"nobody answers the preference: all":      {func(lettura.Posizione) bool { return false }, 7290},
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
		v.Pagamenti = []lettura.Pagamento{{Avviso: suo("q30"), ImportoCent: 7290, Data: giorno("2026-11-19")}}
		solaPrima := func(p lettura.Posizione) bool { return p.ID == suo("p") } // day 80: 184.00 by itself
		if p, err := pagamento.Calcola(v, solaPrima, oggi); err != nil || p.ImportoDovutoCent != 0 || len(p.Opzioni) != 0 {
			t.Errorf("%+v, %v", p, err)
		}
	})
	t.Run("expenses known after the payment do not reopen the debt", func(t *testing.T) {
		v := prova("2026-11-01")
		v.Avvisi[0].ImportoCent, v.Avvisi[0].SpeseCent, v.Avvisi[0].Stato = 6090, 0, "PAGATO"
		v.Pagamenti = []lettura.Pagamento{{Avviso: suo("p30"), ImportoCent: 6090, Data: giorno("2026-10-20")}}
		if p, err := pagamento.Calcola(v, nil, oggi); err != nil || p.ImportoDovutoCent != 0 {
			t.Errorf("%+v, %v", p, err)
		}
	})
	t.Run("a payment of the fine without a notice is priced at the position asked", func(t *testing.T) {
		v := prova("2026-11-01")
		v.Pagamenti = []lettura.Pagamento{{ImportoCent: 7290, Data: giorno("2026-11-06")}}
		if p, err := pagamento.Calcola(v, nil, oggi); err != nil || p.ImportoDovutoCent != 0 {
			t.Errorf("%+v, %v", p, err)
		}
		v.Pagamenti[0].Data = giorno("2026-11-07")
		if p, err := pagamento.Calcola(v, nil, oggi); err != nil || p.ImportoDovutoCent != 9900-7290 {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// After an advance the notices that ask for more than what is left are not offered, nor any that is no
// longer good.
func TestOptionsAfterAnAdvance(t *testing.T) {
	t.Parallel()
	oggi := giorno("2026-11-20") // day 19: 99.00
	for nome, c := range map[string]struct {
		cambia func(*lettura.Verbale)
		dovuto importo.Cent
		tipi   []cds.Tipo
	}{
		"nothing paid: the notice that is still good": {func(*lettura.Verbale) {}, 9900, []cds.Tipo{cds.Ridotto}},
		"an advance: none": {func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{{Avviso: suo("p60"), Posizione: suo("p"), ImportoCent: 1000, Data: giorno("2026-11-10")}}
		}, 8900, nil},
		"an advance, and a notice of what is left": {func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{{Avviso: suo("p60"), Posizione: suo("p"), ImportoCent: 1000, Data: giorno("2026-11-10")}}
			v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("r"), Posizione: suo("p"), Tipo: cds.Intero, NumeroAvviso: avviso(9), CodiceFiscaleEnte: "80012345670", ImportoCent: 8900, Stato: "EMESSO"})
		}, 8900, []cds.Tipo{cds.Intero}},
		"an advance that was taken back counts nowhere": {func(v *lettura.Verbale) {
			v.Pagamenti = []lettura.Pagamento{{Avviso: suo("p60"), Posizione: suo("p"), ImportoCent: 1000, Data: giorno("2026-11-10"), Stornato: oggi}}
		}, 9900, []cds.Tipo{cds.Ridotto}},
		"an expired, a replaced, a void notice": {func(v *lettura.Verbale) {
			v.Avvisi[0].Stato, v.Avvisi[1].Stato = "SCADUTO", "SOSTITUITO"
			v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("n"), Posizione: suo("p"), Tipo: cds.Ridotto, NumeroAvviso: avviso(9), CodiceFiscaleEnte: "80012345670", ImportoCent: 8700, Stato: "ANNULLATO"})
		}, 9900, nil},
		"on the roll: the collector's papers": {func(v *lettura.Verbale) { v.Riscossione = "IN_RUOLO" }, 9900, nil},
		"asked by an injunction: that paper":  {func(v *lettura.Verbale) { v.Riscossione = "INGIUNTO" }, 9900, nil},
		"only reminded of":                    {func(v *lettura.Verbale) { v.Riscossione = "SOLLECITATO" }, 9900, []cds.Tipo{cds.Ridotto}},
		"instalments: only they": {func(v *lettura.Verbale) {
			v.Debito, v.PrezzoCent, v.ResiduoCent = "RATEIZZATO", 30000, 30000
			v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("r"), Posizione: suo("p"), Tipo: cds.Rata, NumeroAvviso: avviso(9), CodiceFiscaleEnte: "80012345670", ImportoCent: 10000, Stato: "EMESSO"})
		}, 30000, []cds.Tipo{cds.Rata}},
	} {
		v := prova("2026-11-01")
		c.cambia(v)
		p, err := pagamento.Calcola(v, nil, oggi)
		var tipi []cds.Tipo
		for _, o := range p.Opzioni {
			tipi = append(tipi, o.Tipo)
		}
		if detto := len(p.Spiegazione) > 0 && p.Spiegazione[len(p.Spiegazione)-1].Testo == p.SenzaAvviso; detto != (len(c.tipi) == 0) {
			t.Errorf("%s: how it is paid without a notice: %q", nome, p.SenzaAvviso)
		}
		if diff := cmp.Diff(c.tipi, tipi); diff != "" || err != nil || p.ImportoDovutoCent != c.dovuto {
			t.Errorf("%s: %d %s %v", nome, p.ImportoDovutoCent, diff, err)
		}
		stornati := 0
		for _, x := range v.Pagamenti {
			if !x.Stornato.IsZero() {
				stornati++
			}
		}
		if len(p.Versamenti) != len(v.Pagamenti)-stornati {
			t.Errorf("%s: %+v", nome, p.Versamenti)
		}
	}
}

// TestByWhen: a reduced payment is offered within its term alone; an ordered sum and an instalment have terms
// of their own, and may be paid after them; the whole sum has none.
func TestByWhen(t *testing.T) {
	t.Parallel()
	oggi := giorno("2026-11-20")
	ordine := func(notificato string) func(*lettura.Verbale) {
		return func(v *lettura.Verbale) {
			v.Ricorso, v.Ricorsi = "RESPINTO", []lettura.Ricorso{{Autorita: "PREFETTO", Stato: "RESPINTO", Deciso: giorno("2026-10-01"), Notificato: giorno(notificato), ImportoCent: 20000}}
			v.Avvisi = append(v.Avvisi[:0], lettura.Avviso{ID: suo("o"), Posizione: suo("p"), Tipo: cds.Ordinanza, NumeroAvviso: avviso(9), CodiceFiscaleEnte: "80012345670", ImportoCent: 20000, Stato: "EMESSO", Giorni: 30})
		}
	}
	rata := func(giorni int) func(*lettura.Verbale) {
		return func(v *lettura.Verbale) {
			v.Debito, v.PrezzoCent, v.ResiduoCent = "RATEIZZATO", 30000, 30000
			v.Avvisi = append(v.Avvisi[:0], lettura.Avviso{ID: suo("r"), Posizione: suo("p"), Tipo: cds.Rata, NumeroAvviso: avviso(9), CodiceFiscaleEnte: "80012345670", ImportoCent: 10000, Stato: "EMESSO", Giorni: giorni})
		}
	}
	for nome, c := range map[string]struct {
		zero      string
		cambia    func(*lettura.Verbale)
		entro     string
		regola    int // days from a service that has no date
		trascorso bool
	}{
		"a reduced payment":                      {"2026-11-01", func(*lettura.Verbale) {}, "2026-12-31", 0, false},
		"an order that is not served yet":        {"2026-06-01", ordine(""), "", 30, false},
		"an order, thirty days from its service": {"2026-06-01", ordine("2026-11-02"), "2026-12-02", 0, false},
		"an order that is late":                  {"2026-06-01", ordine("2026-10-05"), "2026-11-04", 0, true},
		"an instalment, by the day of the plan":  {"2026-10-01", rata(91), "2026-12-31", 0, false},
		"an instalment that is late":             {"2026-10-01", rata(30), "2026-10-31", 0, true},
		"the whole sum": {"2026-06-01", func(v *lettura.Verbale) {
			v.Avvisi = append(v.Avvisi[:0], lettura.Avviso{ID: suo("i"), Posizione: suo("p"), Tipo: cds.Intero, NumeroAvviso: avviso(9), CodiceFiscaleEnte: "80012345670", ImportoCent: 17200, Stato: "EMESSO"})
		}, "", 0, false},
	} {
		v := prova(c.zero)
		c.cambia(v)
		p, err := pagamento.Calcola(v, nil, oggi)
		if err != nil || len(p.Opzioni) != 1 {
			t.Errorf("%s: %+v %v", nome, p, err)
			continue
		}
		o, entro := p.Opzioni[0], ""
		if o.Entro != nil {
			entro = o.Entro.String()
		}
		if entro != c.entro || o.Giorni != c.regola || (o.Decorrenza != "") != (c.regola > 0) || o.Trascorso != c.trascorso {
			t.Errorf("%s: %s %d %q %t", nome, entro, o.Giorni, o.Decorrenza, o.Trascorso)
		}
	}
}

// An imported fine owes what the system of origin recorded: its bands may be empty.
func TestImportedFine(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		cambia func(*lettura.Verbale)
		dovuto importo.Cent
	}{
		"entered and never moved": {func(*lettura.Verbale) {}, 3500},
		"by its account":          {func(v *lettura.Verbale) { v.PrezzoCent, v.ResiduoCent = 8000, 8000 }, 8000},
		"partly paid": {func(v *lettura.Verbale) {
			v.PrezzoCent, v.ResiduoCent, v.VersatoCent = 8000, 5000, 3000
			v.Pagamenti = []lettura.Pagamento{{Posizione: suo("p"), ImportoCent: 3000, Data: giorno("2006-03-01")}}
		}, 5000},
		"paid": {func(v *lettura.Verbale) {
			v.PrezzoCent, v.VersatoCent = 3500, 3500
			v.Pagamenti = []lettura.Pagamento{{Posizione: suo("p"), ImportoCent: 3500, Data: giorno("2006-03-01")}}
		}, 0},
		"given up": {func(v *lettura.Verbale) { v.PrezzoCent, v.SgravatoCent = 3500, 3500 }, 0},
	} {
		v := &lettura.Verbale{Voce: lettura.Voce{Procedura: "NOTIFICATO", Ricorso: "NESSUNO", Debito: "RIDOTTO", Importato: true, SenzaOra: true},
			Violazioni: []lettura.Violazione{{MinimoCent: 3500, PagamentoRidotto: true}},
			Posizioni:  []lettura.Posizione{{ID: suo("p"), Titolo: "OBBLIGATO", GiornoZero: giorno("2005-09-01")}}}
		c.cambia(v)
		p, err := pagamento.Calcola(v, nil, giorno("2026-11-20"))
		if err != nil || p.ImportoDovutoCent != c.dovuto || len(p.Opzioni) != 0 || len(p.Spiegazione) == 0 {
			t.Errorf("%s: %+v %v", nome, p, err)
		}
	}
}

func TestLabelIsNeverAnInput(t *testing.T) {
	t.Parallel()
	oggi := giorno("2026-11-20")
	v := prova("2026-11-18")
	atteso, err := pagamento.Calcola(v, nil, oggi)
	if err != nil {
		t.Fatal(err)
	}
	for _, debito := range []verbale.Debito{"", "NON_ESIGIBILE", "INTERO", "PAGATO", "SGRAVATO", "INVENTATO"} {
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
	casi := map[string]func(*lettura.Verbale){
		"no reduced payment is admitted": func(v *lettura.Verbale) { v.Violazioni[0].PagamentoRidotto = false },
		"a criminal offence":             func(v *lettura.Verbale) { v.Violazioni[0].MinimoCent, v.Violazioni[0].MassimoCent = 0, 0 },
		"extinct by late service":        func(v *lettura.Verbale) { v.Procedura = "ESTINTO_TERMINI" },
		"extinct by death":               func(v *lettura.Verbale) { v.Procedura = "ESTINTO_DECESSO" },
		"discarded":                      func(v *lettura.Verbale) { v.Procedura = "SCARTATO" },
		"appeal granted":                 func(v *lettura.Verbale) { v.Ricorso = "ACCOLTO" },
		"appeal open":                    func(v *lettura.Verbale) { v.Ricorso = "TRASMESSO" },
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
	v.Avvisi = append(v.Avvisi, lettura.Avviso{ID: suo("o"), Posizione: suo("p"), Tipo: cds.Ordinanza, NumeroAvviso: avviso(9),
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
			v.Pagamenti = append(v.Pagamenti, lettura.Pagamento{Data: data, ImportoCent: importo.Cent(rapid.IntRange(1, 12000).Draw(t, "cent"))})
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
		v.Pagamenti = append(v.Pagamenti, lettura.Pagamento{Data: oggi, ImportoCent: p.ImportoDovutoCent + 1})
		for _, piu := range []int{0, 1, 70, 4000} {
			dopo, err := pagamento.Calcola(v, nil, oggi.AddDays(piu))
			if err != nil || dopo.ImportoDovutoCent != 0 {
				t.Fatalf("%d days after it was paid: %v, %v", piu, dopo.ImportoDovutoCent, err)
			}
		}
	})
}
