package verbale

import (
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestEveryKindOfAPersonHasItsDecision(t *testing.T) {
	t.Parallel()
	for _, x := range Transizioni() {
		_, ok := voceDi(x.Evento)
		if persona := x.Chi == ChiOpera || x.Chi == ChiDecide; persona != ok {
			t.Errorf("%s is of %s: recorded here %v", x.Evento, x.Chi, ok)
		}
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
		cambia []func(*Inserito)
		prima  func(*pratica)
		eventi string
		assi   string
		avvisi string
	}{
		{"art. 202: who is accepted has the notices of both measures", nil, nil,
			"VERBALE_VALIDATO AVVISI_EMESSI", "VALIDATO NON_ESIGIBILE", "RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO"},
		{"art. 202 c. 1: no discount, one notice", []func(*Inserito){senzaSconto}, nil,
			"VERBALE_VALIDATO AVVISI_EMESSI", "VALIDATO NON_ESIGIBILE", "RIDOTTO 4200 EMESSO"},
		{"art. 202 c. 3: no reduced payment, no notice", []func(*Inserito){senzaRidotto}, nil,
			"VERBALE_VALIDATO", "VALIDATO NON_ESIGIBILE", ""},
		{"art. 196: the owner of the plate is asked for", []func(*Inserito){ignoto}, nil,
			"VERBALE_VALIDATO AVVISI_EMESSI INTESTATARIO_RICHIESTO", "INTESTATARIO_RICHIESTO NON_ESIGIBILE", "RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO"},
		{"every position has notices of its own", []func(*Inserito){conTrasgressore}, nil, "VERBALE_VALIDATO AVVISI_EMESSI", "VALIDATO NON_ESIGIBILE",
			"RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO, RIDOTTO_30 2940 EMESSO, RIDOTTO 4200 EMESSO"},
		{"who has paid already is asked nothing", []func(*Inserito){ignoto}, func(p *pratica) { p.paga(2940, "2026-02-02") },
			"VERBALE_VALIDATO", "VALIDATO PAGATO", ""},
		{"art. 200: handed over to the only person who answers, it is served; the discount that is over has no notice", []func(*Inserito){soloTrasgressore},
			(*pratica).consegnaEAspetta, "VERBALE_VALIDATO AVVISI_EMESSI", "NOTIFICATO RIDOTTO", "RIDOTTO 4200 EMESSO"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, c.cambia...)
			if c.prima != nil {
				c.prima(p)
			}
			eventi := p.fa(EventoValidato, `{}`)
			if assi := string(p.stato.Procedura) + " " + string(p.stato.Debito); eventi != c.eventi || assi != c.assi || p.avvisi() != c.avvisi {
				t.Errorf("%s; %s; %s", eventi, assi, p.avvisi())
			}
			p.rifiuta("procedura «da validare»", EventoValidato, `{}`)
		})
	}
}

func soloTrasgressore(x *Inserito) {
	x.Posizioni = []Posizione{{ID: idProva(diTrasgressore), Ordine: 1, Titolo: Trasgressore, Soggetto: idProva(22)}}
}

// consegnaEAspetta hands the report over to the driver and lets the five days pass.
func (p *pratica) consegnaEAspetta() {
	p.tb.Helper()
	scadenze, err := termini([]cds.Avviso{{Tipo: cds.Ridotto30}, {Tipo: cds.Ridotto}}, p.oggi)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.sistema(diTrasgressore, Contestato{Debito: DebitoRidotto30, Scadenze: scadenze})
	p.decorso("2026-02-20")
}

