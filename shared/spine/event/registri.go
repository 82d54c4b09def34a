package event

// Outcomes of a look-up in the registers of the State, beside what each means for the fine.
const (
	DomicilioTrovato    = "TROVATO"
	DomicilioNonTrovato = "NON_TROVATO"
	// DomicilioNonInterrogabile is a tax code that no register takes.
	DomicilioNonInterrogabile = "NON_INTERROGABILE"
)

// LavoroDomicilio is lavori.connessione.domicilio.<tenant>: find the digital domicile of the person of a position of a fine, or
// work a list of connessione's own. connessione reads the tax code from verbali_v1.
type LavoroDomicilio struct {
	IDVerbale   string `json:"idVerbale,omitempty"`
	IDPosizione string `json:"idPosizione,omitempty"`
	Motivo      string `json:"motivo,omitempty"`
	IDElenco    string `json:"idElenco,omitempty"` // instead of the others
}

// Soggetto gives the subject.
func (LavoroDomicilio) Soggetto(tenant string) string {
	return "lavori.connessione.domicilio." + tenant
}

// Oggetto is the fine, or the list.
func (l LavoroDomicilio) Oggetto() string { return l.IDVerbale + l.IDElenco }

// DomicilioEsito is fatti.<tenant>.domicilio.esito: the registers have answered; the addresses are in connessione_v1.domicilio
// under IDDomicilio. An answer is worth the day it was given.
type DomicilioEsito struct {
	IDDomicilio string `json:"idDomicilio"`
	IDVerbale   string `json:"idVerbale"`
	IDPosizione string `json:"idPosizione"`
	Esito       string `json:"esito"`
}

// Soggetto gives the subject.
func (DomicilioEsito) Soggetto(tenant string) string { return "fatti." + tenant + ".domicilio.esito" }

// Oggetto is the fine.
func (e DomicilioEsito) Oggetto() string { return e.IDVerbale }

// LavoroVisura is lavori.connessione.visura.<tenant>: ask the population register about the person of a position of a fine, or
// work a list of connessione's own.
type LavoroVisura struct {
	IDVerbale   string `json:"idVerbale,omitempty"`
	IDPosizione string `json:"idPosizione,omitempty"`
	Data        string `json:"data,omitempty"` // the day the answer must speak of; absent: today
	Motivo      string `json:"motivo,omitempty"`
	IDElenco    string `json:"idElenco,omitempty"` // instead of the others
}

// Soggetto gives the subject.
func (LavoroVisura) Soggetto(tenant string) string { return "lavori.connessione.visura." + tenant }

// Oggetto is the fine, or the list.
func (l LavoroVisura) Oggetto() string { return l.IDVerbale + l.IDElenco }

// VisuraEsito is fatti.<tenant>.visura.esito: the population register has answered; what it said is in connessione_v1.visura
// under IDVisura.
type VisuraEsito struct {
	IDVisura    string `json:"idVisura"`
	IDVerbale   string `json:"idVerbale"`
	IDPosizione string `json:"idPosizione"`
	Esito       string `json:"esito"` // TROVATO, NON_TROVATO, PIU_SOGGETTI, DECEDUTO, AIRE; it may grow
}

// Soggetto gives the subject.
func (VisuraEsito) Soggetto(tenant string) string { return "fatti." + tenant + ".visura.esito" }

// Oggetto is the fine.
func (e VisuraEsito) Oggetto() string { return e.IDVerbale }
