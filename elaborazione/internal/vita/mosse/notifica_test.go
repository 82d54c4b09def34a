package mosse

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// inviata is a fine whose act left by post on a day.
func inviata(t *testing.T, giorno string, cambia ...func(*vita.Inserito)) *pratica {
	t.Helper()
	p := nuovaPratica(t, cambia...).il(giorno)
	p.fa(verbale.EventoValidato, `{}`)
	p.stampa()
	p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	return p
}

func TestGiornoDellaNotifica(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, dati, zero string }{
		{"by hand, the delivery", `{"canale":"MANI","esito":{"fatto":"2026-03-13"}}`, "2026-03-13"},
		{"by post, the delivery", `{"canale":"POSTA_CONSEGNA","esito":{"affidamento":"2026-03-02","fatto":"2026-03-13"}}`, "2026-03-13"},
		{"art. 8 L. 890/1982: the tenth day after the CAD was sent", `{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-03-13"}}`, "2026-03-23"},
		{"or the collection, when it came first", `{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-03-13","ritiro":"2026-03-17"}}`, "2026-03-17"},
		{"PEC, the delivery receipt", `{"canale":"PEC","esito":{"affidamento":"2026-03-13T09:00:00+01:00","fatto":"2026-03-13T09:00:05+01:00"}}`, "2026-03-13"},
		{"art. 26 c. 9 D.L. 76/2020: the seventh day", `{"canale":"SEND_DIGITALE","esito":{"fatto":"2026-03-13T20:00:00+01:00"}}`, "2026-03-20"},
		{"the eighth when it came after 21:00", `{"canale":"SEND_DIGITALE","esito":{"fatto":"2026-03-13T22:10:00+01:00"}}`, "2026-03-21"},
		{"without its facts, the legal day", `{"canale":"ALTRO"}`, "2026-03-30"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := inviata(t, "2026-03-01").il("2026-03-30")
			p.fa(verbale.EventoNotificaPerfezionata, c.dati, conProva)
			x, _ := p.stato.Posizione(idProva(diObbligato))
			if x.GiornoZero != ggmm(c.zero) || p.stato.Procedura != verbale.Notificato || p.stato.Notifiche[0].Stato != verbale.NotificaRiuscita || x.Prova != "AR 123" {
				t.Errorf("%+v %s %+v", x, p.stato.Procedura, p.stato.Notifiche)
			}
			cinque, _ := p.stato.Scadenza(x.ID, cds.PagamentoScontato5)
			sessanta, _ := p.stato.Scadenza(x.ID, cds.PagamentoRidotto60)
			vuole, _ := cds.UltimoGiorno(cds.PagamentoRidotto60, x.GiornoZero)
			if sessanta.Giorno != vuole || cinque.Giorno.Before(x.GiornoZero.AddDays(5)) {
				t.Errorf("terms %+v", p.stato.Scadenze)
			}
		})
	}
}

func TestEsitoDellaNotificaCheNonPuoEssere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola, dati, parola string
		altri                []altro
	}{
		{"a service that the law perfects later is not perfected yet", `{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-03-25"}}`, "non è ancora avvenuta", nil},
		{"a legal day beside the facts is the one that they lead to", `{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-03-13"}}`, "si perfeziona il 23/03/2026", []altro{nel("2026-03-13")}},
		{"the fact is missing", `{"canale":"MANI","esito":{}}`, "dati.esito.fatto", nil},
		{"a channel without a hand-over", `{"canale":"MANI","esito":{"affidamento":"2026-03-01","fatto":"2026-03-02"}}`, "dati.esito.affidamento", nil},
		{"a collection by PEC", `{"canale":"PEC","esito":{"fatto":"2026-03-02","ritiro":"2026-03-03"}}`, "dati.esito.ritiro", nil},
		{"the law has no rule for another channel", `{"canale":"ALTRO","esito":{"fatto":"2026-03-02"}}`, "dati.canale", nil},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			inviata(t, "2026-03-01").il("2026-03-30").rifiuta(c.parola, verbale.EventoNotificaPerfezionata, c.dati, c.altri...)
		})
	}
}

