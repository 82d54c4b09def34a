package send

import "time"

// The statuses of a whole notification: a summary, from which no legal date is taken.
const (
	StatoInValidazione  = "IN_VALIDATION"
	StatoAccettata      = "ACCEPTED"
	StatoRifiutata      = "REFUSED"
	StatoInConsegna     = "DELIVERING"
	StatoConsegnata     = "DELIVERED"
	StatoVista          = "VIEWED"
	StatoPerfezionata   = "EFFECTIVE_DATE"
	StatoIrreperibile   = "UNREACHABLE"
	StatoAnnullata      = "CANCELLED"
	StatoRestituita     = "RETURNED_TO_SENDER"
	StatoPagataDismesso = "PAID"
)

// The categories of elements that mean something to who sends. The list is open.
const (
	RichiestaAccettata    = "REQUEST_ACCEPTED"
	RichiestaRifiutata    = "REQUEST_REFUSED"
	AvvisoGenerato        = "AAR_GENERATION"
	RicercaIndirizzo      = "GET_ADDRESS"
	CortesiaInviata       = "SEND_COURTESY_MESSAGE"
	CartaProbabile        = "PROBABLE_SCHEDULING_ANALOG_DATE"
	DigitalePrevisto      = "SCHEDULE_DIGITAL_WORKFLOW"
	DigitaleInviato       = "SEND_DIGITAL_DOMICILE"
	DigitaleInCorso       = "SEND_DIGITAL_PROGRESS"
	DigitaleEsito         = "SEND_DIGITAL_FEEDBACK"
	DigitaleAttestato     = "DIGITAL_DELIVERY_CREATION_REQUEST"
	DigitaleRiuscito      = "DIGITAL_SUCCESS_WORKFLOW"
	DigitaleFallito       = "DIGITAL_FAILURE_WORKFLOW"
	SemplicePreparata     = "PREPARE_SIMPLE_REGISTERED_LETTER"
	SempliceInviata       = "SEND_SIMPLE_REGISTERED_LETTER"
	SempliceInCorso       = "SEND_SIMPLE_REGISTERED_LETTER_PROGRESS"
	CartaPrevista         = "SCHEDULE_ANALOG_WORKFLOW"
	CartaPreparata        = "PREPARE_ANALOG_DOMICILE"
	CartaNonPreparata     = "PREPARE_ANALOG_DOMICILE_FAILURE"
	CartaInviata          = "SEND_ANALOG_DOMICILE"
	CartaInCorso          = "SEND_ANALOG_PROGRESS"
	CartaEsito            = "SEND_ANALOG_FEEDBACK"
	CartaRiuscita         = "ANALOG_SUCCESS_WORKFLOW"
	CartaFallita          = "ANALOG_FAILURE_WORKFLOW"
	Deceduto              = "ANALOG_WORKFLOW_RECIPIENT_DECEASED"
	Irreperibile          = "COMPLETELY_UNREACHABLE"
	IrreperibileRichiesta = "COMPLETELY_UNREACHABLE_CREATION_REQUEST"
	DecorrenzaPrevista    = "SCHEDULE_REFINEMENT"
	Decorrenza            = "REFINEMENT"
	Visione               = "NOTIFICATION_VIEWED"
	RitiroRadd            = "NOTIFICATION_RADD_RETRIEVED"
	PagamentoSaputo       = "PAYMENT"
	AnnullamentoRichiesto = "NOTIFICATION_CANCELLATION_REQUEST"
	Annullata             = "NOTIFICATION_CANCELLED"
	Corretta              = "NOTIFICATION_TIMELINE_REWORKED"
	RegistriVerifica      = "PUBLIC_REGISTRY_VALIDATION_CALL"
	RegistriVerificati    = "PUBLIC_REGISTRY_VALIDATION_RESPONSE"
)

// FiltroRelativo stands in a stream's filter for the categories that SEND lists as useful to senders (Relativi).
const FiltroRelativo = "DEFAULT"

// FiltroMittente is the filter of the streams of this platform: FiltroRelativo, and the categories that its list lacks.
func FiltroMittente() []string {
	return []string{FiltroRelativo, Corretta, CartaNonPreparata, DecorrenzaPrevista, PagamentoSaputo, RegistriVerifica, RegistriVerificati}
}

