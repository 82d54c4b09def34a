package mosse

import (
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestOgniTipoDiPersonaHaLaSuaDecisione(t *testing.T) {
	t.Parallel()
	for _, x := range transizioni.Tutte() {
		_, ok := voceDi(x.Evento)
		if persona := x.Chi == transizioni.ChiOpera || x.Chi == transizioni.ChiDecide; persona != ok {
			t.Errorf("%s is of %s: recorded here %v", x.Evento, x.Chi, ok)
		}
	}
	quante := 0
	for _, c := range capitoli() {
		quante += len(c)
	}
	if quante != len(voci()) {
		t.Errorf("the chapters have %d kinds, %d of them are different", quante, len(voci()))
	}
	for tipo := range voci() {
		if !slices.Contains(TipiDiPersona(), string(tipo)) {
			t.Errorf("%s is read, but not by the table", tipo)
		}
	}
}

func TestValidazione(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		cambia []func(*vita.Inserito)
		prima  func(*pratica)
		eventi string
		assi   string
		avvisi string
	}{
		{"art. 202: who is accepted has the notices of both measures", nil, nil,
			"VERBALE_VALIDATO AVVISI_EMESSI", "VALIDATO NON_ESIGIBILE", "RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO"},
		{"art. 202 c. 1: no discount, one notice", []func(*vita.Inserito){senzaSconto}, nil,
			"VERBALE_VALIDATO AVVISI_EMESSI", "VALIDATO NON_ESIGIBILE", "RIDOTTO 4200 EMESSO"},
		{"art. 202 c. 3: no reduced payment, no notice", []func(*vita.Inserito){senzaRidotto}, nil,
			"VERBALE_VALIDATO", "VALIDATO NON_ESIGIBILE", ""},
		{"art. 196: the owner of the plate is asked for", []func(*vita.Inserito){ignoto}, nil,
			"VERBALE_VALIDATO AVVISI_EMESSI INTESTATARIO_RICHIESTO", "INTESTATARIO_RICHIESTO NON_ESIGIBILE", "RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO"},
		{"every position has notices of its own", []func(*vita.Inserito){conTrasgressore}, nil, "VERBALE_VALIDATO AVVISI_EMESSI", "VALIDATO NON_ESIGIBILE",
			"RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO, RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO"},
		{"who has paid already is asked nothing", []func(*vita.Inserito){ignoto}, func(p *pratica) { p.paga(2940, "2026-02-02") },
			"VERBALE_VALIDATO", "VALIDATO PAGATO", ""},
		{"art. 200: handed over to the only person who answers, it is served; the discount that is over has no notice", []func(*vita.Inserito){soloTrasgressore},
			(*pratica).consegnaEAspetta, "VERBALE_VALIDATO AVVISI_EMESSI", "NOTIFICATO RIDOTTO", "RIDOTTO 4200 EMESSO"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, c.cambia...)
			if c.prima != nil {
				c.prima(p)
			}
			eventi := p.fa(verbale.EventoValidato, `{}`)
			if assi := string(p.stato.Procedura) + " " + string(p.stato.Debito); eventi != c.eventi || assi != c.assi || p.avvisi() != c.avvisi {
				t.Errorf("%s; %s; %s", eventi, assi, p.avvisi())
			}
			p.rifiuta("procedura «da validare»", verbale.EventoValidato, `{}`)
		})
	}
}

func soloTrasgressore(x *vita.Inserito) {
	x.Posizioni = []vita.Posizione{{ID: idProva(diTrasgressore), Ordine: 1, Titolo: verbale.Trasgressore, Soggetto: idProva(22)}}
}

// consegnaEAspetta hands the report over to the driver and lets the five days pass.
func (p *pratica) consegnaEAspetta() {
	p.tb.Helper()
	scadenze, err := vita.Termini([]cds.Avviso{{Tipo: cds.Ridotto30}, {Tipo: cds.Ridotto}}, p.oggi)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.sistema(diTrasgressore, vita.Contestato{Debito: verbale.DebitoRidotto30, Scadenze: scadenze})
	p.decorso("2026-02-20")
}

