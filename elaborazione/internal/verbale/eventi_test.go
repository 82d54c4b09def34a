package verbale_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// ufficio records the events of one fine, one after the other.
type ufficio struct {
	*banco
	ctx context.Context //nolint:containedctx // the caller of the whole test
	id  uuid.UUID
	n   int

	posizione string // of the next events; empty: the only one that suits
}

// nuovoUfficio has a fine that waits for validation, of who is known.
func nuovoUfficio(t *testing.T, b *banco, idEsterno string, cambia ...func(*verbaleins.Verbale)) *ufficio {
	t.Helper()
	e := b.inserisce(b.integratore("alfa"), t, unVerbale(idEsterno, func(v *verbaleins.Verbale) {
		v.Obbligato = &verbaleins.Soggetto{Persona: &verbaleins.Persona{Cognome: "Rossi", Nome: "Mario"},
			Indirizzo: &verbaleins.Indirizzo{Via: "Via Roma", Comune: "Ravenna", Cap: "48121", Nazione: "IT"}}
		for _, f := range cambia {
			f(v)
		}
	}))
	return &ufficio{banco: b, ctx: b.come("alfa", "ufficio.alfa", auth.RuoloUfficio), id: uuid.MustParse(e.IDVerbale)}
}

func (u *ufficio) chiede(s *verbale.Service, r verbale.RichiestaEvento) (verbale.EsitoEvento, bool, error) {
	return s.RegistraEvento(u.ctx, u.id, r, "10.0.0.7")
}

// fa records an event that must be admitted.
func (u *ufficio) fa(t *testing.T, tipo verbale.Tipo, dati string) verbale.EsitoEvento {
	t.Helper()
	u.n++
	r := verbale.RichiestaEvento{Tipo: string(tipo), Motivo: "prova", Prova: "AR 1", Dati: json.RawMessage(dati), Idempotenza: fmt.Sprintf("k%d", u.n),
		Posizione: u.posizione}
	e, nuovo, err := u.chiede(u.Service, r)
	if err != nil || !nuovo {
		t.Fatalf("%s: %v %v", tipo, nuovo, err)
	}
	return e
}

// forma prints the acts, as the worker does.
func (u *ufficio) forma(t *testing.T) {
	t.Helper()
	stato, err := u.Store.Stato(u.ctx, u.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range stato.Posizioni {
		if err := u.Stampa(u.ctx, verbale.Messaggio{Consumatore: "prova", ID: uuid.NewString()}, u.id, p.ID); err != nil {
			t.Fatal(err)
		}
	}
}

// Every kind of change that this door makes is read back from the tables as the events tell it.
func TestEventiDiUnaPersona(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`))
	u := nuovoUfficio(t, b, "PERSONA-1")
	u.fa(t, verbale.EventoAnomaliaAperta, `{"testo":"targa da rivedere"}`)
	u.fa(t, verbale.EventoValidato, `{}`)
	u.forma(t)
	u.fa(t, verbale.EventoSpeseAddebitate, `{"speseCent":1200}`)
	u.fa(t, verbale.EventoNotificaAvviata, `{"canale":"PEC"}`)
	u.fa(t, verbale.EventoNotificaNonRiuscita, `{"motivo":"casella inesistente"}`)
	u.fa(t, verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	u.fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`)
	u.fa(t, verbale.EventoConducenteRicevuto, `{"conducente":{"persona":{"cognome":"Bianchi","nome":"Anna"},"indirizzo":{"via":"Via Po","comune":"Ravenna"}}}`)
	u.forma(t)
	b.orologio.Avanza(48 * time.Hour)
	stato, err := b.Store.Stato(u.ctx, u.id)
	if err != nil {
		t.Fatal(err)
	}
	u.posizione = stato.Posizioni[1].ID.String()
	u.fa(t, verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	u.fa(t, verbale.EventoPosizioneChiusa, `{}`)
	u.posizione = stato.Posizioni[0].ID.String()
	u.fa(t, verbale.EventoNotificaRettificata, `{"canale":"POSTA_CONSEGNA","esito":{"fatto":"2026-11-21"}}`)
	u.fa(t, verbale.EventoProvaContestata, `{}`)
	u.fa(t, verbale.EventoProvaConfermata, `{}`)
	u.fa(t, verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO","riferimento":"prot. 4"}`)
	u.fa(t, verbale.EventoRicorsoTrasmesso, `{}`)
	u.fa(t, verbale.EventoSospensivaConcessa, `{}`)
	u.fa(t, verbale.EventoSospensivaRevocata, `{}`)
	u.fa(t, verbale.EventoRicorsoRespinto, `{"importoCent":33000}`)
	e := u.fa(t, verbale.EventoOrdinanzaNotificata, `{}`)
	if e.Debito != verbale.DebitoOrdinanza || e.Ricorso != verbale.RicorsoRespinto || e.Procedura != verbale.Notificato {
		t.Errorf("%+v", e)
	}
	u.posizione = ""
	u.fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"letta meglio"}`)
	u.fa(t, verbale.EventoAnnullato, `{"riferimento":"det. 8"}`)
	b.rivive(u.ctx, t, u.id.String())
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE oggetto = $1 AND indirizzo = '10.0.0.7' AND motivo = 'prova'`, u.id); n != u.n {
		t.Errorf("%d lines of audit for %d requests", n, u.n)
	}
}

