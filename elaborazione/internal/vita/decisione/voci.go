package decisione

import (
	"slices"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// contenuto is what a person asks with one kind of event: its data, how they are checked whatever the fine,
// and what they decide for one. decidi is pure but for the new identifiers; Applica judges what it gives.
type contenuto interface {
	controlla(v *vaglio, m *Mossa)
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
var voci = sync.OnceValue(func() map[vita.Tipo]voce {
	sulVerbale := func(l func(lettore) (contenuto, error)) voce { return voce{leggi: l} }
	suPosizione := func(l func(lettore) (contenuto, error)) voce { return voce{leggi: l, posizione: true} }
	conStoria := func(l func(lettore) (contenuto, error)) voce {
		return voce{leggi: l, posizione: true, storia: true}
	}
	return map[vita.Tipo]voce{
		vita.EventoRedatto:               sulVerbale(leggi[fatto]),
		vita.EventoValidato:              sulVerbale(leggi[validazione]),
		vita.EventoScartato:              sulVerbale(leggi[chiusura]),
		vita.EventoAnnullato:             sulVerbale(leggi[chiusura]),
		vita.EventoArchiviato:            sulVerbale(leggi[chiusura]),
		vita.EventoEstintoTermini:        sulVerbale(leggi[chiusura]),
		vita.EventoEstintoDecesso:        sulVerbale(leggi[chiusura]),
		vita.EventoDefinito:              sulVerbale(leggi[fatto]),
		vita.EventoIntestatarioRichiesto: suPosizione(leggi[ricercaIntestatario]),
		vita.EventoIntestatarioTrovato:   suPosizione(leggi[nomina]),
		vita.EventoPosizioneAperta:       sulVerbale(leggi[apertura]),
		vita.EventoPosizioneChiusa:       suPosizione(leggi[chiusuraPosizione]),

		vita.EventoSpeseAddebitate:      suPosizione(leggi[addebito]),
		vita.EventoNotificaAvviata:      suPosizione(leggi[invio]),
		vita.EventoNotificaNonRiuscita:  suPosizione(leggi[invioFallito]),
		vita.EventoNotificaPerfezionata: suPosizione(leggi[perfezionamento]),
		vita.EventoNotificaRettificata:  suPosizione(leggi[rettifica]),
		vita.EventoProvaContestata:      suPosizione(leggi[prova]),
		vita.EventoProvaConfermata:      suPosizione(leggi[prova]),
		verbale.EventoRecapitoIndicato:  suPosizione(leggi[recapito]),

		vita.EventoPagamentoStornato:     sulVerbale(leggi[storno]),
		vita.EventoRimborso:              sulVerbale(leggi[rimborso]),
		vita.EventoSgravio:               sulVerbale(leggi[sgravio]),
		vita.EventoDebitoSospeso:         sulVerbale(leggi[fatto]),
		vita.EventoDebitoRipreso:         sulVerbale(leggi[ripresa]),
		vita.EventoRateizzazioneConcessa: suPosizione(leggi[rateizzazione]),
		vita.EventoRateizzazioneDecaduta: suPosizione(leggi[decadenza]),

		vita.EventoRicorsoPresentato:    suPosizione(leggi[ricorsoPresentato]),
		vita.EventoRicorsoTrasmesso:     suPosizione(leggi[passoRicorso]),
		vita.EventoSospensivaConcessa:   suPosizione(leggi[passoRicorso]),
		vita.EventoSospensivaRevocata:   conStoria(leggi[sospensivaRevocata]),
		vita.EventoRicorsoAccolto:       suPosizione(leggi[accoglimento]),
		vita.EventoRicorsoRespinto:      suPosizione(leggi[decisioneRicorso]),
		vita.EventoRicorsoRideterminato: suPosizione(leggi[decisioneRicorso]),
		vita.EventoRicorsoInammissibile: suPosizione(leggi[passoRicorso]),
		vita.EventoRicorsoImpugnato:     suPosizione(leggi[impugnazione]),
		vita.EventoRicorsoDefinito:      suPosizione(leggi[passoRicorso]),
		vita.EventoOrdinanzaEmessa:      suPosizione(leggi[ordinanzaEmessa]),
		vita.EventoOrdinanzaNotificata:  suPosizione(leggi[ordinanzaNotificata]),

		vita.EventoConducenteRichiesto: suPosizione(leggi[richiestaConducente]),
		vita.EventoConducenteRicevuto:  sulVerbale(leggi[datiConducente]),
		vita.EventoConducenteOmesso:    suPosizione(leggi[omissioneConducente]),
		vita.EventoPuntiDaComunicare:   sulVerbale(leggi[puntiDaComunicare]),
		vita.EventoPuntiComunicati:     sulVerbale(leggi[fatto]),
		vita.EventoPuntiScartati:       sulVerbale(leggi[fatto]),

		vita.EventoSollecitoInviato:     suPosizione(leggi[fatto]),
		vita.EventoCreditoSelezionato:   suPosizione(leggi[fatto]),
		vita.EventoIscrittoARuolo:       suPosizione(leggi[fatto]),
		vita.EventoIngiunzioneEmessa:    suPosizione(leggi[fatto]),
		vita.EventoCreditoRiscosso:      suPosizione(leggi[fatto]),
		vita.EventoCreditoInesigibile:   suPosizione(leggi[fatto]),
		vita.EventoCreditoDiscaricato:   suPosizione(leggi[fatto]),
		vita.EventoRiscossioneBloccata:  suPosizione(leggi[fatto]),
		vita.EventoRiscossioneSbloccata: conStoria(leggi[sblocco]),

		vita.EventoAnomaliaAperta:  suPosizione(leggi[segnalazione]),
		vita.EventoAnomaliaRisolta: sulVerbale(leggi[soluzione]),
		vita.EventoNotaAggiunta:    suPosizione(leggi[nota]),
	}
})

// chiPuo says who may record a kind of event; a kind that the table does not have is nobody's.
func chiPuo(t vita.Tipo) vita.Chi {
	if righe := vita.RigheDi(t); len(righe) > 0 {
		return righe[0].Chi
	}
	return vita.SoloSistema
}

// voceDi finds a kind; false for one that no person records here.
func voceDi(t vita.Tipo) (voce, bool) {
	v, ok := voci()[t]
	if chi := chiPuo(t); chi != vita.ChiOpera && chi != vita.ChiDecide {
		return voce{}, false
	}
	return v, ok
}

// ChiRegistra says who may record a kind of event here; 400 for a kind that no person records.
func ChiRegistra(t vita.Tipo) (vita.Chi, error) {
	if _, ok := voceDi(t); !ok {
		return vita.SoloSistema, tipoEstraneo()
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
	for _, x := range vita.Transizioni() {
		if _, ok := voceDi(x.Evento); ok && !slices.Contains(tipi, string(x.Evento)) {
			tipi = append(tipi, string(x.Evento))
		}
	}
	return tipi
}