// Relativi are the categories that FiltroRelativo stands for.
func Relativi() []string {
	return []string{RichiestaRifiutata, RichiestaAccettata, DigitaleInviato, DigitaleEsito, DigitaleRiuscito, DigitaleFallito, SempliceInviata, SempliceInCorso,
		CartaInviata, CartaInCorso, CartaEsito, CartaRiuscita, CartaFallita, Irreperibile, Decorrenza, Visione, Annullata, RitiroRadd, Deceduto}
}

// The categories of legal facts; the list is open, and a file need not be a PDF.
const (
	AttoPresaInCarico    = "SENDER_ACK"
	AttoDigitale         = "DIGITAL_DELIVERY"
	AttoAccesso          = "RECIPIENT_ACCESS"
	AttoMancatoRecapito  = "ANALOG_FAILURE_DELIVERY"
	AttoAnnullamento     = "NOTIFICATION_CANCELLED"
	RicevutaPEC          = "PEC_RECEIPT"
	RicevutaPostale      = "ANALOG_DELIVERY"
	DocumentoAvviso      = "AAR"        // of /delivery-push/{iun}/document/AAR
	ParametroDocumento   = "documentId" // of that address
	EsitoPositivo        = "OK"         // responseStatus
	EsitoNegativo        = "KO"
	CausaIrreperibile    = "M01" // deliveryFailureCause
	CausaDeceduto        = "M02"
	CausaSconosciuto     = "M03"
	CausaTrasferito      = "M04"
	CausaRifiutato       = "M05"
	DigitaleConsegnatoDi = "C003" // deliveryDetailCode of a delivered PEC
)

// Notifica is a notification that was accepted (GET /delivery/v2.9/notifications/sent/{iun}).
type Notifica struct {
	Richiesta
	IUN         string       `json:"iun"`
	InviataAlle time.Time    `json:"sentAt"`
	IDMittente  string       `json:"senderPaId,omitempty"`
	Disponibili bool         `json:"documentsAvailable,omitempty"`
	Stato       string       `json:"notificationStatus"`
	Storia      []StatoPreso `json:"notificationStatusHistory"`
	Sequenza    []Elemento   `json:"timeline"`
}

// StatoPreso is a status and the elements, by id, that led to it.
type StatoPreso struct {
	Stato    string    `json:"status"`
	Da       time.Time `json:"activeFrom"`
	Elementi []string  `json:"relatedTimelineElements"`
}

// Ultime keeps the latest reading of each element, in the place of the first: of two readings with one id the later counts.
func Ultime[E any](elementi []E, id func(E) string) (valide []E) {
	posto := map[string]int{}
	for _, e := range elementi {
		if i, letto := posto[id(e)]; letto {
			valide[i] = e
			continue
		}
		posto[id(e)] = len(valide)
		valide = append(valide, e)
	}
	return valide
}

// Elemento is an element of a timeline. Accaduto is when the fact happened, Saputo when SEND learnt it. The legal date of an element is in
// Dettagli. An ID has no meaning beyond its identity.
type Elemento struct {
	ID        string           `json:"elementId"`
	Categoria string           `json:"category"`
	Accaduto  time.Time        `json:"eventTimestamp,omitzero"`
	Saputo    time.Time        `json:"ingestionTimestamp,omitzero"`
	Istante   time.Time        `json:"timestamp,omitzero"` // the older name of Accaduto
	Inviata   time.Time        `json:"notificationSentAt,omitzero"`
	Atti      []AttoOpponibile `json:"legalFactsIds,omitempty"`
	Dettagli  *Dettagli        `json:"details,omitempty"`
}

// RecIndex is the index of the recipient; false for an element of the whole notification.
func (e Elemento) RecIndex() (int, bool) {
	if e.Dettagli == nil || e.Dettagli.RecIndex == nil {
		return 0, false
	}
	return *e.Dettagli.RecIndex, true
}

// AttoOpponibile is a legal fact, or evidence of a delivery.
type AttoOpponibile struct {
	Chiave    string `json:"key"`
	Categoria string `json:"category"`
}

