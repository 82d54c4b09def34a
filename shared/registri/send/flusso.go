package send

import "time"

// What a stream tells: each change of status, or each element.
const (
	FlussoStati    = "STATUS"
	FlussoSequenza = "TIMELINE"
)

// UltimoEvento names the parameter that acknowledges events: SEND purges those up to its value.
const UltimoEvento = "lastEventId"

// NuovoFlusso is a stream to create or, without Sostituisce, to change (/delivery-progresses/v2.9/streams). Gruppi may be empty and is
// written all the same.
type NuovoFlusso struct {
	Titolo           string   `json:"title"`
	Tipo             string   `json:"eventType"`
	Gruppi           []string `json:"groups"`
	Filtro           []string `json:"filterValues,omitempty"`
	AttendeAccettata bool     `json:"waitForAccepted,omitempty"`
	Sostituisce      string   `json:"replacedStreamId,omitempty"`
}

// Flusso is a stream. Versione is that of the only addresses by which it is read: v29 is /v2.9/.
type Flusso struct {
	NuovoFlusso
	ID       string    `json:"streamId"`
	Attivo   time.Time `json:"activationDate"`
	Spento   time.Time `json:"disabledDate,omitzero"`
	Versione string    `json:"version,omitempty"`
}

// VoceFlusso is a stream in the list of all of an organisation.
type VoceFlusso struct {
	ID     string `json:"streamId"`
	Titolo string `json:"title"`
}

// Evento is one event of a stream. IUN is empty before acceptance and on a refusal.
type Evento struct {
	ID          string   `json:"eventId"`
	IDRichiesta string   `json:"notificationRequestId,omitempty"`
	IUN         string   `json:"iun,omitempty"`
	NuovoStato  string   `json:"newStatus,omitempty"`
	Elemento    Elemento `json:"element"`
}
