package vita

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// NuovoID is a time-ordered identifier.
func NuovoID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Tipo names a kind of event.
type Tipo string

// The events. Their names are for ever; what each means and when it may happen is in transizioni.go.
const (
	EventoInserito              Tipo = "VERBALE_INSERITO"
	EventoRedatto               Tipo = "VERBALE_REDATTO"
	EventoContestato            Tipo = "VERBALE_CONTESTATO"
	EventoValidato              Tipo = "VERBALE_VALIDATO"
	EventoScartato              Tipo = "VERBALE_SCARTATO"
	EventoAnnullato             Tipo = "VERBALE_ANNULLATO"
	EventoArchiviato            Tipo = "VERBALE_ARCHIVIATO"
	EventoEstintoTermini        Tipo = "VERBALE_ESTINTO_TERMINI"
	EventoEstintoDecesso        Tipo = "VERBALE_ESTINTO_DECESSO"
	EventoDefinito              Tipo = "VERBALE_DEFINITO"
	EventoAvvisiEmessi          Tipo = "AVVISI_EMESSI"
	EventoIntestatarioRichiesto Tipo = "INTESTATARIO_RICHIESTO"
	EventoIntestatarioTrovato   Tipo = "INTESTATARIO_TROVATO"
	EventoIntestatarioAnomalo   Tipo = "INTESTATARIO_ANOMALO"
	EventoPosizioneAperta       Tipo = "POSIZIONE_APERTA"
	EventoPosizioneChiusa       Tipo = "POSIZIONE_CHIUSA"
	EventoAttoGenerato          Tipo = "ATTO_GENERATO"
	EventoSpeseAddebitate       Tipo = "SPESE_ADDEBITATE"

	EventoNotificaAvviata      Tipo = "NOTIFICA_AVVIATA"
	EventoNotificaNonRiuscita  Tipo = "NOTIFICA_NON_RIUSCITA"
	EventoNotificaPerfezionata Tipo = "NOTIFICA_PERFEZIONATA"
	EventoNotificaRettificata  Tipo = "DATA_NOTIFICA_RETTIFICATA"
	EventoProvaContestata      Tipo = "PROVA_NOTIFICA_CONTESTATA"
	EventoProvaConfermata      Tipo = "PROVA_NOTIFICA_CONFERMATA"

	EventoScontoDecorso         Tipo = "TERMINE_SCONTO_DECORSO"
	EventoRidottoDecorso        Tipo = "TERMINE_RIDOTTO_DECORSO"
	EventoPagamento             Tipo = "PAGAMENTO_REGISTRATO"
	EventoPagamentoStornato     Tipo = "PAGAMENTO_STORNATO"
	EventoRimborso              Tipo = "RIMBORSO_DISPOSTO"
	EventoSgravio               Tipo = "SGRAVIO_DISPOSTO"
	EventoDebitoSospeso         Tipo = "DEBITO_SOSPESO"
	EventoDebitoRipreso         Tipo = "DEBITO_RIPRESO"
	EventoRateizzazioneConcessa Tipo = "RATEIZZAZIONE_CONCESSA"
	EventoRateizzazioneDecaduta Tipo = "RATEIZZAZIONE_DECADUTA"
	EventoRicorsoPresentato     Tipo = "RICORSO_PRESENTATO"
	EventoRicorsoTrasmesso      Tipo = "RICORSO_TRASMESSO"
	EventoSospensivaConcessa    Tipo = "SOSPENSIVA_CONCESSA"
	EventoSospensivaRevocata    Tipo = "SOSPENSIVA_REVOCATA"
	EventoRicorsoAccolto        Tipo = "RICORSO_ACCOLTO"
	EventoRicorsoRespinto       Tipo = "RICORSO_RESPINTO"
	EventoRicorsoRideterminato  Tipo = "RICORSO_RIDETERMINATO"
	EventoRicorsoInammissibile  Tipo = "RICORSO_INAMMISSIBILE"
	EventoRicorsoImpugnato      Tipo = "RICORSO_IMPUGNATO"
	EventoRicorsoDefinito       Tipo = "RICORSO_DEFINITO"
	EventoOrdinanzaEmessa       Tipo = "ORDINANZA_EMESSA"
	EventoOrdinanzaNotificata   Tipo = "ORDINANZA_NOTIFICATA"
	EventoConducenteRichiesto   Tipo = "DATI_CONDUCENTE_RICHIESTI"
	EventoConducenteRicevuto    Tipo = "DATI_CONDUCENTE_RICEVUTI"
	EventoConducenteOmesso      Tipo = "DATI_CONDUCENTE_OMESSI"
	EventoPuntiDaComunicare     Tipo = "PUNTI_DA_COMUNICARE"
	EventoPuntiComunicati       Tipo = "PUNTI_COMUNICATI"
	EventoPuntiScartati         Tipo = "PUNTI_SCARTATI"
	EventoSollecitoInviato      Tipo = "SOLLECITO_INVIATO"
	EventoCreditoSelezionato    Tipo = "CREDITO_SELEZIONATO"
	EventoIscrittoARuolo        Tipo = "ISCRITTO_A_RUOLO"
	EventoIngiunzioneEmessa     Tipo = "INGIUNZIONE_EMESSA"
	EventoCreditoRiscosso       Tipo = "CREDITO_RISCOSSO"
	EventoCreditoInesigibile    Tipo = "CREDITO_INESIGIBILE"
	EventoCreditoDiscaricato    Tipo = "CREDITO_DISCARICATO"
	EventoRiscossioneBloccata   Tipo = "RISCOSSIONE_BLOCCATA"
	EventoRiscossioneSbloccata  Tipo = "RISCOSSIONE_SBLOCCATA"
	EventoAnomaliaAperta        Tipo = "ANOMALIA_APERTA"
	EventoAnomaliaRisolta       Tipo = "ANOMALIA_RISOLTA"
	EventoDocumentoAllegato     Tipo = "DOCUMENTO_ALLEGATO"
	EventoNotaAggiunta          Tipo = "NOTA_AGGIUNTA"
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
