package app_test

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// elaborazione answers the commands in its stead, to an operator who proves with core's keys to be an officer of alfa.
type elaborazione struct {
	mu      sync.Mutex
	chieste []string // operation, caller and question
	rifiuta error
	azioni  event.RispostaAzioni // to who decides; who annotates hears of notes alone
	muta    bool                 // it does not say what is admitted
}

// ammette says from now on that these events are admitted, whatever the fine; campi are fields by event.
func (e *elaborazione) ammette(campi map[string][]event.CampoAzione, tipi ...string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.azioni = event.RispostaAzioni{Sequenza: 2, Negate: []event.AzioneNegata{
		{Tipo: "RICORSO_TRASMESSO", Parole: "Trasmetti <il> ricorso", Regola: "Serve un ricorso"}}}
	for _, t := range tipi {
		a := event.AzioneAmmessa{Tipo: t, Parole: verbale.TipoEvento(t).Azione(), Campi: campi[t]}
		if t == "ANOMALIA_RISOLTA" {
			a.Campi = append(a.Campi, event.CampoAzione{Nome: "dati.anomalia", Tipo: event.CampoAnomalia, Obbligatorio: true, Valori: []string{idAnomalia, idPosizione}})
		}
		e.azioni.Ammesse = append(e.azioni.Ammesse, a)
	}
}

// dice is what the caller hears to be admitted.
func (e *elaborazione) dice(chi auth.Identity) (any, error) {
	switch {
	case e.muta:
		return nil, problem.NonDisponibile("DATI_NON_PRONTI", "Non ancora.")
	case chi.Can(auth.PermessoVerbaleDecidi):
		return e.azioni, nil
	}
	return event.RispostaAzioni{Sequenza: 2, Ammesse: []event.AzioneAmmessa{{Tipo: "NOTA_AGGIUNTA", Parole: "Aggiungi la nota"}}}, nil
}

func (b *banco) elaborazione(t *testing.T) *elaborazione {
	t.Helper()
	e := &elaborazione{}
	v := auth.NewVerifier("elaborazione", tempo.Adesso)
	if err := v.Set([]byte(b.navigatore(t).apri("/CoreService/rest/chiavi").corpo)); err != nil {
		t.Fatal(err)
	}
	sua := testkit.Bus(t, b.nats, "elaborazione")
	for _, operazione := range []string{event.LottoCrea, event.LottoAnteprima, event.LottoChiudi, event.LottoPausa, event.LottoRiprendi,
		event.LottoAnnulla, event.LottoRiprova, event.VerbaleEvento, event.VerbaleAzioni, event.EsitiCarica,
		event.TariffeSegnala, event.PdndStato, event.PdndProva, event.RegistriDomicili, event.RegistriAttese, event.PianoSimula} {
		if err := sua.Reply(operazione, 5*time.Second, func(ctx context.Context, corpo []byte) (any, error) {
			chi, err := v.Verify(bus.Token(ctx))
			if err != nil {
				return nil, err
			}
			e.mu.Lock()
			defer e.mu.Unlock()
			if operazione == event.VerbaleAzioni {
				return e.dice(chi)
			}
			e.chieste = append(e.chieste, fmt.Sprintf("%s %s %s %s", operazione, chi.User, chi.Tenant, corpo))
			if e.rifiuta != nil {
				return nil, e.rifiuta
			}
			if operazione == event.VerbaleEvento {
				return event.RispostaEvento{Sequenza: 3, Procedura: "VALIDATO", Nuovo: true}, nil
			}
			if operazione == event.TariffeSegnala {
				return event.RispostaTariffe{Aperte: 2, Gia: 1}, nil
			}
			if operazione == event.PdndStato {
				return statoPdnd(), nil
			}
			if operazione == event.LottoAnteprima && bytes.Contains(corpo, []byte(`"proposta"`)) {
				return unaProposta(), nil
			}
			if operazione == event.LottoAnteprima {
				return unaVista(), nil
			}
			if operazione == event.RegistriAttese {
				return unaAttesa(), nil
			}
			if operazione == event.PianoSimula {
				return unaSimulazione(), nil
			}
			if operazione == event.RegistriDomicili {
				return unDomiciliato(), nil
			}
			if operazione == event.PdndProva {
				return event.ProvaPdnd{EService: "inad", Frase: "La PDND ha rifiutato il voucher.", Asserzione: "a.b.c"}, nil
			}
			if operazione == event.EsitiCarica {
				return event.RispostaEsiti{IDEsito: idEsito, Stato: "ACCODATO", Totale: 2}, nil
			}
			return event.RispostaLotto{IDLotto: idInCoda, Stato: "ACCODATO", Totale: 1}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func (e *elaborazione) rispondi(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rifiuta = err
}

// prendi gives what was asked since the last time.
func (e *elaborazione) prendi() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() { e.chieste = nil }()
	return e.chieste
}