// Dettagli are the members of all categories together: the shapes of the contract overlap, and the category says which count.
type Dettagli struct {
	RecIndex *int `json:"recIndex,omitempty"`
	// EventTimestamp is the legal instant of Visione and of Decorrenza.
	EventTimestamp time.Time `json:"eventTimestamp,omitzero"`
	Prevista       time.Time `json:"schedulingDate,omitzero"`
	// DataNotifica is when a delivery succeeded or failed.
	DataNotifica time.Time `json:"notificationDate,omitzero"`

	IDRichiesta string          `json:"notificationRequestId,omitempty"`
	Protocollo  string          `json:"paProtocolNumber,omitempty"`
	Token       string          `json:"idempotenceToken,omitempty"`
	Rifiuti     []MotivoRifiuto `json:"refusalReasons,omitempty"`

	Digitale      *IndirizzoDigitale `json:"digitalAddress,omitempty"`
	FonteDigitale string             `json:"digitalAddressSource,omitempty"`
	Tentativo     *int               `json:"retryNumber,omitempty"`
	Riprova       *bool              `json:"shouldRetry,omitempty"`
	Esito         string             `json:"responseStatus,omitempty"`
	Causa         string             `json:"deliveryFailureCause,omitempty"`
	CodiceEsito   string             `json:"deliveryDetailCode,omitempty"`
	FineRecapiti  string             `json:"endWorkflowStatus,omitempty"`
	FineAlle      time.Time          `json:"completionWorkflowDate,omitzero"`
	IDAtto        string             `json:"legalFactId,omitempty"`

	Fisico        *IndirizzoFisico  `json:"physicalAddress,omitempty"`
	Nuovo         *IndirizzoFisico  `json:"newAddress,omitempty"`
	Trovato       *IndirizzoFisico  `json:"foundAddress,omitempty"`
	Servizio      string            `json:"serviceLevel,omitempty"`
	Invio         *int              `json:"sentAttemptMade,omitempty"`
	Prodotto      string            `json:"productType,omitempty"`
	CostoCarta    *int              `json:"analogCost,omitempty"`
	Pagine        *int              `json:"numberOfPages,omitempty"`
	Peso          *int              `json:"envelopeWeight,omitempty"`
	Raccomandata  string            `json:"registeredLetterCode,omitempty"`
	IDInvio       string            `json:"sendRequestId,omitempty"`
	IDPreparata   string            `json:"prepareRequestId,omitempty"`
	Allegati      []AllegatoPostale `json:"attachments,omitempty"`
	CausaFallita  string            `json:"failureCause,omitempty"`
	ChiaveAvviso  string            `json:"generatedAarUrl,omitempty"`
	AttoGenerato  time.Time         `json:"legalFactGenerationDate,omitzero"`
	Costo         *int64            `json:"notificationCost,omitempty"`
	NonPerfetti   *[]int            `json:"notRefinedRecipientIndexes,omitempty"`
	IDAnnulla     string            `json:"cancellationRequestId,omitempty"`
	TipoPersona   string            `json:"recipientType,omitempty"`
	Importo       *int              `json:"amount,omitempty"`
	Creditore     string            `json:"creditorTaxId,omitempty"`
	Avviso        string            `json:"noticeCode,omitempty"`
	FontePagato   string            `json:"paymentSourceChannel,omitempty"`
	TipoRadd      string            `json:"raddType,omitempty"`
	TransazioneRa string            `json:"raddTransactionId,omitempty"`

	// Invalidata is what Corretta takes away: whole elements, by status.
	Invalidata []StoriaInvalidata `json:"invalidatedTimelineAndStatusHistory,omitempty"`
}

// MotivoRifiuto is why a request was refused after validation.
type MotivoRifiuto struct {
	Codice    string `json:"errorCode,omitempty"`
	Dettaglio string `json:"detail,omitempty"`
	RecIndex  *int   `json:"recIndex,omitempty"`
}

// AllegatoPostale is a scan made by the postal operator.
type AllegatoPostale struct {
	ID        string    `json:"id,omitempty"`
	Tipo      string    `json:"documentType,omitempty"`
	Indirizzo string    `json:"url,omitempty"`
	Data      time.Time `json:"date,omitzero"`
}

// StoriaInvalidata is a status that a correction took away, with its elements.
type StoriaInvalidata struct {
	Stato    string     `json:"status"`
	Da       time.Time  `json:"activeFrom"`
	Elementi []Elemento `json:"relatedTimelineElements"`
}
