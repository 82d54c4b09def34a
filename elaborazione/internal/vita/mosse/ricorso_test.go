package mosse

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestTerminiDelRicorso(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola, servita, giorno, autorita string
		anomalia                          verbale.TipoAnomalia
		estero                            bool
	}{
		{"art. 203: the sixtieth day to the prefect", "2026-07-13", "2026-09-11", "PREFETTO", "", false},
		{"the day after is late", "2026-07-13", "2026-09-14", "PREFETTO", verbale.AnomaliaRicorsoTardivo, false},
		{"art. 204-bis: thirty days to the judge, August left out, a Saturday moved", "2026-07-13", "2026-09-14", "GIUDICE_DI_PACE", "", false},
		{"then it is late", "2026-07-13", "2026-09-15", "GIUDICE_DI_PACE", verbale.AnomaliaRicorsoTardivo, false},
		{"sixty for who lives abroad", "2026-03-02", "2026-04-30", "GIUDICE_DI_PACE", "", true},
		{"a Saturday of an administrative term: who comes on Monday is looked at", "2026-03-03", "2026-05-04", "PREFETTO", verbale.AnomaliaRicorsoDaVerificare, false},
		{"but not on Tuesday", "2026-03-03", "2026-05-05", "PREFETTO", verbale.AnomaliaRicorsoTardivo, false},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t)
			p.quadro.Accertamento = ggmm(c.servita)
			p.quadro.Esteri[idProva(diObbligato)] = c.estero
			p.notificata(c.servita).il(c.giorno)
			p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"`+c.autorita+`","riferimento":"prot. 3"}`)
			if p.anomalie() != c.anomalia || p.stato.Ricorso != verbale.RicorsoPresentato {
				t.Errorf("%q, ricorso %s", p.anomalie(), p.stato.Ricorso)
			}
		})
	}
}

func TestRicorsoRespinto(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t).il("2026-02-20")
	p.fa(verbale.EventoValidato, `{}`)
	p.fa(verbale.EventoSpeseAddebitate, `{"speseCent":1000}`)
	p.stampa()
	p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, conProva)
	p.il("2026-03-20").fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
	p.rifiuta("ogni destinatario ricorre una volta", verbale.EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
	p.fa(verbale.EventoRicorsoTrasmesso, `{"riferimento":"prot. 9"}`)
	p.fa(verbale.EventoSospensivaConcessa, `{}`)
	p.fa(verbale.EventoSospensivaRevocata, `{}`)
	if p.stato.Ricorso != verbale.RicorsoTrasmesso {
		t.Errorf("after the suspension the appeal is %s", p.stato.Ricorso)
	}
	p.il("2026-06-01").rifiuta("dati.importoCent", verbale.EventoRicorsoRespinto, `{}`)
	if eventi := p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400,"riferimento":"ord. 5"}`); eventi != "RICORSO_RESPINTO AVVISI_EMESSI" {
		t.Error(eventi)
	}
	p.vuole(verbale.Notificato, verbale.DebitoOrdinanza)
	if !strings.HasSuffix(p.avvisi(), "RIDOTTO 5200 SOSTITUITO, ORDINANZA 9400 EMESSO") || p.anomalie() != "" || p.stato.Conto.ResiduoCent != 9400 {
		t.Errorf("%s; %s; %+v", p.avvisi(), p.anomalie(), p.stato.Conto)
	}
	p.rifiuta("non è notificata", verbale.EventoSollecitoInviato, `{}`)
	p.fa(verbale.EventoOrdinanzaNotificata, `{}`)
	p.rifiuta("si notifica una decisione", verbale.EventoOrdinanzaNotificata, `{}`)
	p.il("2026-06-20").fa(verbale.EventoRicorsoImpugnato, `{"autorita":"GIUDICE_DI_PACE"}`)
	p.rifiuta("dati.autorita", verbale.EventoRicorsoImpugnato, `{"autorita":"PREFETTO"}`)
	p.il("2026-10-01").fa(verbale.EventoRicorsoRideterminato, `{"importoCent":6000}`)
	if !strings.HasSuffix(p.avvisi(), "ORDINANZA 9400 SOSTITUITO, ORDINANZA 7000 EMESSO") || p.stato.Conto.ResiduoCent != 7000 {
		t.Errorf("%s; %+v", p.avvisi(), p.stato.Conto)
	}
	p.fa(verbale.EventoRicorsoDefinito, `{}`)
	p.paga(7000, "2026-10-02")
	p.vuole(verbale.Definito, verbale.Pagato)
}

