package event

import "time"

// LavoroSend is lavori.connessione.send.<tenant>: send the act of a position by SEND, once. IDNotifica is the attempt, SHA256 the act
// that was its act when the attempt began. After the day Entro (of Rome) it does not leave; empty: a person decided that it leaves.
type LavoroSend struct {
	IDVerbale   string `json:"idVerbale"`
	IDPosizione string `json:"idPosizione"`
	IDNotifica  string `json:"idNotifica"`
	IDDocumento string `json:"idDocumento"`
	SHA256      string `json:"sha256"`
	Entro       string `json:"entro,omitempty"`
}

// Soggetto gives the subject.
func (LavoroSend) Soggetto(tenant string) string { return "lavori.connessione.send." + tenant }

// Oggetto is the fine.
func (l LavoroSend) Oggetto() string { return l.IDVerbale }

// What a channel of connessione tells of an attempt.
const (
	InvioAccettato          = "ACCETTATA"            // SEND took it over: the day that counts for the command
	InvioNonPartito         = "NON_PARTITA"          // refused at once: nothing left, and nothing is owed
	InvioRifiutato          = "RIFIUTATA"            // refused after it was taken: another attempt may begin
	InvioPerfezionato       = "PERFEZIONATA"         // service took effect; also when a later reading moves the day
	InvioNonPiuPerfezionato = "NON_PIU_PERFEZIONATA" // a correction took the service back, or makes it doubtful: a person decides
	InvioNonPerfezionabile  = "NON_PERFEZIONABILE"   // the recipient is dead
	InvioAnnullato          = "ANNULLATA"            // the cancellation is effective
)

// Codici of an attempt that ended before it left (InvioNonPartito), beside those of the channel.
const (
	InvioAnnullatoPrima = "ANNULLATA_DA_UNA_PERSONA"
	InvioNonPiuDovuto   = "NON_PIU_DOVUTA"
	InvioOltreTermine   = "OLTRE_TERMINE"
)

// InvioEsito is fatti.<tenant>.invio.esito: what a channel says of an attempt to serve; it is in connessione_v1.invio under IDNotifica,
// with the elements that it rests on. Revisione grows with each fact of an attempt: an older one is passed over.
type InvioEsito struct {
	IDVerbale   string `json:"idVerbale"`
	IDPosizione string `json:"idPosizione"`
	IDNotifica  string `json:"idNotifica"`
	Canale      string `json:"canale"` // SEND
	Revisione   int    `json:"revisione"`
	Stato       string `json:"stato"`
	IUN         string `json:"iun,omitempty"`
	// Accettata is when SEND took the notification over, for the command's own term (art. 201 CdS).
	Accettata *time.Time `json:"accettata,omitempty"`
	// Giorno, a day of Rome YYYY-MM-DD, and Istante are when service took effect, Modo (VISIONE, DECORRENZA) how, Via
	// (SEND_DIGITALE, SEND_CASELLA_SATURA, SEND_CARTACEO) how the act travelled.
	Giorno  string     `json:"giorno,omitempty"`
	Istante *time.Time `json:"istante,omitempty"`
	Modo    string     `json:"modo,omitempty"`
	Via     string     `json:"via,omitempty"`
	// Elementi are the ids of the elements that the day rests on, Prove the hashes of proofs that are kept so far.
	Elementi []string `json:"elementi,omitempty"`
	Prove    []string `json:"prove,omitempty"`
	// Codici are those of a refusal, or of what a person is asked to decide.
	Codici []string `json:"codici,omitempty"`
}

// Soggetto gives the subject.
func (InvioEsito) Soggetto(tenant string) string { return "fatti." + tenant + ".invio.esito" }

// Oggetto is the fine.
func (e InvioEsito) Oggetto() string { return e.IDVerbale }

// The questions about SEND to connessione, each for the caller whose token is in the header Authorization.
const (
	SendAnteprima = "send.anteprima" // what would leave, and what it costs
	SendAvvia     = "send.avvia"     // as POST /notifiche
	SendAnnulla   = "send.annulla"   // as POST /notifiche/{id}/annulla
	SendCanale    = "send.canale"    // the command's connection
)

// DomandaInvio is the payload of chiedi.connessione.send.anteprima and avvia; Motivo, Idempotenza and Indirizzo (the person's network
// address, for the audit) are of the latter.
type DomandaInvio struct {
	IDVerbale   string `json:"idVerbale"`
	Posizione   string `json:"posizione"`
	Motivo      string `json:"motivo,omitempty"`
	Idempotenza string `json:"idempotenza,omitempty"`
	Indirizzo   string `json:"indirizzo,omitempty"`
}

// RispostaInvio is an attempt that has begun: its id and its state. It is also the answer of POST /notifiche.
type RispostaInvio struct {
	ID    string `json:"id"`
	Stato string `json:"stato"`
}

// AvvisoInvio is a notice that goes along.
type AvvisoInvio struct {
	Tipo         string `json:"tipo"`
	NumeroAvviso string `json:"numeroAvviso"`
	ImportoCent  int64  `json:"importoCent"`
}

// AnteprimaInvio is what would leave for a position. Manca says, in words, why it cannot leave now; empty: it can. Costs are estimates,
// in cents: DigitaleCent where no paper is needed, CartaceoCent, before VAT, where one letter is.
type AnteprimaInvio struct {
	Destinatario   string        `json:"destinatario"`
	CodiceFiscale  string        `json:"codiceFiscale"`
	Indirizzo      []string      `json:"indirizzo"`
	Oggetto        string        `json:"oggetto"`
	IDDocumento    string        `json:"idDocumento,omitempty"`
	SHA256         string        `json:"sha256,omitempty"`
	Byte           int64         `json:"byte,omitempty"`
	Tassonomia     string        `json:"tassonomia"`
	CanaleFisico   string        `json:"canaleFisico"`
	Avvisi         []AvvisoInvio `json:"avvisi"`
	DigitaleCent   int64         `json:"digitaleCent"`
	CartaceoDaCent int64         `json:"cartaceoDaCent"`
	CartaceoACent  int64         `json:"cartaceoACent"`
	Manca          []string      `json:"manca"`
}

// DomandaAnnullo is the payload of chiedi.connessione.send.annulla.
type DomandaAnnullo struct {
	ID        string `json:"id"`
	Motivo    string `json:"motivo"`
	Indirizzo string `json:"indirizzo,omitempty"`
}

// RispostaAnnullo says what SEND answered: Codice is its own word. It is also the answer of POST /notifiche/{id}/annulla.
type RispostaAnnullo struct {
	ID     string `json:"id"`
	Stato  string `json:"stato"`
	Codice string `json:"codice"`
}

// DomandaCanale is the payload of chiedi.connessione.send.canale.
type DomandaCanale struct{}

// StatoCanale is a command's connection to SEND. Perche says in words why it is not connected or does not send; the pause is one of
// the whole command.
type StatoCanale struct {
	Collegata bool       `json:"collegata"`
	Perche    string     `json:"perche,omitempty"`
	Server    string     `json:"server,omitempty"` // the host
	Versioni  []string   `json:"versioni,omitempty"`
	PausaDal  *time.Time `json:"pausaDal,omitempty"`
	PausaFino *time.Time `json:"pausaFino,omitempty"`
	Codice    string     `json:"codice,omitempty"` // of the pause
}