func TestChiusuraSenzaPagare(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola  string
		tipo    verbale.TipoEvento
		pratica func(*pratica)
		eventi  string
		dove    verbale.Procedura
		debito  verbale.Debito
		excess  int64
	}{
		{"before an act exists the fine is taken away", verbale.EventoScartato, func(*pratica) {}, "VERBALE_SCARTATO", verbale.Scartato, verbale.Sgravato, 0},
		{"what was paid before is excess", verbale.EventoScartato, func(p *pratica) { p.paga(1000, "2026-02-02") }, "VERBALE_SCARTATO", verbale.Scartato, verbale.Eccedenza, 1000},
		{"annulled: nothing is owed", verbale.EventoAnnullato, func(p *pratica) { p.notificata("2026-02-20") }, "VERBALE_ANNULLATO", verbale.AnnullatoAutotutela, verbale.Sgravato, 0},
		{"annulled after the whole sum: the increase is not owed either", verbale.EventoAnnullato, func(p *pratica) { p.notificata("2026-02-20").decorso("2026-05-20") },
			"VERBALE_ANNULLATO", verbale.AnnullatoAutotutela, verbale.Sgravato, 0},
		{"annulled when paid: all of it is excess", verbale.EventoAnnullato, func(p *pratica) { p.notificata("2026-02-20").paga(4200, "2026-03-01") },
			"VERBALE_ANNULLATO", verbale.AnnullatoAutotutela, verbale.Eccedenza, 4200},
		{"filed by the prefect (art. 386 Reg.)", verbale.EventoArchiviato, func(p *pratica) { p.notificata("2026-02-20") }, "VERBALE_ARCHIVIATO", verbale.Archiviato, verbale.Sgravato, 0},
		{"served too late (art. 201 c. 5)", verbale.EventoEstintoTermini, func(p *pratica) { p.notificata("2026-02-20") }, "VERBALE_ESTINTO_TERMINI", verbale.EstintoTermini, verbale.Sgravato, 0},
		{"served too late: what was paid was never owed (art. 201 c. 5)", verbale.EventoEstintoTermini, func(p *pratica) { p.notificata("2026-02-20").paga(1000, "2026-03-01") },
			"VERBALE_ESTINTO_TERMINI", verbale.EstintoTermini, verbale.Eccedenza, 1000},
		{"death ends the duty and gives nothing back (art. 7 L. 689/1981)", verbale.EventoEstintoDecesso, func(p *pratica) { p.notificata("2026-02-20").paga(1000, "2026-03-01") },
			"VERBALE_ESTINTO_DECESSO", verbale.EstintoDecesso, verbale.Sgravato, 0},
		{"with the fine falls the credit", verbale.EventoAnnullato, func(p *pratica) {
			p.notificata("2026-02-20").decorso("2026-05-20")
			p.fa(verbale.EventoCreditoSelezionato, `{"riferimento":"lista 1"}`)
		}, "VERBALE_ANNULLATO CREDITO_DISCARICATO", verbale.AnnullatoAutotutela, verbale.Sgravato, 0},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t)
			c.pratica(p)
			eventi := p.fa(c.tipo, `{"riferimento":"det. 12"}`)
			p.vuole(c.dove, c.debito)
			if eventi != c.eventi || int64(p.stato.Conto.EccedenzaCent) != c.excess || p.stato.Conto.ResiduoCent != 0 {
				t.Errorf("%s; %+v", eventi, p.stato.Conto)
			}
			for _, a := range p.stato.Avvisi {
				if a.Stato == verbale.AvvisoEmesso {
					t.Errorf("the notice %s may still be paid", a.Tipo)
				}
			}
		})
	}
}

func TestPuntiCadonoConIlVerbale(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conPunti).notificata("2026-02-20")
	if eventi := p.fa(verbale.EventoAnnullato, `{}`); eventi != "VERBALE_ANNULLATO PUNTI_SCARTATI" || p.stato.Punti != verbale.PuntiScartati {
		t.Errorf("%s, punti %s", eventi, p.stato.Punti)
	}
}

func TestScartoDopoLAtto(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t)
	p.fa(verbale.EventoValidato, `{}`)
	p.stampa().rifiuta("procedura", verbale.EventoScartato, `{}`)
}