func TestChiusuraSenzaPagare(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola  string
		tipo    Tipo
		pratica func(*pratica)
		eventi  string
		dove    Procedura
		debito  Debito
		excess  int64
	}{
		{"before an act exists the fine is taken away", EventoScartato, func(*pratica) {}, "VERBALE_SCARTATO", Scartato, Sgravato, 0},
		{"what was paid before is excess", EventoScartato, func(p *pratica) { p.paga(1000, "2026-02-02") }, "VERBALE_SCARTATO", Scartato, Eccedenza, 1000},
		{"annulled: nothing is owed", EventoAnnullato, func(p *pratica) { p.notificata("2026-02-20") }, "VERBALE_ANNULLATO", AnnullatoAutotutela, Sgravato, 0},
		{"annulled after the whole sum: the increase is not owed either", EventoAnnullato, func(p *pratica) { p.notificata("2026-02-20").decorso("2026-05-20") },
			"VERBALE_ANNULLATO", AnnullatoAutotutela, Sgravato, 0},
		{"annulled when paid: all of it is excess", EventoAnnullato, func(p *pratica) { p.notificata("2026-02-20").paga(4200, "2026-03-01") },
			"VERBALE_ANNULLATO", AnnullatoAutotutela, Eccedenza, 4200},
		{"filed by the prefect (art. 386 Reg.)", EventoArchiviato, func(p *pratica) { p.notificata("2026-02-20") }, "VERBALE_ARCHIVIATO", Archiviato, Sgravato, 0},
		{"served too late (art. 201 c. 5)", EventoEstintoTermini, func(p *pratica) { p.notificata("2026-02-20") }, "VERBALE_ESTINTO_TERMINI", EstintoTermini, Sgravato, 0},
		{"served too late: what was paid was never owed (art. 201 c. 5)", EventoEstintoTermini, func(p *pratica) { p.notificata("2026-02-20").paga(1000, "2026-03-01") },
			"VERBALE_ESTINTO_TERMINI", EstintoTermini, Eccedenza, 1000},
		{"death ends the duty and gives nothing back (art. 7 L. 689/1981)", EventoEstintoDecesso, func(p *pratica) { p.notificata("2026-02-20").paga(1000, "2026-03-01") },
			"VERBALE_ESTINTO_DECESSO", EstintoDecesso, Sgravato, 0},
		{"with the fine falls the credit", EventoAnnullato, func(p *pratica) {
			p.notificata("2026-02-20").decorso("2026-05-20")
			p.fa(EventoCreditoSelezionato, `{"riferimento":"lista 1"}`)
		}, "VERBALE_ANNULLATO CREDITO_DISCARICATO", AnnullatoAutotutela, Sgravato, 0},
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
				if a.Stato == AvvisoEmesso {
					t.Errorf("the notice %s may still be paid", a.Tipo)
				}
			}
		})
	}
}

func TestPuntiCadonoConIlVerbale(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conPunti).notificata("2026-02-20")
	if eventi := p.fa(EventoAnnullato, `{}`); eventi != "VERBALE_ANNULLATO PUNTI_SCARTATI" || p.stato.Punti != PuntiScartati {
		t.Errorf("%s, punti %s", eventi, p.stato.Punti)
	}
}

func TestScartoDopoLAtto(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t)
	p.fa(EventoValidato, `{}`)
	p.stampa().rifiuta("procedura", EventoScartato, `{}`)
}