func TestDecisioniDaGuardare(t *testing.T) {
	t.Parallel()
	t.Run("art. 204 c. 1: less than twice the minimum", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":8399}`)
		if p.anomalie() != verbale.AnomaliaSommaOrdinata {
			t.Error(p.anomalie())
		}
	})
	t.Run("art. 204 c. 1-bis: after 180 days the appeal counts as granted", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-08-21").fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		if p.anomalie() != verbale.AnomaliaOrdinanzaTardiva {
			t.Error(p.anomalie())
		}
	})
	t.Run("art. 204 c. 2: an order served after 150 days", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		p.il("2026-08-01").fa(verbale.EventoOrdinanzaNotificata, `{}`)
		if p.anomalie() != verbale.AnomaliaOrdinanzaTardiva {
			t.Error(p.anomalie())
		}
	})
	t.Run("who has paid may not appeal: it is recorded, and a person looks", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.paga(2940, "2026-02-21")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		if p.anomalie() != verbale.AnomaliaRicorsoADebitoChiuso {
			t.Error(p.anomalie())
		}
		p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		p.vuole(verbale.Definito, verbale.Pagato)
	})
	t.Run("an appeal that is not examined leaves the report as it was", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-05-20").fa(verbale.EventoRicorsoInammissibile, `{}`)
		p.decorso("2026-05-20").vuole(verbale.Notificato, verbale.DebitoIntero)
	})
}