func TestPosizioni(t *testing.T) {
	t.Parallel()
	apri := func(titolo string) string { return `{"titolo":"` + titolo + `","persona":` + persona + `}` }
	t.Run("art. 196: who else answers has notices of his own, and must be served", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		if eventi := p.fa(verbale.EventoPosizioneAperta, apri("TRASGRESSORE")); eventi != "POSIZIONE_APERTA AVVISI_EMESSI" || len(p.stato.Avvisi) != 4 {
			t.Errorf("%s; %s", eventi, p.avvisi())
		}
		p.vuole(verbale.InNotifica, verbale.DebitoRidotto30)
		p.rifiuta("uno solo", verbale.EventoPosizioneAperta, strings.Replace(apri("TRASGRESSORE"), `"indirizzo"`, `"societa":{"denominazione":"X"},"indirizzo"`, 1))
		p.rifiuta("una sola posizione aperta", verbale.EventoPosizioneAperta, apri("TRASGRESSORE"))
	})
	t.Run("before the command accepts there are no notices", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t)
		if eventi := p.fa(verbale.EventoPosizioneAperta, apri("TRASGRESSORE")); eventi != "POSIZIONE_APERTA" || len(p.stato.Avvisi) != 0 {
			t.Errorf("%s; %s", eventi, p.avvisi())
		}
	})
	t.Run("invariant (a): when all is paid the new position asks for nothing", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.paga(2940, "2026-02-21")
		p.vuole(verbale.Notificato, verbale.Pagato)
		p.fa(verbale.EventoConducenteRicevuto, `{"conducente":`+persona+`}`)
		p.vuole(verbale.Notificato, verbale.Pagato)
		if x, ok := p.stato.Conducente(); !ok || x.Chiusa == "" || len(p.stato.Avvisi) != 2 || p.stato.Punti != verbale.PuntiRicevuti {
			t.Errorf("%+v, punti %s", x, p.stato.Punti)
		}
	})
	t.Run("who does not answer is left alone, the debt goes back to follow nobody", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-05-20")
		p.vuole(verbale.Notificato, verbale.DebitoIntero)
		p.fa(verbale.EventoPosizioneChiusa, `{}`)
		p.vuole(verbale.Validato, verbale.NonEsigibile)
		if s := p.avvisi(); strings.Contains(s, "EMESSO") {
			t.Error(s)
		}
		p.fa(verbale.EventoPosizioneAperta, apri("OBBLIGATO"))
		p.stampa().vuole(verbale.ConAtto, verbale.NonEsigibile)
	})
	t.Run("the fine is served when only who was served answers", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diObbligato), conProva)
		p.vuole(verbale.InNotifica, verbale.DebitoRidotto30)
		p.fa(verbale.EventoPosizioneChiusa, `{}`, di(diTrasgressore))
		p.vuole(verbale.Notificato, verbale.DebitoRidotto30)
	})
	t.Run("what held his act for its term is settled with it", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.applica(conseguenze.TrattieniAtto(p.stato, idProva(diTrasgressore), "Il termine è finito.")...)
		if len(p.stato.Anomalie) != 1 {
			t.Fatalf("%+v", p.stato.Anomalie)
		}
		if eventi := p.fa(verbale.EventoPosizioneChiusa, `{}`, di(diTrasgressore)); eventi != "POSIZIONE_CHIUSA ANOMALIA_RISOLTA" || len(p.stato.Anomalie) != 0 {
			t.Errorf("%s, %+v", eventi, p.stato.Anomalie)
		}
	})
	t.Run("nobody is looked for any more at a position that is closed", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, ignoto)
		p.fa(verbale.EventoValidato, `{}`)
		p.fa(verbale.EventoPosizioneChiusa, `{}`)
		p.vuole(verbale.Validato, verbale.NonEsigibile)
		p.rifiuta("posizione aperta", verbale.EventoIntestatarioRichiesto, `{}`)
	})
	t.Run("a position must be of the fine", func(t *testing.T) {
		t.Parallel()
		nuovaPratica(t).notificata("2026-02-20").rifiuta("non ha questa posizione", verbale.EventoPosizioneChiusa, `{}`, di(7))
	})
	t.Run("where several suit the one meant is named", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore)
		p.fa(verbale.EventoValidato, `{}`)
		p.rifiuta("più posizioni", verbale.EventoPosizioneChiusa, `{}`)
	})
}

func TestPunti(t *testing.T) {
	t.Parallel()
	t.Run("art. 126-bis c. 2: with the service the owner is asked who was driving", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		if eventi := p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, conProva); eventi != "NOTIFICA_PERFEZIONATA DATI_CONDUCENTE_RICHIESTI" {
			t.Error(eventi)
		}
		p.il("2026-04-21").rifiuta("fino al 21/04/2026", verbale.EventoConducenteOmesso, `{}`)
		p.il("2026-04-22").fa(verbale.EventoConducenteOmesso, `{}`)
		if eventi := p.fa(verbale.EventoConducenteRicevuto, `{"conducente":`+persona+`}`); eventi != "DATI_CONDUCENTE_RICEVUTI POSIZIONE_APERTA AVVISI_EMESSI" {
			t.Error(eventi)
		}
	})
	t.Run("Cass. 26553/2024: while an appeal is open nobody has failed to answer", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-05-22").rifiuta("ricorso", verbale.EventoConducenteOmesso, `{}`)
	})
	t.Run("no points, no question", func(t *testing.T) {
		t.Parallel()
		nuovaPratica(t).notificata("2026-02-20").rifiuta("nessuna violazione toglie punti", verbale.EventoConducenteRichiesto, `{}`)
	})
	t.Run("the register is told when the violation is settled, not before", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.rifiuta("dati.conducente", verbale.EventoConducenteRicevuto, `{}`)
		p.rifiuta("società non guida", verbale.EventoConducenteRicevuto, `{"conducente":{"societa":{"denominazione":"X"}}}`)
		p.fa(verbale.EventoConducenteRicevuto, `{"conducente":`+persona+`}`)
		p.rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.paga(2940, "2026-02-21")
		p.fa(verbale.EventoPuntiDaComunicare, `{}`)
		p.fa(verbale.EventoPuntiComunicati, `{"riferimento":"ANAG 1"}`)
		if p.stato.Punti != verbale.PuntiComunicati {
			t.Error(p.stato.Punti)
		}
	})
}

