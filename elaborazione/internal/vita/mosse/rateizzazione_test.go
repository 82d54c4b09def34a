package mosse

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// aRate is a fine of 600 euro in three monthly instalments, granted on 10 March 2026: due on 10 April,
// 10 May and 10 June.
func aRate(t *testing.T, altro string) *pratica {
	t.Helper()
	p := nuovaPratica(t, cara).notificata("2026-02-20").il("2026-03-10")
	p.fa(verbale.EventoRateizzazioneConcessa, `{"dataRichiesta":"2026-03-02","redditoCent":900000,"familiari":1,"numeroRate":3`+altro+`}`)
	return p
}

// pagaCon lets money come in by a notice; none for the zero id.
func (p *pratica) pagaCon(avviso uuid.UUID, cent importo.Cent) {
	p.tb.Helper()
	x := vita.PagamentoRegistrato{Pagamento: vita.Pagamento{ID: vita.NuovoID(), Avviso: avviso, ImportoCent: cent, Data: p.oggi, Canale: "POSTA",
		Riferimento: "r" + strconv.Itoa(len(p.stato.Pagamenti))}}
	eventi, err := conseguenze.Incassa(p.stato, vita.Evento{Attore: "prova", DataLegale: p.oggi}, x, p.oggi)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.applica(eventi...)
}

// statiRate are the states of the notices of the instalments, in order.
func (p *pratica) statiRate() string {
	var stati []string
	for _, a := range p.stato.Avvisi {
		if a.Tipo == cds.Rata {
			stati = append(stati, string(a.Stato))
		}
	}
	return strings.Join(stati, " ")
}

// scadonoRate are the days of the plan.
func (p *pratica) scadonoRate() (giorni []calendario.Giorno) {
	for _, a := range p.stato.RateInCorso() {
		x, _ := p.stato.Posizione(a.Posizione)
		giorni = append(giorni, x.GiornoZero.AddDays(a.Giorni))
	}
	return giorni
}

func TestRatePagateComunque(t *testing.T) {
	t.Parallel()
	type versamento struct {
		rata int // 1 is the first; 0: no notice named
		cent func(rata []vita.Avviso) importo.Cent
	}
	somma := func(quante int) func([]vita.Avviso) importo.Cent {
		return func(rate []vita.Avviso) (c importo.Cent) {
			for _, a := range rate[:quante] {
				c += a.ImportoCent
			}
			return c
		}
	}
	mezza := func(rate []vita.Avviso) importo.Cent { return (rate[0].ImportoCent + 1) / 2 }
	for _, c := range []struct {
		regola     string
		versamenti []versamento
		stati      string
		nel        string
		decade     bool
	}{
		{"two by transfer, no notice named", []versamento{{0, somma(2)}}, "PAGATO PAGATO EMESSO", "2026-06-01", false},
		{"two in one sum by the first notice", []versamento{{1, somma(2)}}, "PAGATO PAGATO EMESSO", "2026-06-01", false},
		{"one in two halves", []versamento{{1, mezza}, {1, mezza}}, "PAGATO EMESSO EMESSO", "2026-05-01", false},
		{"half of one is none", []versamento{{1, mezza}}, "EMESSO EMESSO EMESSO", "2026-05-01", true},
		{"the second first: its money is that of the first, which was due", []versamento{{2, somma(1)}}, "EMESSO PAGATO EMESSO", "2026-05-01", false},
		{"the money of one never pays two", []versamento{{2, somma(1)}}, "EMESSO PAGATO EMESSO", "2026-08-01", true},
		{"two later ones unpaid", []versamento{{0, somma(1)}}, "PAGATO EMESSO EMESSO", "2026-08-01", true},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := aRate(t, "").il("2026-03-20")
			rate := p.stato.RateInCorso()
			for _, v := range c.versamenti {
				avviso := uuid.Nil
				if v.rata > 0 {
					avviso = rate[v.rata-1].ID
				}
				p.pagaCon(avviso, v.cent(rate))
			}
			if s := p.statiRate(); s != c.stati {
				t.Errorf("notices %s, want %s", s, c.stati)
			}
			p.rivive()
			if p.il(c.nel); c.decade {
				p.fa(verbale.EventoRateizzazioneDecaduta, `{}`)
			} else {
				p.rifiuta("beneficio resta", verbale.EventoRateizzazioneDecaduta, `{}`)
			}
		})
	}
	t.Run("what was paid before the plan pays none of its instalments", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, cara).notificata("2026-02-20").il("2026-03-10")
		p.paga(25000, "2026-03-09")
		p.fa(verbale.EventoRateizzazioneConcessa, `{"dataRichiesta":"2026-03-02","redditoCent":900000,"familiari":1,"numeroRate":3}`)
		p.il("2026-05-02").fa(verbale.EventoRateizzazioneDecaduta, `{}`)
	})
	t.Run("all in one sum closes the debt, and each instalment is paid", func(t *testing.T) {
		t.Parallel()
		p := aRate(t, "")
		p.pagaCon(p.stato.RateInCorso()[0].ID, p.stato.Conto.ResiduoCent)
		p.vuole(verbale.Definito, verbale.Pagato)
		if s := p.statiRate(); s != "PAGATO PAGATO PAGATO" {
			t.Error(s)
		}
	})
	t.Run("a transfer taken back gives back what it had paid, and no more", func(t *testing.T) {
		t.Parallel()
		p := aRate(t, "")
		rate := p.stato.RateInCorso()
		p.pagaCon(uuid.Nil, rate[0].ImportoCent+rate[1].ImportoCent)
		p.pagaCon(rate[2].ID, 1000)
		p.fa(verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[1].ID.String()+`"}`)
		if s := p.statiRate(); s != "PAGATO PAGATO EMESSO" {
			t.Error(s)
		}
		p.fa(verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		if s := p.statiRate(); s != "EMESSO EMESSO EMESSO" {
			t.Error(s)
		}
		p.rivive()
	})
}