func TestRicorsoAccolto(t *testing.T) {
	t.Parallel()
	t.Run("nothing is owed, what was paid is excess, credit and points fall", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
		p.paga(1000, "2026-02-25")
		if eventi := p.fa(verbale.EventoRicorsoAccolto, `{}`); eventi != "RICORSO_ACCOLTO PUNTI_SCARTATI" {
			t.Error(eventi)
		}
		p.vuole(verbale.Archiviato, verbale.Eccedenza)
		if p.stato.Conto.EccedenzaCent != 1000 || p.stato.Punti != verbale.PuntiScartati || strings.Contains(p.avvisi(), "EMESSO") {
			t.Errorf("%+v %s %s", p.stato.Conto, p.stato.Punti, p.avvisi())
		}
	})
	t.Run("a decision that reforms it makes the fine stand again", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
		p.fa(verbale.EventoRicorsoAccolto, `{}`)
		p.fa(verbale.EventoRicorsoImpugnato, `{"autorita":"TRIBUNALE"}`)
		p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":6000}`)
		p.vuole(verbale.Notificato, verbale.DebitoOrdinanza)
		if !strings.HasSuffix(p.avvisi(), "ORDINANZA 6000 EMESSO") || strings.Count(p.avvisi(), "EMESSO") != 1 {
			t.Error(p.avvisi())
		}
	})
	t.Run("while another's appeal waits nothing is asked", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diObbligato), conProva)
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diTrasgressore), conProva)
		p.rifiuta("più posizioni", verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diObbligato))
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diTrasgressore))
		if eventi := p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`, di(diObbligato)); eventi != "RICORSO_RESPINTO" || p.stato.Ricorso != verbale.RicorsoPresentato {
			t.Errorf("%s, ricorso %s", eventi, p.stato.Ricorso)
		}
		p.fa(verbale.EventoRicorsoInammissibile, `{}`, di(diTrasgressore))
		if p.stato.RicorsoAperto() {
			t.Error(p.stato.Ricorso)
		}
	})
}

func TestSospensioneDelDebito(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola, giorno string
		vuole          verbale.Debito
		prezzo         int64
	}{
		{"taken up within the five days", "2026-02-25", verbale.DebitoRidotto30, 0},
		{"within the sixty", "2026-03-25", verbale.DebitoRidotto, 0},
		{"after them: half of the maximum", "2026-04-22", verbale.DebitoIntero, 8650},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t).notificata("2026-02-20")
			p.fa(verbale.EventoDebitoSospeso, `{"riferimento":"nota 1"}`)
			p.il(c.giorno).fa(verbale.EventoDebitoRipreso, `{}`)
			p.vuole(verbale.Notificato, c.vuole)
			if int64(p.stato.Conto.PrezzoCent) != c.prezzo {
				t.Errorf("%+v", p.stato.Conto)
			}
		})
	}
	t.Run("invariant (b): not the whole sum while the proof is in doubt", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-02-20")
		p.fa(verbale.EventoDebitoSospeso, `{}`)
		p.fa(verbale.EventoProvaContestata, `{}`)
		p.il("2026-04-22").fa(verbale.EventoDebitoRipreso, `{}`)
		p.vuole(verbale.Notificato, verbale.DebitoRidotto)
	})
}

func TestRateizzazione(t *testing.T) {
	t.Parallel()
	const buona = `{"dataRichiesta":"2026-03-02","redditoCent":900000,"familiari":1,"numeroRate":3}`
	nuova := func(t *testing.T) *pratica {
		t.Helper()
		return nuovaPratica(t, cara).notificata("2026-02-20").il("2026-03-10")
	}
	t.Run("art. 202-bis: the instalments take the place of the notices", func(t *testing.T) {
		t.Parallel()
		p := nuova(t)
		p.fa(verbale.EventoRateizzazioneConcessa, buona)
		p.vuole(verbale.Notificato, verbale.DebitoRateizzato)
		if n := len(p.stato.RateInCorso()); n != 3 || !strings.HasPrefix(p.avvisi(), "RIDOTTO_30 42000 SOSTITUITO, RIDOTTO 60000 SOSTITUITO, RATA 20") {
			t.Error(p.avvisi())
		}
		var somma int64
		for _, a := range p.stato.RateInCorso() {
			somma += int64(a.ImportoCent)
		}
		if c := p.stato.Conto; int64(c.ResiduoCent) != somma || somma <= 60000 {
			t.Errorf("the instalments add up to %d: %+v", somma, c)
		}
		p.il("2026-03-20").rifiuta("«a rate»", verbale.EventoRateizzazioneConcessa, buona)
	})
	t.Run("what was paid comes off the last instalments", func(t *testing.T) {
		t.Parallel()
		p := nuova(t)
		p.paga(25000, "2026-03-09")
		p.fa(verbale.EventoRateizzazioneConcessa, buona)
		if p.stato.Conto.ResiduoCent != p.stato.Conto.PrezzoCent-25000 || len(p.stato.RateInCorso()) != 2 {
			t.Errorf("%+v %s", p.stato.Conto, p.avvisi())
		}
	})
	for _, c := range []struct{ regola, dati, parola string }{
		{"too much income", strings.Replace(buona, "900000", "9000000", 1), "c. 2"},
		{"more than the sum allows", strings.Replace(buona, `"numeroRate":3`, `"numeroRate":13`, 1), "al più"},
		{"asked for too late", strings.Replace(buona, "2026-03-02", "2026-03-30", 1), "dataRichiesta"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			nuova(t).rifiuta(c.parola, verbale.EventoRateizzazioneConcessa, c.dati)
		})
	}
	t.Run("a fine of less than 200 euro is not split", func(t *testing.T) {
		t.Parallel()
		nuovaPratica(t).notificata("2026-02-20").il("2026-03-10").rifiuta("200,00", verbale.EventoRateizzazioneConcessa, buona)
	})
	t.Run("c. 7: the first instalment unpaid loses the benefit", func(t *testing.T) {
		t.Parallel()
		p := nuova(t)
		p.fa(verbale.EventoRateizzazioneConcessa, buona)
		p.il("2026-04-01").rifiuta("beneficio resta", verbale.EventoRateizzazioneDecaduta, `{}`)
		p.il("2026-05-02").fa(verbale.EventoRateizzazioneDecaduta, `{"riferimento":"det. 3"}`)
		p.vuole(verbale.Notificato, verbale.DebitoIntero)
		if !strings.HasSuffix(p.avvisi(), "INTERO 120000 EMESSO") || strings.Count(p.avvisi(), "EMESSO") != 1 {
			t.Error(p.avvisi())
		}
	})
}