func TestPosizioni(t *testing.T) {
	t.Parallel()
	apri := func(titolo string) string { return `{"titolo":"` + titolo + `","persona":` + persona + `}` }
	t.Run("art. 196: who else answers has notices of his own, and must be served", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		if eventi := p.fa(EventoPosizioneAperta, apri("TRASGRESSORE")); eventi != "POSIZIONE_APERTA AVVISI_EMESSI" || len(p.stato.Avvisi) != 4 {
			t.Errorf("%s; %s", eventi, p.avvisi())
		}
		p.vuole(InNotifica, DebitoRidotto30)
		p.rifiuta("uno solo", EventoPosizioneAperta, strings.Replace(apri("TRASGRESSORE"), `"indirizzo"`, `"societa":{"denominazione":"X"},"indirizzo"`, 1))
		p.rifiuta("una sola posizione aperta", EventoPosizioneAperta, apri("TRASGRESSORE"))
	})
	t.Run("before the command accepts there are no notices", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t)
		if eventi := p.fa(EventoPosizioneAperta, apri("TRASGRESSORE")); eventi != "POSIZIONE_APERTA" || len(p.stato.Avvisi) != 0 {
			t.Errorf("%s; %s", eventi, p.avvisi())
		}
	})
	t.Run("invariant (a): when all is paid the new position asks for nothing", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.paga(2940, "2026-02-21")
		p.vuole(Notificato, Pagato)
		p.fa(EventoConducenteRicevuto, `{"conducente":`+persona+`}`)
		p.vuole(Notificato, Pagato)
		if x, ok := p.stato.conducente(); !ok || x.Chiusa == "" || len(p.stato.Avvisi) != 2 || p.stato.Punti != PuntiRicevuti {
			t.Errorf("%+v, punti %s", x, p.stato.Punti)
		}
	})
	t.Run("who does not answer is left alone, the debt goes back to follow nobody", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-05-20")
		p.vuole(Notificato, DebitoIntero)
		p.fa(EventoPosizioneChiusa, `{}`)
		p.vuole(Validato, NonEsigibile)
		if s := p.avvisi(); strings.Contains(s, "EMESSO") {
			t.Error(s)
		}
		p.fa(EventoPosizioneAperta, apri("OBBLIGATO"))
		p.stampa().vuole(ConAtto, NonEsigibile)
	})
	t.Run("the fine is served when only who was served answers", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(EventoValidato, `{}`)
		p.stampa()
		p.fa(EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diObbligato), conProva)
		p.vuole(InNotifica, DebitoRidotto30)
		p.fa(EventoPosizioneChiusa, `{}`, di(diTrasgressore))
		p.vuole(Notificato, DebitoRidotto30)
	})
	t.Run("what held his act for its term is settled with it", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(EventoValidato, `{}`)
		p.applica(p.stato.trattieniAtto(idProva(diTrasgressore), "Il termine è finito.")...)
		if len(p.stato.Anomalie) != 1 {
			t.Fatalf("%+v", p.stato.Anomalie)
		}
		if eventi := p.fa(EventoPosizioneChiusa, `{}`, di(diTrasgressore)); eventi != "POSIZIONE_CHIUSA ANOMALIA_RISOLTA" || len(p.stato.Anomalie) != 0 {
			t.Errorf("%s, %+v", eventi, p.stato.Anomalie)
		}
	})
	t.Run("nobody is looked for any more at a position that is closed", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, ignoto)
		p.fa(EventoValidato, `{}`)
		p.fa(EventoPosizioneChiusa, `{}`)
		p.vuole(Validato, NonEsigibile)
		p.rifiuta("posizione aperta", EventoIntestatarioRichiesto, `{}`)
	})
	t.Run("a position must be of the fine", func(t *testing.T) {
		t.Parallel()
		nuovaPratica(t).notificata("2026-02-20").rifiuta("non ha questa posizione", EventoPosizioneChiusa, `{}`, di(7))
	})
	t.Run("where several suit the one meant is named", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore)
		p.fa(EventoValidato, `{}`)
		p.rifiuta("più posizioni", EventoPosizioneChiusa, `{}`)
	})
}

func TestPunti(t *testing.T) {
	t.Parallel()
	t.Run("art. 126-bis c. 2: with the service the owner is asked who was driving", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).il("2026-02-20")
		p.fa(EventoValidato, `{}`)
		p.stampa()
		if eventi := p.fa(EventoNotificaPerfezionata, `{"canale":"MANI"}`, conProva); eventi != "NOTIFICA_PERFEZIONATA DATI_CONDUCENTE_RICHIESTI" {
			t.Error(eventi)
		}
		p.il("2026-04-21").rifiuta("fino al 21/04/2026", EventoConducenteOmesso, `{}`)
		p.il("2026-04-22").fa(EventoConducenteOmesso, `{}`)
		if eventi := p.fa(EventoConducenteRicevuto, `{"conducente":`+persona+`}`); eventi != "DATI_CONDUCENTE_RICEVUTI POSIZIONE_APERTA AVVISI_EMESSI" {
			t.Error(eventi)
		}
	})
	t.Run("Cass. 26553/2024: while an appeal is open nobody has failed to answer", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-05-22").rifiuta("ricorso", EventoConducenteOmesso, `{}`)
	})
	t.Run("no points, no question", func(t *testing.T) {
		t.Parallel()
		nuovaPratica(t).notificata("2026-02-20").rifiuta("nessuna violazione toglie punti", EventoConducenteRichiesto, `{}`)
	})
	t.Run("the register is told when the violation is settled, not before", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.rifiuta("dati.conducente", EventoConducenteRicevuto, `{}`)
		p.rifiuta("società non guida", EventoConducenteRicevuto, `{"conducente":{"societa":{"denominazione":"X"}}}`)
		p.fa(EventoConducenteRicevuto, `{"conducente":`+persona+`}`)
		p.rifiuta("si definisce", EventoPuntiDaComunicare, `{}`)
		p.paga(2940, "2026-02-21")
		p.fa(EventoPuntiDaComunicare, `{}`)
		p.fa(EventoPuntiComunicati, `{"riferimento":"ANAG 1"}`)
		if p.stato.Punti != PuntiComunicati {
			t.Error(p.stato.Punti)
		}
	})
}

