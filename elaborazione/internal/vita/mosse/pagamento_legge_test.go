package mosse

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// conEsclusa adds a violation that admits no reduced payment (art. 116 c. 13 CdS).
func conEsclusa(x *vita.Inserito) {
	x.Violazioni = append(x.Violazioni, vita.ViolazioneScelta{Codice: "100-12", MinimoCent: 15800, MassimoCent: 63800})
}

// versa lets money come in with a notice, and gives the first answer.
func (p *pratica) versa(cent importo.Cent, giorno string, avviso uuid.UUID) vita.RispostaPagamento {
	p.tb.Helper()
	x := vita.Pagamento{ID: vita.NuovoID(), Avviso: avviso, ImportoCent: cent, Data: ggmm(giorno), Canale: "PAGOPA", Riferimento: vita.NuovoID().String()}
	eventi, err := conseguenze.Incassa(p.stato, vita.Evento{Attore: "prova", DataLegale: ggmm(giorno)}, vita.PagamentoRegistrato{Pagamento: x}, p.oggi)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.applica(eventi...)
	fatto, _ := eventi[0].Dati.(vita.PagamentoRegistrato)
	return fatto.Risposta()
}

// avviso finds the first notice of a kind of a position.
func (p *pratica) avviso(posizione byte, tipo cds.Tipo) uuid.UUID {
	p.tb.Helper()
	for _, a := range p.stato.AvvisiDi(idProva(posizione)) {
		if a.Tipo == tipo {
			return a.ID
		}
	}
	p.tb.Fatalf("no notice %s: %s", tipo, p.avvisi())
	return uuid.Nil
}

// storna takes the last payment back.
func (p *pratica) storna() {
	p.tb.Helper()
	p.fa(verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[len(p.stato.Pagamenti)-1].ID.String()+`"}`)
}

// conto compares the account, which must also replay.
func (p *pratica) conto(vuole vita.Conto) {
	p.tb.Helper()
	rifatto, err := vita.Rivivi(p.stato.ID, p.storia)
	if d := cmp.Diff(vuole, p.stato.Conto); d != "" || !vuole.Torna() || err != nil || cmp.Diff(p.stato, rifatto) != "" {
		p.tb.Errorf("%v %s", err, d)
	}
}

