package vita

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// NuovoID is a time-ordered identifier.
func NuovoID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Tipo names a kind of event, by the vocabulary: when each may happen is in the chapters.
type Tipo = verbale.TipoEvento

// The events, by the names that the vocabulary gives them.
const (
	EventoInserito              = verbale.EventoInserito
	EventoRedatto               = verbale.EventoRedatto
	EventoContestato            = verbale.EventoContestato
	EventoValidato              = verbale.EventoValidato
	EventoScartato              = verbale.EventoScartato
	EventoAnnullato             = verbale.EventoAnnullato
	EventoArchiviato            = verbale.EventoArchiviato
	EventoEstintoTermini        = verbale.EventoEstintoTermini
	EventoEstintoDecesso        = verbale.EventoEstintoDecesso
	EventoDefinito              = verbale.EventoDefinito
	EventoAvvisiEmessi          = verbale.EventoAvvisiEmessi
	EventoIntestatarioRichiesto = verbale.EventoIntestatarioRichiesto
	EventoIntestatarioTrovato   = verbale.EventoIntestatarioTrovato
	EventoIntestatarioAnomalo   = verbale.EventoIntestatarioAnomalo
	EventoPosizioneAperta       = verbale.EventoPosizioneAperta
	EventoPosizioneChiusa       = verbale.EventoPosizioneChiusa
	EventoAttoGenerato          = verbale.EventoAttoGenerato
	EventoSpeseAddebitate       = verbale.EventoSpeseAddebitate

	EventoNotificaAvviata      = verbale.EventoNotificaAvviata
	EventoNotificaNonRiuscita  = verbale.EventoNotificaNonRiuscita
	EventoNotificaPerfezionata = verbale.EventoNotificaPerfezionata
	EventoNotificaRettificata  = verbale.EventoNotificaRettificata
	EventoProvaContestata      = verbale.EventoProvaContestata
	EventoProvaConfermata      = verbale.EventoProvaConfermata

	EventoScontoDecorso         = verbale.EventoScontoDecorso
	EventoRidottoDecorso        = verbale.EventoRidottoDecorso
	EventoPagamento             = verbale.EventoPagamento
	EventoPagamentoStornato     = verbale.EventoPagamentoStornato
	EventoRimborso              = verbale.EventoRimborso
	EventoSgravio               = verbale.EventoSgravio
	EventoDebitoSospeso         = verbale.EventoDebitoSospeso
	EventoDebitoRipreso         = verbale.EventoDebitoRipreso
	EventoRateizzazioneConcessa = verbale.EventoRateizzazioneConcessa
	EventoRateizzazioneDecaduta = verbale.EventoRateizzazioneDecaduta
	EventoRicorsoPresentato     = verbale.EventoRicorsoPresentato
	EventoRicorsoTrasmesso      = verbale.EventoRicorsoTrasmesso
	EventoSospensivaConcessa    = verbale.EventoSospensivaConcessa
	EventoSospensivaRevocata    = verbale.EventoSospensivaRevocata
	EventoRicorsoAccolto        = verbale.EventoRicorsoAccolto
	EventoRicorsoRespinto       = verbale.EventoRicorsoRespinto
	EventoRicorsoRideterminato  = verbale.EventoRicorsoRideterminato
	EventoRicorsoInammissibile  = verbale.EventoRicorsoInammissibile
	EventoRicorsoImpugnato      = verbale.EventoRicorsoImpugnato
	EventoRicorsoDefinito       = verbale.EventoRicorsoDefinito
	EventoOrdinanzaEmessa       = verbale.EventoOrdinanzaEmessa
	EventoOrdinanzaNotificata   = verbale.EventoOrdinanzaNotificata
	EventoConducenteRichiesto   = verbale.EventoConducenteRichiesto
	EventoConducenteRicevuto    = verbale.EventoConducenteRicevuto
	EventoConducenteOmesso      = verbale.EventoConducenteOmesso
	EventoPuntiDaComunicare     = verbale.EventoPuntiDaComunicare
	EventoPuntiComunicati       = verbale.EventoPuntiComunicati
	EventoPuntiScartati         = verbale.EventoPuntiScartati
	EventoSollecitoInviato      = verbale.EventoSollecitoInviato
	EventoCreditoSelezionato    = verbale.EventoCreditoSelezionato
	EventoIscrittoARuolo        = verbale.EventoIscrittoARuolo
	EventoIngiunzioneEmessa     = verbale.EventoIngiunzioneEmessa
	EventoCreditoRiscosso       = verbale.EventoCreditoRiscosso
	EventoCreditoInesigibile    = verbale.EventoCreditoInesigibile
	EventoCreditoDiscaricato    = verbale.EventoCreditoDiscaricato
	EventoRiscossioneBloccata   = verbale.EventoRiscossioneBloccata
	EventoRiscossioneSbloccata  = verbale.EventoRiscossioneSbloccata
	EventoAnomaliaAperta        = verbale.EventoAnomaliaAperta
	EventoAnomaliaRisolta       = verbale.EventoAnomaliaRisolta
	EventoDocumentoAllegato     = verbale.EventoDocumentoAllegato
	EventoNotaAggiunta          = verbale.EventoNotaAggiunta
)

// Evento is one thing that happened to a fine. It holds what was decided: replaying it computes no
// law again.
type Evento struct {
	Sequenza    int       // given by the store
	Posizione   uuid.UUID // zero: the whole fine
	DataLegale  calendario.Giorno
	Registrato  time.Time
	Attore      string
	Causa       string
	Prova       string // document or external id
	Idempotenza string // empty: none
	Impronta    string // SHA-256 of the request that Idempotenza stands for; empty: no person asked
	// Importato: recorded by another system under the rules of its time. Deciso then says every state
	// that changes, and nothing is judged.
	Importato bool
	// Deciso are the states that the event itself decides where the table leaves a choice.
	Deciso Assi
	Apre   *Anomalia // the anomaly that it opens; nil: none
	Dati   Dati
}

// Tipo is the kind of the event.
func (e Evento) Tipo() Tipo { return e.Dati.Tipo() }

// AttoreSistema is who acts when no person does.
const AttoreSistema = "elaborazione"

// ElencoTipi names the events of one change, for the audit.
func ElencoTipi(eventi []Evento) string {
	nomi := make([]string, 0, len(eventi))
	for _, e := range eventi {
		if t := string(e.Tipo()); !slices.Contains(nomi, t) {
			nomi = append(nomi, t)
		}
	}
	return strings.Join(nomi, " ")
}