func TestRiscossione(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-05-20")
	p.fa(EventoSollecitoInviato, `{}`)
	p.fa(EventoCreditoSelezionato, `{"riferimento":"lista 7"}`)
	p.fa(EventoIscrittoARuolo, `{"riferimento":"ruolo 12"}`)
	p.fa(EventoRiscossioneBloccata, `{}`)
	p.fa(EventoRiscossioneSbloccata, `{}`)
	if p.stato.Riscossione != InRuolo {
		t.Errorf("enforcement goes on from %s", p.stato.Riscossione)
	}
	p.fa(EventoProvaContestata, `{}`) // which blocks it
	p.rifiuta("prova della notifica", EventoRiscossioneSbloccata, `{}`)
	p.fa(EventoProvaConfermata, `{}`, conProva)
	p.fa(EventoRiscossioneSbloccata, `{}`)
	p.fa(EventoCreditoInesigibile, `{}`)
	p.rifiuta("riscossione", EventoIngiunzioneEmessa, `{}`)
}

func TestAnomalie(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t)
	p.fa(EventoAnomaliaAperta, `{"testo":"la targa non si legge"}`)
	id := p.stato.Anomalie[0].ID.String()
	p.rifiuta("l'anomalia è aperta", EventoAnomaliaRisolta, `{"anomalia":"`+idProva(99).String()+`","esito":"x"}`)
	p.fa(EventoAnomaliaRisolta, `{"anomalia":"`+id+`","esito":"era sporca"}`)
	p.rifiuta("l'anomalia è aperta", EventoAnomaliaRisolta, `{"anomalia":"`+id+`","esito":"x"}`)
	p.fa(EventoNotaAggiunta, `{"testo":"letta da vicino"}`)

	p = nuovaPratica(t).notificata("2026-02-20")
	p.paga(2940, "2026-02-21") // definito
	p.vuole(Definito, Pagato)
	p.fa(EventoNotificaRettificata, `{}`, nel("2026-02-12"), conProva)
	p.vuole(Definito, Pagato)
	if p.anomalie() != anomaliaInsufficiente {
		t.Fatal(p.anomalie())
	}
	p.fa(EventoAnomaliaRisolta, `{"anomalia":"`+p.stato.Anomalie[0].ID.String()+`","esito":"manca il resto","riapre":true}`)
	p.vuole(Notificato, PagatoParziale)
	if p.stato.Conto.ResiduoCent != 4200-2940 {
		t.Errorf("%+v", p.stato.Conto)
	}
}

func TestDenaroDiUnaPersona(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t).notificata("2026-02-20")
	p.paga(5000, "2026-02-22")
	p.vuole(Definito, Eccedenza)
	p.rifiuta("dati.importoCent", EventoRimborso, `{"importoCent":5000}`)
	p.fa(EventoRimborso, `{"importoCent":2060,"riferimento":"mandato 3"}`)
	p.vuole(Definito, Rimborsato)

	p = nuovaPratica(t).notificata("2026-02-20")
	p.paga(2940, "2026-02-22")
	p.fa(EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
	p.vuole(Notificato, DebitoRidotto30)
	p.rifiuta("dati.pagamento", EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
	p.paga(2900, "2026-02-22")
	p.fa(EventoSgravio, `{"riferimento":"pochi centesimi"}`)
	if p.stato.Debito != Sgravato || p.stato.Conto.SgravatoCent != 40 {
		t.Errorf("%s %+v", p.stato.Debito, p.stato.Conto)
	}
}