// TestPrimaDellOrdinanza: while a violation without reduced payment has no order, no payment closes the
// debt (art. 202 cc. 3 and 3-bis CdS).
func TestPrimaDellOrdinanza(t *testing.T) {
	t.Parallel()
	t.Run("nothing may be asked yet: any money is held, and a person looks", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, senzaRidotto).notificata("2026-02-20")
		r := p.versa(100, "2026-03-01", uuid.Nil)
		p.vuole(verbale.Notificato, verbale.NonEsigibile)
		p.conto(vita.Conto{VersatoCent: 100, EccedenzaCent: 100})
		if p.anomalie() != verbale.AnomaliaPrimaDellOrdinanza || r.Esito == vita.PagamentoChiude {
			t.Errorf("%s %+v", p.anomalie(), r)
		}
		p.rifiuta("debito «non ancora esigibile»", verbale.EventoRimborso, `{"importoCent":100}`)
		p.rifiuta("debito «non ancora esigibile»", verbale.EventoDefinito, `{}`)
		p.storna()
		p.vuole(verbale.Notificato, verbale.NonEsigibile)
		p.conto(vita.Conto{})
	})
	t.Run("the notices of a mixed fine pay their part, and the fine stays open", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conEsclusa).notificata("2026-02-20")
		r := p.versa(2940, "2026-02-22", p.avviso(diObbligato, cds.Ridotto30))
		p.vuole(verbale.Notificato, verbale.NonEsigibile)
		p.conto(vita.Conto{PrezzoCent: 2940, VersatoCent: 2940})
		if p.anomalie() != verbale.AnomaliaPrimaDellOrdinanza || r != (vita.RispostaPagamento{Esito: vita.PagamentoParziale}) {
			t.Errorf("%s %+v", p.anomalie(), r)
		}
		p.decorso("2026-05-20") // the terms of what is paid move nothing
		p.vuole(verbale.Notificato, verbale.NonEsigibile)
		p.conto(vita.Conto{PrezzoCent: 2940, VersatoCent: 2940})
		if e, err := p.stato.DovutoAl(idProva(diObbligato), p.oggi); err != nil || e.DovutoCent != 0 {
			t.Errorf("%d %v", e.DovutoCent, err)
		}
		p.storna()
		p.vuole(verbale.Notificato, verbale.DebitoIntero)
	})
	t.Run("an advance on the notices is one, as always", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conEsclusa).notificata("2026-02-20")
		p.versa(1000, "2026-03-01", uuid.Nil)
		p.vuole(verbale.Notificato, verbale.PagatoParziale)
		p.conto(vita.Conto{PrezzoCent: 4200, VersatoCent: 1000, ResiduoCent: 3200})
		if p.anomalie() != "" {
			t.Error(p.anomalie())
		}
	})
	t.Run("paid before service too; the service moves nothing", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conEsclusa).il("2026-02-03")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		p.versa(2940, "2026-02-03", p.avviso(diObbligato, cds.Ridotto30))
		p.vuole(verbale.ConAtto, verbale.NonEsigibile)
		p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
		p.il("2026-02-20").fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva)
		p.vuole(verbale.Notificato, verbale.NonEsigibile)
		p.conto(vita.Conto{PrezzoCent: 2940, VersatoCent: 2940})
	})
	t.Run("a hold stays a hold", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conEsclusa).notificata("2026-02-20")
		p.fa(verbale.EventoDebitoSospeso, `{}`)
		p.versa(2940, "2026-02-22", p.avviso(diObbligato, cds.Ridotto30))
		p.vuole(verbale.Notificato, verbale.Sospeso)
	})
	t.Run("the command gives up the rest: the fine is not over", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conEsclusa).notificata("2026-02-20").il("2026-03-01")
		if eventi := p.fa(verbale.EventoSgravio, `{}`); eventi != "SGRAVIO_DISPOSTO" {
			t.Error(eventi)
		}
		p.vuole(verbale.Notificato, verbale.Sgravato)
	})
	t.Run("with the fine the wait is over: what is held is given back", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, senzaRidotto).notificata("2026-02-20")
		p.versa(100, "2026-03-01", uuid.Nil)
		p.fa(verbale.EventoEstintoDecesso, `{}`)
		p.vuole(verbale.EstintoDecesso, verbale.Eccedenza)
		p.conto(vita.Conto{VersatoCent: 100, EccedenzaCent: 100})
	})
}

// TestEstinzione: prescription ends the duty and gives nothing back; a service out of time says that there
// never was one.
func TestEstinzione(t *testing.T) {
	t.Parallel()
	prescritta := func(t *testing.T) *pratica {
		t.Helper()
		p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-05-20")
		p.versa(4200, "2026-05-20", uuid.Nil)
		p.il("2031-06-01").fa(verbale.EventoEstintoTermini, `{"termine":"PRESCRIZIONE"}`)
		p.vuole(verbale.EstintoTermini, verbale.Sgravato)
		p.conto(vita.Conto{PrezzoCent: 4200, VersatoCent: 4200})
		return p
	}
	t.Run("art. 209: what was paid stays, what comes later is excess", func(t *testing.T) {
		t.Parallel()
		p := prescritta(t)
		p.versa(1000, "2031-06-01", uuid.Nil)
		p.vuole(verbale.EstintoTermini, verbale.Eccedenza)
		p.conto(vita.Conto{PrezzoCent: 4200, VersatoCent: 5200, EccedenzaCent: 1000})
	})
	t.Run("a payment that was not there is taken off", func(t *testing.T) {
		t.Parallel()
		p := prescritta(t)
		p.storna()
		p.vuole(verbale.EstintoTermini, verbale.Sgravato)
		p.conto(vita.Conto{})
	})
	t.Run("the term is one of the two, and only of this event", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.rifiuta("dati.termine", verbale.EventoEstintoTermini, `{"termine":"ALTRO"}`)
		p.rifiuta("dati.termine", verbale.EventoEstintoDecesso, `{"termine":"PRESCRIZIONE"}`)
		p.fa(verbale.EventoEstintoTermini, `{"termine":"NOTIFICA"}`)
	})
	t.Run("the log keeps which term it was; one written before says nothing", func(t *testing.T) {
		t.Parallel()
		p := prescritta(t)
		scritti, err := json.Marshal(p.storia[len(p.storia)-1].Dati)
		if err != nil {
			t.Fatal(err)
		}
		for grezzi, vuole := range map[string]vita.Termine{string(scritti): vita.TerminePrescrizione, `{"riferimento":"det. 1"}`: ""} {
			d, err := vita.LeggiDati(verbale.EventoEstintoTermini, []byte(grezzi))
			if x, ok := d.(vita.Movimento); err != nil || !ok || x.Termine != vuole {
				t.Errorf("%s: %+v %v", grezzi, d, err)
			}
		}
	})
}