func TestIlDebitoSegueLaNotifica(t *testing.T) {
	t.Parallel()
	const posta = `{"canale":"POSTA_CONSEGNA"}`
	t.Run("within five days less 30 per cent", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01").il("2026-03-10")
		p.fa(verbale.EventoNotificaPerfezionata, posta, nel("2026-03-09"), conProva)
		p.vuole(verbale.Notificato, verbale.DebitoRidotto30)
	})
	t.Run("a proof that comes after the five days finds the minimum", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01").il("2026-03-30")
		p.fa(verbale.EventoNotificaPerfezionata, posta, nel("2026-03-09"), conProva)
		p.vuole(verbale.Notificato, verbale.DebitoRidotto)
	})
	t.Run("no discount, no RIDOTTO_30", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01", senzaSconto).il("2026-03-10")
		p.fa(verbale.EventoNotificaPerfezionata, posta, conProva)
		p.vuole(verbale.Notificato, verbale.DebitoRidotto)
	})
	t.Run("art. 202 c. 3: where no reduced payment is admitted nothing is due before the prefect orders it", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01", senzaRidotto).il("2026-03-10")
		p.fa(verbale.EventoNotificaPerfezionata, posta, conProva)
		p.vuole(verbale.Notificato, verbale.NonEsigibile)
	})
	t.Run("it follows who was served first, also when his proof comes last", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-03-01")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa().il("2026-03-20")
		p.fa(verbale.EventoNotificaPerfezionata, posta, di(diObbligato), conProva)
		p.vuole(verbale.InNotifica, verbale.DebitoRidotto30)
		p.fa(verbale.EventoNotificaPerfezionata, posta, di(diTrasgressore), nel("2026-03-02"), conProva)
		p.vuole(verbale.Notificato, verbale.DebitoRidotto)
		if p.stato.DataNotifica != ggmm("2026-03-02") {
			t.Error(p.stato.DataNotifica)
		}
	})
	t.Run("a payment before service closes; the day is fixed and nothing reopens", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01", conPunti).il("2026-03-20")
		p.paga(2940, "2026-03-05")
		p.vuole(verbale.InNotifica, verbale.Pagato) // the owner is still to be asked who was driving
		p.fa(verbale.EventoNotificaPerfezionata, posta, nel("2026-03-18"), conProva)
		p.vuole(verbale.Notificato, verbale.Pagato)
		if p.anomalie() != "" || p.stato.DataNotifica != ggmm("2026-03-18") || p.stato.Punti != verbale.PuntiRichiesti {
			t.Errorf("%s %s %s", p.anomalie(), p.stato.DataNotifica, p.stato.Punti)
		}
		for _, z := range p.stato.Scadenze {
			if z.Fatta.IsZero() {
				t.Errorf("%s still runs on a closed debt", z.Tipo)
			}
		}
		if eventi := p.fa(verbale.EventoConducenteRicevuto, `{"conducente":`+persona+`}`); eventi != "DATI_CONDUCENTE_RICEVUTI POSIZIONE_APERTA POSIZIONE_CHIUSA" {
			t.Error(eventi)
		}
	})
	t.Run("a discount paid too late under the true day opens an anomaly", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01", conPunti).il("2026-03-20")
		p.paga(2940, "2026-03-15")
		p.fa(verbale.EventoNotificaPerfezionata, posta, nel("2026-03-05"), conProva)
		p.vuole(verbale.Notificato, verbale.Pagato)
		if p.anomalie() != verbale.AnomaliaInsufficiente || !strings.Contains(p.stato.Anomalie[0].Testo, "12,60") {
			t.Errorf("%+v", p.stato.Anomalie)
		}
	})
	t.Run("a suspended debt stays suspended", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01").il("2026-03-20")
		p.fa(verbale.EventoDebitoSospeso, `{}`)
		p.fa(verbale.EventoNotificaPerfezionata, posta, conProva)
		p.vuole(verbale.Notificato, verbale.Sospeso)
		p.il("2026-03-22").fa(verbale.EventoDebitoRipreso, `{}`)
		p.vuole(verbale.Notificato, verbale.DebitoRidotto30)
	})
}