// What the plan of instalments moves in its notices is written too.
func TestRateNelleTavole(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`))
	u := nuovoUfficio(t, b, "RATE-1", func(v *verbaleins.Verbale) { v.Violazioni = []verbaleins.Violazione{{Articolo: "193", Comma: "2"}} })
	u.fa(t, verbale.EventoValidato, `{}`)
	u.forma(t)
	b.orologio.Avanza(48 * time.Hour)
	oggi := calendario.Da(b.orologio.Adesso())
	u.fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`)
	u.fa(t, verbale.EventoRateizzazioneConcessa, `{"dataRichiesta":"`+oggi.String()+`","redditoCent":100000,"familiari":0,"numeroRate":3}`)
	const giorni = `SELECT string_agg(giorni::text, ' ' ORDER BY emesso, giorni) FROM avviso WHERE tipo = 'RATA' AND verbale = $1`
	prima := b.elenca(t, "alfa", giorni, u.id)
	u.fa(t, verbale.EventoNotificaRettificata, `{"canale":"POSTA_CONSEGNA","esito":{"fatto":"`+oggi.AddDays(-1).String()+`"}}`)
	if dopo := b.elenca(t, "alfa", giorni, u.id); dopo == prima {
		t.Errorf("the days from service stay %s", dopo)
	}
	b.rivive(u.ctx, t, u.id.String())
}

// One key at many doors of two processes is recorded once, and everybody hears where the fine is.
func TestStessaRichiestaInsieme(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`))
	u := nuovoUfficio(t, b, "INSIEME-1")
	repliche := b.repliche(t)
	r := verbale.RichiestaEvento{Tipo: string(verbale.EventoValidato), Motivo: "prova", Idempotenza: "una", Sequenza: new(1)}
	var nuovi atomic.Int64
	var insieme sync.WaitGroup
	for i := range 8 {
		insieme.Go(func() {
			e, nuovo, err := u.chiede(repliche[i%2], r)
			if err != nil || e.Procedura != verbale.Validato || e.Sequenza != 3 {
				t.Errorf("%+v %v", e, err)
			}
			if nuovo {
				nuovi.Add(1)
			}
		})
	}
	insieme.Wait()
	if n := b.conta(t, "alfa", `SELECT count(*) FROM avviso WHERE verbale = $1`, u.id); nuovi.Load() != 1 || n != 2 {
		t.Errorf("%d recorded, %d notices", nuovi.Load(), n)
	}
}

// Where the command has no range nothing is validated, and nothing is left behind.
func TestSenzaNumeriDiAvviso(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`), `DELETE FROM intervallo`)
	u := nuovoUfficio(t, b, "SENZA-1")
	_, _, err := u.chiede(u.Service, verbale.RichiestaEvento{Tipo: string(verbale.EventoValidato), Motivo: "prova", Idempotenza: "x"})
	if !problem.Is(err, "INTERVALLO_ESAURITO") {
		t.Errorf("%v", err)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM evento WHERE verbale = $1`, u.id); n != 1 {
		t.Errorf("%d events", n)
	}
}
