package mosse

import (
	"slices"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// contenuto is what a person asks with one kind of event: its data, how they are checked whatever the fine,
// and what they decide for one. decidi is pure but for the new identifiers; Applica judges what it gives.
type contenuto interface {
	controlla(v *vaglio.Vaglio, m *Mossa)
	decidi(s vita.Stato, m Mossa) ([]vita.Evento, error)
}

// voce is how a kind of event is read and decided. The table of transitions says who may ask for
// it.
type voce struct {
	posizione bool // it may name a position
	storia    bool // its decision looks at the events before it
	leggi     func(lettore) (contenuto, error)
}

// leggi reads the data of a kind strictly.
func leggi[D any, P interface {
	*D
	contenuto
}](dati lettore) (contenuto, error) {
	var d D
	if err := dati(&d); err != nil {
		return nil, err
	}
	return P(&d), nil
}

// voci is every kind of event that a person may record here, by chapter.
//
//nolint:gochecknoglobals // made once: it never changes
var voci = sync.OnceValue(func() map[verbale.TipoEvento]voce {
	sulVerbale := func(l func(lettore) (contenuto, error)) voce { return voce{leggi: l} }
	suPosizione := func(l func(lettore) (contenuto, error)) voce { return voce{leggi: l, posizione: true} }
	conStoria := func(l func(lettore) (contenuto, error)) voce {
		return voce{leggi: l, posizione: true, storia: true}
	}
	return map[verbale.TipoEvento]voce{
		verbale.EventoRedatto:               sulVerbale(leggi[fatto]),
		verbale.EventoValidato:              sulVerbale(leggi[validazione]),
		verbale.EventoViolazioneScelta:      sulVerbale(leggi[sceltaRiga]),
		verbale.EventoDispositivoIndicato:   sulVerbale(leggi[dispositivoIndicato]),
		verbale.EventoViolazioneRettificata: sulVerbale(leggi[rettificaRiga]),
		verbale.EventoScartato:              sulVerbale(leggi[chiusura]),
		verbale.EventoAnnullato:             sulVerbale(leggi[chiusura]),
		verbale.EventoArchiviato:            sulVerbale(leggi[chiusura]),
		verbale.EventoEstintoTermini:        sulVerbale(leggi[chiusura]),
		verbale.EventoEstintoDecesso:        sulVerbale(leggi[chiusura]),
		verbale.EventoDefinito:              sulVerbale(leggi[fatto]),
		verbale.EventoIntestatarioRichiesto: suPosizione(leggi[ricercaIntestatario]),
		verbale.EventoIntestatarioTrovato:   suPosizione(leggi[nomina]),
		verbale.EventoPosizioneAperta:       sulVerbale(leggi[apertura]),
		verbale.EventoPosizioneChiusa:       suPosizione(leggi[chiusuraPosizione]),

		verbale.EventoAssicurazioneRegolarizzata: sulVerbale(leggi[regolarizzazione]),

		verbale.EventoSpeseAddebitate:      suPosizione(leggi[addebito]),
		verbale.EventoNotificaAvviata:      suPosizione(leggi[invio]),
		verbale.EventoNotificaNonRiuscita:  suPosizione(leggi[invioFallito]),
		verbale.EventoNotificaPerfezionata: suPosizione(leggi[perfezionamento]),
		verbale.EventoNotificaRettificata:  suPosizione(leggi[rettifica]),
		verbale.EventoProvaContestata:      suPosizione(leggi[prova]),
		verbale.EventoProvaConfermata:      suPosizione(leggi[prova]),
		verbale.EventoRecapitoIndicato:     suPosizione(leggi[recapito]),

		verbale.EventoVisuraChiesta:   suPosizione(leggi[visura]),
		verbale.EventoVisuraApplicata: suPosizione(leggi[visura]),
		verbale.EventoVisuraScartata:  suPosizione(leggi[visura]),

		verbale.EventoPagamentoStornato:     sulVerbale(leggi[storno]),
		verbale.EventoRimborso:              sulVerbale(leggi[rimborso]),
		verbale.EventoSgravio:               sulVerbale(leggi[sgravio]),
		verbale.EventoDebitoSospeso:         sulVerbale(leggi[fatto]),
		verbale.EventoDebitoRipreso:         sulVerbale(leggi[ripresa]),
		verbale.EventoRateizzazioneConcessa: suPosizione(leggi[rateizzazione]),
		verbale.EventoRateizzazioneDecaduta: suPosizione(leggi[decadenza]),

		verbale.EventoRicorsoPresentato:    suPosizione(leggi[ricorsoPresentato]),
		verbale.EventoRicorsoTrasmesso:     suPosizione(leggi[passoRicorso]),
		verbale.EventoSospensivaConcessa:   suPosizione(leggi[passoRicorso]),
		verbale.EventoSospensivaRevocata:   conStoria(leggi[sospensivaRevocata]),
		verbale.EventoRicorsoAccolto:       suPosizione(leggi[accoglimento]),
		verbale.EventoRicorsoRespinto:      suPosizione(leggi[decisioneRicorso]),
		verbale.EventoRicorsoRideterminato: suPosizione(leggi[decisioneRicorso]),
		verbale.EventoRicorsoInammissibile: suPosizione(leggi[passoRicorso]),
		verbale.EventoRicorsoImpugnato:     suPosizione(leggi[impugnazione]),
		verbale.EventoRicorsoDefinito:      suPosizione(leggi[passoRicorso]),
		verbale.EventoOrdinanzaEmessa:      suPosizione(leggi[ordinanzaEmessa]),
		verbale.EventoOrdinanzaNotificata:  suPosizione(leggi[ordinanzaNotificata]),

		verbale.EventoConducenteRichiesto: suPosizione(leggi[richiestaConducente]),
		verbale.EventoConducenteRicevuto:  sulVerbale(leggi[datiConducente]),
		verbale.EventoConducenteOmesso:    suPosizione(leggi[omissioneConducente]),
		verbale.EventoPuntiDaComunicare:   sulVerbale(leggi[puntiDaComunicare]),
		verbale.EventoPuntiComunicati:     sulVerbale(leggi[fatto]),
		verbale.EventoPuntiScartati:       sulVerbale(leggi[fatto]),

		verbale.EventoSollecitoInviato:     suPosizione(leggi[fatto]),
		verbale.EventoCreditoSelezionato:   suPosizione(leggi[fatto]),
		verbale.EventoIscrittoARuolo:       suPosizione(leggi[fatto]),
		verbale.EventoIngiunzioneEmessa:    suPosizione(leggi[fatto]),
		verbale.EventoCreditoRiscosso:      suPosizione(leggi[fatto]),
		verbale.EventoCreditoInesigibile:   suPosizione(leggi[fatto]),
		verbale.EventoCreditoDiscaricato:   suPosizione(leggi[fatto]),
		verbale.EventoRiscossioneBloccata:  suPosizione(leggi[fatto]),
		verbale.EventoRiscossioneSbloccata: conStoria(leggi[sblocco]),

		verbale.EventoAnomaliaAperta:  suPosizione(leggi[segnalazione]),
		verbale.EventoAnomaliaRisolta: sulVerbale(leggi[soluzione]),
		verbale.EventoNotaAggiunta:    suPosizione(leggi[nota]),
	}
})

// chiPuo says who may record a kind of event; a kind that the table does not have is nobody's.
func chiPuo(t verbale.TipoEvento) transizioni.Chi {
	if righe := transizioni.Di(t); len(righe) > 0 {
		return righe[0].Chi
	}
	return transizioni.SoloSistema
}

// voceDi finds a kind; false for one that no person records here.
func voceDi(t verbale.TipoEvento) (voce, bool) {
	v, ok := voci()[t]
	if chi := chiPuo(t); chi != transizioni.ChiOpera && chi != transizioni.ChiDecide {
		return voce{}, false
	}
	return v, ok
}

// ChiRegistra says who may record a kind of event here; 400 for a kind that no person records.
func ChiRegistra(t verbale.TipoEvento) (transizioni.Chi, error) {
	if _, ok := voceDi(t); !ok {
		return transizioni.SoloSistema, tipoEstraneo()
	}
	return chiPuo(t), nil
}

// tipoEstraneo refuses a kind of event that no person records here.
func tipoEstraneo() error {
	return problem.CampoNonValido("tipo", "è ammesso uno tra "+strings.Join(TipiDiPersona(), ", "))
}

// TipiDiPersona lists the kinds of event that a person may record at POST /verbali/{id}/eventi, in the
// order of the table.
func TipiDiPersona() []string {
	var tipi []string
	for _, x := range transizioni.Tutte() {
		if _, ok := voceDi(x.Evento); ok && !slices.Contains(tipi, string(x.Evento)) {
			tipi = append(tipi, string(x.Evento))
		}
	}
	return tipi
}