func TestRettifica(t *testing.T) {
	t.Parallel()
	t.Run("a later day takes the increase back and makes the notice good again", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01").il("2026-03-10")
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva)
		p.decorso("2026-05-20").vuole(verbale.Notificato, verbale.DebitoIntero)
		if p.avvisi() != "RIDOTTO_30 2940 SCADUTO, RIDOTTO 4200 SCADUTO" || p.stato.Conto.PrezzoCent != 8650 {
			t.Fatal(p.avvisi(), p.stato.Conto)
		}
		p.fa(verbale.EventoNotificaRettificata, `{}`, nel("2026-04-01"), conProva)
		p.vuole(verbale.Notificato, verbale.DebitoRidotto)
		if p.avvisi() != "RIDOTTO_30 2940 SCADUTO, RIDOTTO 4200 EMESSO" || p.stato.Conto.PrezzoCent != 4200 {
			t.Error(p.avvisi(), p.stato.Conto)
		}
	})
	t.Run("a payment that suffices under the true day closes the debt", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01").il("2026-03-10")
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, nel("2026-03-02"), conProva)
		p.paga(2940, "2026-03-10")
		p.vuole(verbale.Notificato, verbale.PagatoParziale)
		p.fa(verbale.EventoNotificaRettificata, `{}`, nel("2026-03-06"), conProva)
		p.vuole(verbale.Notificato, verbale.Pagato)
	})
	t.Run("the facts of the service fix the day here too", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01").il("2026-03-30")
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"ALTRO"}`, nel("2026-03-13"), conProva)
		p.fa(verbale.EventoNotificaRettificata, `{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-03-13"}}`)
		if p.stato.DataNotifica != ggmm("2026-03-23") {
			t.Error(p.stato.DataNotifica)
		}
	})
	t.Run("the right day is told", func(t *testing.T) {
		t.Parallel()
		inviata(t, "2026-03-01").rifiuta("dataLegale", verbale.EventoNotificaRettificata, `{}`)
	})
	t.Run("the same day rectifies nothing", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01")
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, conProva)
		p.rifiuta("in un altro giorno", verbale.EventoNotificaRettificata, `{}`, nel("2026-03-01"))
	})
	t.Run("no day that the first entry would not have had: before the act left, or still to come", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01").il("2026-03-10")
		p.rifiuta("prima del giorno in cui l'atto è partito", verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, nel("2026-02-28"))
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, nel("2026-03-05"), conProva)
		p.rifiuta("prima del giorno in cui l'atto è partito", verbale.EventoNotificaRettificata, `{}`, nel("2026-02-28"))
		p.rifiuta("prima del giorno in cui l'atto è partito", verbale.EventoNotificaRettificata, `{"canale":"POSTA_CONSEGNA","esito":{"fatto":"2026-02-28"}}`)
		p.rifiuta("è nel futuro", verbale.EventoNotificaRettificata, `{}`, nel("2026-03-11"))
		p.rifiuta("non è ancora avvenuta", verbale.EventoNotificaRettificata, `{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-03-09"}}`)
		p.fa(verbale.EventoNotificaRettificata, `{}`, nel("2026-03-01"), conProva)
	})
}

