package invio_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/invio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

// The position and the attempt of the fine below.
const (
	posizione = 1
	tentativo = 70
)

func violazione() calendario.Giorno { return calendario.MustParse("2026-11-10") }

// pratica is a fine whose act left by SEND on the 12th of November 2026, and what happened to it.
type pratica struct {
	stato  vita.Stato
	storia []vita.Evento
	oggi   calendario.Giorno
}

func (p *pratica) ora() time.Time { return p.oggi.Inizio().Add(12 * time.Hour) }

func (p *pratica) applica(eventi ...vita.Evento) error {
	for _, e := range eventi {
		dopo, err := vita.Applica(p.stato, e)
		if err != nil {
			return fmt.Errorf("%s from %+v: %w", e.Tipo(), p.stato.Assi, err)
		}
		e.Sequenza = dopo.Sequenza
		p.stato, p.storia = dopo, append(p.storia, e)
	}
	return nil
}

func (p *pratica) evento(posizione byte, d vita.Dati) vita.Evento {
	return vita.Evento{Posizione: id(posizione), DataLegale: p.oggi, Registrato: p.ora(), Attore: "prova", Causa: "motivo", Dati: d}
}

func spedita(t *rapid.T) *pratica {
	p := &pratica{stato: vita.Stato{ID: id(9)}, oggi: violazione().AddDays(2)}
	for _, e := range []vita.Evento{
		p.evento(0, vita.Inserito{Punti: verbale.PuntiNonDovuti,
			Posizioni:  []vita.Posizione{{ID: id(posizione), Ordine: 1, Titolo: verbale.Obbligato, Soggetto: id(21)}},
			Violazioni: []vita.ViolazioneScelta{{Codice: "7-14-p1", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}}}),
		p.evento(0, vita.ValidatoDati{Politica: vita.Automatica}),
		p.evento(posizione, vita.AttoGenerato{Documenti: []vita.Documento{{ID: id(60), Tipo: verbale.DocumentoAtto}}}),
		p.evento(posizione, vita.NotificaAvviata{IDNotifica: id(tentativo), Canale: "SEND", Parte: true, SHA256: "ab"}),
	} {
		if err := p.applica(e); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// estraneo is something else that may happen to the fine meanwhile; refusals of the fine are theirs.
func (p *pratica) estraneo(t *rapid.T) {
	fatti := []vita.Evento{
		p.evento(0, vita.Movimento{Quale: verbale.EventoAnnullato, Conto: &vita.Conto{}}),
		p.evento(posizione, vita.Fatto{Quale: verbale.EventoPosizioneChiusa, Testo: "non risponde"}),
		p.evento(posizione, vita.Fatto{Quale: verbale.EventoProvaConfermata}),
		p.evento(posizione, vita.NotificaNonRiuscita{IDNotifica: id(tentativo), Motivo: "persa"}),
		p.evento(posizione, vita.NotificaPerfezionata{Canale: "MANI"}),
		p.evento(posizione, vita.NotificaRettificata{Precedente: p.stato.Posizioni[0].GiornoZero}),
	}
	fatti[3].Deciso.Procedura, fatti[4].Deciso.Procedura = verbale.NonNotificabile, verbale.Notificato
	_ = p.applica(fatti[rapid.IntRange(0, len(fatti)-1).Draw(t, "estraneo")])
}

// unEsito is any outcome of the attempt.
func (p *pratica) unEsito(t *rapid.T) invio.Esito {
	stati := []string{event.InvioAccettato, event.InvioNonPartito, event.InvioRifiutato, event.InvioPerfezionato, event.InvioPerfezionato,
		event.InvioNonPiuPerfezionato, event.InvioNonPerfezionabile, event.InvioAnnullato}
	return invio.Esito{Posizione: id(posizione), Tentativo: id(tentativo), Canale: "SEND", Revisione: rapid.IntRange(1, 8).Draw(t, "revisione"),
		Stato: rapid.SampledFrom(stati).Draw(t, "stato"), IUN: "UJRX-APEQ-UEYZ-202606-R-1", Giorno: violazione().AddDays(rapid.IntRange(0, 8).Draw(t, "giorno")),
		Accettata: violazione().AddDays(3), Via: cds.CanaleSendDigitale, Modo: "VISIONE", Codici: []string{"X"}}
}

// TestGliEsitiNonFannoMaiViolenza: whatever SEND says, whenever, the fine admits what follows from it, the same again changes nothing, a
// service taken back holds surcharge and enforcement, nothing that is closed opens, and the history replays to the same fine.
func TestGliEsitiNonFannoMaiViolenza(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := spedita(t)
		quadro := conseguenze.Quadro{Violazione: violazione(), Accertamento: violazione()}
		for range rapid.IntRange(1, 12).Draw(t, "quanti") {
			p.oggi = p.oggi.AddDays(rapid.IntRange(0, 2).Draw(t, "giorni"))
			if rapid.IntRange(0, 3).Draw(t, "chi") == 0 {
				p.estraneo(t)
				continue
			}
			x, chiuso, servizio := p.unEsito(t), p.stato.ProceduraChiusa(), servitaDaSend(p)
			eventi, err := x.Decidi(p.stato, p.storia, quadro, p.ora())
			if err == nil {
				err = p.applica(eventi...)
			}
			if err != nil {
				t.Fatalf("%+v: %v", x, err)
			}
			ancora, err := x.Decidi(p.stato, p.storia, quadro, p.ora())
			if err != nil || len(eventi) > 0 && len(ancora) > 0 {
				t.Fatalf("%+v again: %v %v", x, vita.ElencoTipi(ancora), err)
			}
			if x.Stato == event.InvioNonPiuPerfezionato && servizio && len(eventi) > 0 && p.stato.Fermo(id(posizione)) == "" {
				t.Fatalf("%+v holds nothing", x)
			}
			if chiuso && !p.stato.ProceduraChiusa() {
				t.Fatalf("%+v opened the fine: %+v", x, p.stato.Assi)
			}
		}
		rivissuto, err := vita.Rivivi(p.stato.ID, p.storia)
		if diversi := vita.Confronta(rivissuto, p.stato); err != nil || len(diversi) > 0 {
			t.Fatalf("%v %v", diversi, err)
		}
	})
}

