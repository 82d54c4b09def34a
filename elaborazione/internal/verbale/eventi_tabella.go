package verbale

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// contenuto is what a person asks with one kind of event: its data, how they are checked whatever the fine,
// and what they decide for one. decidi is pure but for the new identifiers; Applica judges what it gives.
type contenuto interface {
	controlla(v *vaglio, m *mossa)
	decidi(s Stato, m mossa) ([]Evento, error)
}

// voce is how a kind of event is read and decided. Who may ask it is in the table of transitions.
type voce struct {
	permesso  auth.Permission
	posizione bool // it may name a position
	storia    bool // its decision looks at the events before it
	leggi     func(json.RawMessage) (contenuto, error)
}

// leggi reads the data of a kind strictly.
func leggi[D any, P interface {
	*D
	contenuto
}](grezzi json.RawMessage) (contenuto, error) {
	d, err := web.DecodePart[D]("dati", grezzi)
	if err != nil {
		return nil, err
	}
	return P(&d), nil
}

// voci is every kind of event that a person may record here, by chapter.
//
//nolint:gochecknoglobals // made once: it never changes
var voci = sync.OnceValue(func() map[Tipo]voce {
	sulVerbale := func(l func(json.RawMessage) (contenuto, error)) voce { return voce{leggi: l} }
	suPosizione := func(l func(json.RawMessage) (contenuto, error)) voce { return voce{leggi: l, posizione: true} }
	conStoria := func(l func(json.RawMessage) (contenuto, error)) voce {
		return voce{leggi: l, posizione: true, storia: true}
	}
	tutte := map[Tipo]voce{
		EventoRedatto:               sulVerbale(leggi[fatto]),
		EventoValidato:              sulVerbale(leggi[validazione]),
		EventoScartato:              sulVerbale(leggi[chiusura]),
		EventoAnnullato:             sulVerbale(leggi[chiusura]),
		EventoArchiviato:            sulVerbale(leggi[chiusura]),
		EventoEstintoTermini:        sulVerbale(leggi[chiusura]),
		EventoEstintoDecesso:        sulVerbale(leggi[chiusura]),
		EventoDefinito:              sulVerbale(leggi[fatto]),
		EventoIntestatarioRichiesto: suPosizione(leggi[ricercaIntestatario]),
		EventoIntestatarioTrovato:   suPosizione(leggi[nomina]),
		EventoPosizioneAperta:       sulVerbale(leggi[apertura]),
		EventoPosizioneChiusa:       suPosizione(leggi[chiusuraPosizione]),

		EventoSpeseAddebitate:      suPosizione(leggi[addebito]),
		EventoNotificaAvviata:      suPosizione(leggi[invio]),
		EventoNotificaNonRiuscita:  suPosizione(leggi[invioFallito]),
		EventoNotificaPerfezionata: suPosizione(leggi[perfezionamento]),
		EventoNotificaRettificata:  suPosizione(leggi[rettifica]),
		EventoProvaContestata:      suPosizione(leggi[prova]),
		EventoProvaConfermata:      suPosizione(leggi[prova]),

		EventoPagamentoStornato:     sulVerbale(leggi[storno]),
		EventoRimborso:              sulVerbale(leggi[rimborso]),
		EventoSgravio:               sulVerbale(leggi[sgravio]),
		EventoDebitoSospeso:         sulVerbale(leggi[fatto]),
		EventoDebitoRipreso:         sulVerbale(leggi[ripresa]),
		EventoRateizzazioneConcessa: suPosizione(leggi[rateizzazione]),
		EventoRateizzazioneDecaduta: suPosizione(leggi[decadenza]),

		EventoRicorsoPresentato:    suPosizione(leggi[ricorsoPresentato]),
		EventoRicorsoTrasmesso:     suPosizione(leggi[passoRicorso]),
		EventoSospensivaConcessa:   suPosizione(leggi[passoRicorso]),
		EventoSospensivaRevocata:   conStoria(leggi[sospensivaRevocata]),
		EventoRicorsoAccolto:       suPosizione(leggi[accoglimento]),
		EventoRicorsoRespinto:      suPosizione(leggi[decisioneRicorso]),
		EventoRicorsoRideterminato: suPosizione(leggi[decisioneRicorso]),
		EventoRicorsoInammissibile: suPosizione(leggi[passoRicorso]),
		EventoRicorsoImpugnato:     suPosizione(leggi[impugnazione]),
		EventoRicorsoDefinito:      suPosizione(leggi[passoRicorso]),
		EventoOrdinanzaEmessa:      suPosizione(leggi[ordinanzaEmessa]),
		EventoOrdinanzaNotificata:  suPosizione(leggi[ordinanzaNotificata]),

		EventoConducenteRichiesto: suPosizione(leggi[richiestaConducente]),
		EventoConducenteRicevuto:  sulVerbale(leggi[datiConducente]),
		EventoConducenteOmesso:    suPosizione(leggi[omissioneConducente]),
		EventoPuntiDaComunicare:   sulVerbale(leggi[puntiDaComunicare]),
		EventoPuntiComunicati:     sulVerbale(leggi[fatto]),
		EventoPuntiScartati:       sulVerbale(leggi[fatto]),

		EventoSollecitoInviato:     suPosizione(leggi[fatto]),
		EventoCreditoSelezionato:   suPosizione(leggi[fatto]),
		EventoIscrittoARuolo:       suPosizione(leggi[fatto]),
		EventoIngiunzioneEmessa:    suPosizione(leggi[fatto]),
		EventoCreditoRiscosso:      suPosizione(leggi[fatto]),
		EventoCreditoInesigibile:   suPosizione(leggi[fatto]),
		EventoCreditoDiscaricato:   suPosizione(leggi[fatto]),
		EventoRiscossioneBloccata:  suPosizione(leggi[fatto]),
		EventoRiscossioneSbloccata: conStoria(leggi[sblocco]),

		EventoAnomaliaAperta:  suPosizione(leggi[segnalazione]),
		EventoAnomaliaRisolta: sulVerbale(leggi[soluzione]),
		EventoNotaAggiunta:    suPosizione(leggi[nota]),
	}
	for t, v := range tutte {
		v.permesso = auth.PermessoVerbaleDecidi
		if chiPuo(t) == ChiOpera {
			v.permesso = auth.PermessoVerbaleAnnota
		}
		tutte[t] = v
	}
	return tutte
})

// chiPuo says who may record a kind of event; a kind that the table does not have is nobody's.
func chiPuo(t Tipo) Chi {
	if righe := righeDi(t); len(righe) > 0 {
		return righe[0].Chi
	}
	return SoloSistema
}

// voceDi finds a kind; false for one that no person records here.
func voceDi(t Tipo) (voce, bool) {
	v, ok := voci()[t]
	if chi := chiPuo(t); chi != ChiOpera && chi != ChiDecide {
		return voce{}, false
	}
	return v, ok
}

// TipiDiPersona lists the kinds of event that a person may record at POST /verbali/{id}/eventi, in the
// order of the table.
func TipiDiPersona() []string {
	var tipi []string
	for _, x := range Transizioni() {
		if _, ok := voceDi(x.Evento); ok && !slices.Contains(tipi, string(x.Evento)) {
			tipi = append(tipi, string(x.Evento))
		}
	}
	return tipi
}
