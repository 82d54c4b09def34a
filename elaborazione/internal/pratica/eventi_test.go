package pratica_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Every kind of change that this door makes is read back from the tables as the events tell it.
func TestEventiDiUnaPersona(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	u := banco.NuovaPratica(t, b, "PERSONA-1")
	u.Fa(t, verbale.EventoAnomaliaAperta, `{"testo":"targa da rivedere"}`)
	u.Fa(t, verbale.EventoValidato, `{}`)
	u.Forma(t)
	u.Fa(t, verbale.EventoSpeseAddebitate, `{"speseCent":1200}`)
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"PEC"}`)
	u.Fa(t, verbale.EventoNotificaNonRiuscita, `{"motivo":"casella inesistente"}`)
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	u.Fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`)
	u.Fa(t, verbale.EventoConducenteRicevuto, `{"conducente":{"persona":{"cognome":"Bianchi","nome":"Anna"},"indirizzo":{"via":"Via Po","comune":"Ravenna"}}}`)
	u.Forma(t)
	b.Orologio.Avanza(48 * time.Hour)
	stato, err := b.Archivio.Stato(u.Ctx, u.ID)
	if err != nil {
		t.Fatal(err)
	}
	u.Posizione = stato.Posizioni[1].ID.String()
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	u.Fa(t, verbale.EventoPosizioneChiusa, `{}`)
	u.Posizione = stato.Posizioni[0].ID.String()
	u.Fa(t, verbale.EventoNotificaRettificata, `{"canale":"POSTA_CONSEGNA","esito":{"fatto":"2026-11-21"}}`)
	u.Fa(t, verbale.EventoProvaContestata, `{}`)
	u.Fa(t, verbale.EventoProvaConfermata, `{}`)
	u.Fa(t, verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO","riferimento":"prot. 4"}`)
	u.Fa(t, verbale.EventoRicorsoTrasmesso, `{}`)
	u.Fa(t, verbale.EventoSospensivaConcessa, `{}`)
	u.Fa(t, verbale.EventoSospensivaRevocata, `{}`)
	u.Fa(t, verbale.EventoRicorsoRespinto, `{"importoCent":33000}`)
	e := u.Fa(t, verbale.EventoOrdinanzaNotificata, `{}`)
	if e.Debito != verbale.DebitoOrdinanza || e.Ricorso != verbale.RicorsoRespinto || e.Procedura != verbale.Notificato {
		t.Errorf("%+v", e)
	}
	u.Posizione = ""
	u.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"letta meglio"}`)
	u.Fa(t, verbale.EventoAnnullato, `{"riferimento":"det. 8"}`)
	b.Rivive(u.Ctx, t, u.ID.String())
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM registro WHERE oggetto = $1 AND indirizzo = '10.0.0.7' AND motivo = 'prova'`, u.ID); n != u.N {
		t.Errorf("%d lines of audit for %d requests", n, u.N)
	}
}

// The changes that a plan of instalments makes to its notices are written too.
func TestRateNelleTavole(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	u := banco.NuovaPratica(t, b, "RATE-1", func(v *richiesta.Verbale) { v.Violazioni = []richiesta.Violazione{{Articolo: "193", Comma: "2"}} })
	u.Fa(t, verbale.EventoValidato, `{}`)
	u.Forma(t)
	b.Orologio.Avanza(48 * time.Hour)
	oggi := calendario.Da(b.Orologio.Adesso())
	u.Fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`)
	u.Fa(t, verbale.EventoRateizzazioneConcessa, `{"dataRichiesta":"`+oggi.String()+`","redditoCent":100000,"familiari":0,"numeroRate":3}`)
	const giorni = `SELECT string_agg(giorni::text, ' ' ORDER BY emesso, giorni) FROM avviso WHERE tipo = 'RATA' AND verbale = $1`
	prima := b.Elenca(t, "alfa", giorni, u.ID)
	u.Fa(t, verbale.EventoNotificaRettificata, `{"canale":"POSTA_CONSEGNA","esito":{"fatto":"`+oggi.AddDays(-1).String()+`"}}`)
	if dopo := b.Elenca(t, "alfa", giorni, u.ID); dopo == prima {
		t.Errorf("the days from service stay %s", dopo)
	}
	b.Rivive(u.Ctx, t, u.ID.String())
}

// One key at many doors of two processes is recorded once, and everybody hears where the fine is.
func TestStessaRichiestaInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	u := banco.NuovaPratica(t, b, "INSIEME-1")
	repliche := b.Repliche(t)
	r := mosse.RichiestaEvento{Tipo: string(verbale.EventoValidato), Motivo: "prova", Idempotenza: "una", Sequenza: new(1)}
	var nuovi atomic.Int64
	var insieme sync.WaitGroup
	for i := range 8 {
		insieme.Go(func() {
			e, nuovo, err := u.Chiede(repliche[i%2], r)
			if err != nil || e.Procedura != verbale.Validato || e.Sequenza != 3 {
				t.Errorf("%+v %v", e, err)
			}
			if nuovo {
				nuovi.Add(1)
			}
		})
	}
	insieme.Wait()
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM avviso WHERE verbale = $1`, u.ID); nuovi.Load() != 1 || n != 2 {
		t.Errorf("%d recorded, %d notices", nuovi.Load(), n)
	}
}

// Where the command has no range nothing is validated, and nothing is left behind.
func TestSenzaNumeriDiAvviso(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`), `DELETE FROM intervallo`)
	u := banco.NuovaPratica(t, b, "SENZA-1")
	_, _, err := u.Chiede(u.Stanze, mosse.RichiestaEvento{Tipo: string(verbale.EventoValidato), Motivo: "prova", Idempotenza: "x"})
	if !problem.Is(err, "INTERVALLO_ESAURITO") {
		t.Errorf("%v", err)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM evento WHERE verbale = $1`, u.ID); n != 1 {
		t.Errorf("%d events", n)
	}
}