// servitaDaSend reports that the day of service is that of the attempt.
func servitaDaSend(p *pratica) bool {
	return slices.ContainsFunc(p.storia, func(e vita.Evento) bool {
		x, c := e.Dati.(vita.NotificaPerfezionata)
		return c && x.Canale == string(cds.CanaleSendDigitale)
	})
}

// TestUnEsitoDiAltri: an attempt of another fine, position or channel is unknown; of a fine whose persons were erased nothing is kept.
func TestUnEsitoDiAltri(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := spedita(t)
		x := p.unEsito(t)
		for nome, cambia := range map[string]func(*invio.Esito){
			"attempt":  func(x *invio.Esito) { x.Tentativo = id(71) },
			"position": func(x *invio.Esito) { x.Posizione = id(2) },
			"channel":  func(x *invio.Esito) { x.Canale = "PEC" },
		} {
			y := x
			cambia(&y)
			if eventi, err := y.Decidi(p.stato, p.storia, conseguenze.Quadro{}, p.ora()); !errors.Is(err, invio.ErrIgnoto) || len(eventi) > 0 {
				t.Fatalf("%s: %v %v", nome, eventi, err)
			}
			p.stato.Cancellato = true
			if eventi, err := y.Decidi(p.stato, p.storia, conseguenze.Quadro{}, p.ora()); err != nil || len(eventi) > 0 {
				t.Fatalf("%s: %v %v", nome, eventi, err)
			}
			p.stato.Cancellato = false
		}
	})
}