func TestGiorniDelleRate(t *testing.T) {
	t.Parallel()
	p := aRate(t, `,"primaRata":"2026-03-31"`)
	prima := p.scadonoRate()
	if prima[0] != ggmm("2026-03-31") {
		t.Fatal(prima)
	}
	p.il("2026-03-20").fa(verbale.EventoNotificaRettificata, `{}`, nel("2026-02-10"), conProva)
	if dopo := p.scadonoRate(); !slices.Equal(prima, dopo) {
		t.Errorf("the proof moved the days of the plan from %v to %v", prima, dopo)
	}
	p.il("2026-03-31").rifiuta("beneficio resta", verbale.EventoRateizzazioneDecaduta, `{}`)
	p.rivive()
}

func TestPianoDecaduto(t *testing.T) {
	t.Parallel()
	decaduto := func(t *testing.T) *pratica {
		t.Helper()
		p := aRate(t, "").il("2026-03-20")
		p.pagaCon(p.stato.RateInCorso()[0].ID, p.stato.RateInCorso()[0].ImportoCent)
		p.il("2026-08-01").fa(verbale.EventoRateizzazioneDecaduta, `{}`)
		p.vuole(verbale.Notificato, verbale.DebitoIntero)
		return p
	}
	t.Run("a plan that was lost does not come back with the end of a hold", func(t *testing.T) {
		t.Parallel()
		p := decaduto(t)
		p.fa(verbale.EventoDebitoSospeso, `{}`)
		p.fa(verbale.EventoDebitoRipreso, `{}`)
		p.vuole(verbale.Notificato, verbale.PagatoParziale)
		p.rivive()
	})
	t.Run("a plan in force does", func(t *testing.T) {
		t.Parallel()
		p := aRate(t, "").il("2026-03-20")
		p.pagaCon(p.stato.RateInCorso()[0].ID, p.stato.RateInCorso()[0].ImportoCent)
		p.fa(verbale.EventoDebitoSospeso, `{}`)
		p.fa(verbale.EventoDebitoRipreso, `{}`)
		p.vuole(verbale.Notificato, verbale.DebitoRateizzato)
	})
	t.Run("an instalment of a lost plan is not asked again when its money is taken back", func(t *testing.T) {
		t.Parallel()
		p := decaduto(t)
		p.fa(verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		if s := p.statiRate(); s != "SOSTITUITO SOSTITUITO SOSTITUITO" {
			t.Error(s)
		}
	})
	for _, c := range []struct {
		regola  string
		versati int64
		debito  verbale.Debito
		avviso  string
	}{
		{"art. 203 c. 3: within the sixty days the reduced sum is due", 0, verbale.DebitoRidotto, "RIDOTTO 60000 EMESSO"},
		{"the same, less what was paid", 5000, verbale.PagatoParziale, "RIDOTTO 55000 EMESSO"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := aRate(t, `,"primaRata":"2026-03-20"`)
			if c.versati > 0 {
				p.pagaCon(uuid.Nil, importo.Cent(c.versati))
			}
			p.decorso("2026-04-01").fa(verbale.EventoRateizzazioneDecaduta, `{}`)
			p.vuole(verbale.Notificato, c.debito)
			if !strings.HasSuffix(p.avvisi(), c.avviso) {
				t.Error(p.avvisi())
			}
			p.decorso("2026-04-30")
			if p.stato.Conto.PrezzoCent != 120000 {
				t.Errorf("after the term: %+v", p.stato.Conto)
			}
		})
	}
}