func TestRiscossione(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-05-20")
	p.fa(verbale.EventoSollecitoInviato, `{}`)
	p.fa(verbale.EventoCreditoSelezionato, `{"riferimento":"lista 7"}`)
	p.fa(verbale.EventoIscrittoARuolo, `{"riferimento":"ruolo 12"}`)
	p.fa(verbale.EventoRiscossioneBloccata, `{}`)
	p.fa(verbale.EventoRiscossioneSbloccata, `{}`)
	if p.stato.Riscossione != verbale.InRuolo {
		t.Errorf("enforcement goes on from %s", p.stato.Riscossione)
	}
	p.fa(verbale.EventoProvaContestata, `{}`) // which blocks it
	p.rifiuta("prova della notifica", verbale.EventoRiscossioneSbloccata, `{}`)
	p.fa(verbale.EventoProvaConfermata, `{}`, conProva)
	p.fa(verbale.EventoRiscossioneSbloccata, `{}`)
	p.fa(verbale.EventoCreditoInesigibile, `{}`)
	p.rifiuta("riscossione", verbale.EventoIngiunzioneEmessa, `{}`)
}

func TestAnomalie(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t)
	p.fa(verbale.EventoAnomaliaAperta, `{"testo":"la targa non si legge"}`)
	id := p.stato.Anomalie[0].ID.String()
	p.rifiuta("l'anomalia è aperta", verbale.EventoAnomaliaRisolta, `{"anomalia":"`+idProva(99).String()+`","esito":"x"}`)
	p.fa(verbale.EventoAnomaliaRisolta, `{"anomalia":"`+id+`","esito":"era sporca"}`)
	p.rifiuta("l'anomalia è aperta", verbale.EventoAnomaliaRisolta, `{"anomalia":"`+id+`","esito":"x"}`)
	p.fa(verbale.EventoNotaAggiunta, `{"testo":"letta da vicino"}`)

	p = nuovaPratica(t).notificata("2026-02-20")
	p.paga(2940, "2026-02-21") // definito
	p.vuole(verbale.Definito, verbale.Pagato)
	p.fa(verbale.EventoNotificaRettificata, `{}`, nel("2026-02-12"), conProva)
	p.vuole(verbale.Definito, verbale.Pagato)
	if p.anomalie() != verbale.AnomaliaInsufficiente {
		t.Fatal(p.anomalie())
	}
	p.fa(verbale.EventoAnomaliaRisolta, `{"anomalia":"`+p.stato.Anomalie[0].ID.String()+`","esito":"manca il resto","riapre":true}`)
	p.vuole(verbale.Notificato, verbale.PagatoParziale)
	if p.stato.Conto.ResiduoCent != 4200-2940 {
		t.Errorf("%+v", p.stato.Conto)
	}
}

func TestDenaroDiUnaPersona(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t).notificata("2026-02-20")
	p.paga(5000, "2026-02-22")
	p.vuole(verbale.Definito, verbale.Eccedenza)
	p.rifiuta("dati.importoCent", verbale.EventoRimborso, `{"importoCent":5000}`)
	p.fa(verbale.EventoRimborso, `{"importoCent":2060,"riferimento":"mandato 3"}`)
	p.vuole(verbale.Definito, verbale.Rimborsato)

	p = nuovaPratica(t).notificata("2026-02-20")
	p.paga(2940, "2026-02-22")
	p.fa(verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
	p.vuole(verbale.Notificato, verbale.DebitoRidotto30)
	p.rifiuta("dati.pagamento", verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
	p.paga(2900, "2026-02-22")
	p.fa(verbale.EventoSgravio, `{"riferimento":"pochi centesimi"}`)
	if p.stato.Debito != verbale.Sgravato || p.stato.Conto.SgravatoCent != 40 {
		t.Errorf("%s %+v", p.stato.Debito, p.stato.Conto)
	}
}