// TestPrezzoDiChiPaga: a payment is priced by what held on its own day, for who paid it.
func TestPrezzoDiChiPaga(t *testing.T) {
	t.Parallel()
	t.Run("money of before the order, learned after it, closed the debt", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-03-01").il("2026-03-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-06-20").fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		p.il("2026-06-25").versa(4200, "2026-03-15", p.avviso(diObbligato, cds.Ridotto))
		p.vuole(verbale.Definito, verbale.Pagato)
		p.conto(vita.Conto{PrezzoCent: 4200, VersatoCent: 4200})
	})
	t.Run("money of before a write-off that sufficed with the rest", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-03-01").il("2026-03-04")
		p.versa(2000, "2026-03-04", p.avviso(diObbligato, cds.Ridotto30))
		p.decorso("2026-05-20").fa(verbale.EventoSgravio, `{}`)
		p.vuole(verbale.Definito, verbale.Sgravato)
		if r := p.versa(940, "2026-03-05", p.avviso(diObbligato, cds.Ridotto30)); r != (vita.RispostaPagamento{Esito: vita.PagamentoChiude}) {
			t.Errorf("%+v", r)
		}
		p.vuole(verbale.Definito, verbale.Pagato)
		p.conto(vita.Conto{PrezzoCent: 2940, VersatoCent: 2940})
		if p.anomalie() != verbale.AnomaliaNonDovuto {
			t.Error(p.anomalie())
		}
	})
	t.Run("an order that is late grows, and is still an order", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-03-01").il("2026-03-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-06-20").fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		p.il("2026-07-01").fa(verbale.EventoOrdinanzaNotificata, `{}`)
		p.il("2029-12-01").versa(8400, "2029-12-01", uuid.Nil)
		p.vuole(verbale.Notificato, verbale.PagatoParziale)
		p.conto(vita.Conto{PrezzoCent: 13440, VersatoCent: 8400, ResiduoCent: 5040})
		p.storna()
		p.vuole(verbale.Notificato, verbale.DebitoOrdinanza)
		p.conto(vita.Conto{PrezzoCent: 13440, ResiduoCent: 13440})
	})
	t.Run("beside the plan of one, the other pays his own price", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, cara, conTrasgressore).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		for _, chi := range []byte{diObbligato, diTrasgressore} {
			p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`, di(chi))
		}
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva, di(diObbligato))
		p.il("2026-03-10").fa(verbale.EventoRateizzazioneConcessa, `{"dataRichiesta":"2026-03-01","redditoCent":900000,"numeroRate":3}`, di(diObbligato))
		p.il("2026-03-20").fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva, di(diTrasgressore))
		p.il("2026-03-22").versa(42000, "2026-03-22", p.avviso(diTrasgressore, cds.Ridotto30))
		p.vuole(verbale.Definito, verbale.Pagato)
		p.conto(vita.Conto{PrezzoCent: 42000, VersatoCent: 42000})
	})
	t.Run("who names no notice pays at the position that was served first, not at one never served", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`, di(diObbligato))
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva, di(diObbligato))
		p.decorso("2026-05-20").il("2027-02-01").versa(2940, "2027-02-01", uuid.Nil)
		p.vuole(verbale.InNotifica, verbale.PagatoParziale)
		p.conto(vita.Conto{PrezzoCent: 9515, VersatoCent: 2940, ResiduoCent: 6575})
		p.versa(2940, "2027-02-01", p.avviso(diTrasgressore, cds.Ridotto30)) // the driver, by his own notice
		p.vuole(verbale.Definito, verbale.Eccedenza)
	})
}