func TestTentativi(t *testing.T) {
	t.Parallel()
	t.Run("one attempt at a time", func(t *testing.T) {
		t.Parallel()
		p := inviata(t, "2026-03-01")
		p.rifiuta("un tentativo alla volta", verbale.EventoNotificaAvviata, `{"canale":"PEC"}`)
		p.fa(verbale.EventoNotificaNonRiuscita, `{"motivo":"indirizzo inesistente"}`)
		p.vuole(verbale.NonNotificabile, verbale.NonEsigibile)
		p.fa(verbale.EventoNotificaAvviata, `{"canale":"MESSO","notifica":"`+uuid.NewString()+`"}`)
		p.vuole(verbale.InNotifica, verbale.NonEsigibile)
	})
	t.Run("who was reached keeps the fine on its way", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-03-01")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		p.fa(verbale.EventoNotificaAvviata, `{"canale":"PEC"}`, di(diObbligato))
		p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`, di(diTrasgressore))
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"PEC"}`, di(diObbligato), conProva)
		p.fa(verbale.EventoNotificaNonRiuscita, `{"motivo":"trasferito"}`)
		p.vuole(verbale.InNotifica, verbale.DebitoRidotto30)
		if p.stato.Notifiche[0].Stato != verbale.NotificaRiuscita || p.stato.Notifiche[1].Stato != verbale.NotificaFallita {
			t.Errorf("%+v", p.stato.Notifiche)
		}
	})
	t.Run("without an act nothing leaves", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).il("2026-03-01")
		p.rifiuta("procedura", verbale.EventoNotificaAvviata, `{"canale":"PEC"}`)
		p.fa(verbale.EventoValidato, `{}`)
		p.rifiuta("procedura", verbale.EventoNotificaAvviata, `{"canale":"PEC"}`)
	})
	t.Run("nothing leaves for who has paid (invariant a)", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti, conTrasgressore).il("2026-03-01")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diTrasgressore), conProva)
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diTrasgressore)) // what is open keeps the fine open
		p.paga(2940, "2026-03-01")
		p.vuole(verbale.InNotifica, verbale.Pagato)
		p.rifiuta("il debito è chiuso", verbale.EventoNotificaAvviata, `{"canale":"PEC"}`)
	})
}

func TestNotificaTardiva(t *testing.T) {
	t.Parallel()
	servi := func(p *pratica) { p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva) }
	for _, c := range []struct {
		regola  string
		partita string
		cambia  func(*pratica)
		tardiva bool
	}{
		{"art. 201: the ninetieth day is in time", "2026-05-03", nil, false},
		{"the day after is late", "2026-05-04", nil, true},
		{"a hundred when the driver was stopped", "2026-05-04", func(p *pratica) { p.quadro.Contestato = true }, false},
		{"three hundred and sixty abroad", "2027-01-28", func(p *pratica) { p.quadro.Esteri[idProva(diObbligato)] = true }, false},
		{"who let the act go has said that it is in time", "2026-05-04", func(p *pratica) { p.quadro.Decise = map[uuid.UUID]bool{idProva(diObbligato): true} }, false},
		{"ninety of his own for who was named later", "2026-06-01", func(p *pratica) { p.quadro.Aperte[idProva(diObbligato)] = ggmm("2026-04-01") }, false},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := inviata(t, c.partita, conPunti)
			if c.cambia != nil {
				c.cambia(p)
			}
			servi(p)
			if tardiva := p.anomalie() == verbale.AnomaliaNotificaTardiva; tardiva != c.tardiva {
				t.Errorf("anomalies %q", p.anomalie())
			}
			if c.tardiva == (p.stato.Punti == verbale.PuntiRichiesti) { // Cass. 11185/2011: a late report asks nobody for the driver
				t.Errorf("points %s", p.stato.Punti)
			}
		})
	}
}

func TestSpese(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t).il("2026-02-20")
	p.fa(verbale.EventoValidato, `{}`)
	p.fa(verbale.EventoSpeseAddebitate, `{"speseCent":1200}`)
	if p.avvisi() != "RIDOTTO_30 4140 EMESSO, RIDOTTO 5400 EMESSO" {
		t.Error(p.avvisi())
	}
	p.stampa()
	p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, conProva)
	p.rifiuta("non si chiedono altre spese", verbale.EventoSpeseAddebitate, `{"speseCent":1500}`)
}
