package lettura

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// CercaIntestatario reports that a person has to say who answers.
func (c Completo) CercaIntestatario() bool {
	return slices.ContainsFunc(c.Anomalie, func(a AnomaliaLetta) bool {
		return a.Chiusa == nil && a.Tipo.DiIntestatario()
	})
}

// Completo is a whole fine as it is read by people: the answer of GET /verbali/{id}, and what the act
// is printed from. Amounts are cents; instants are in Rome.
type Completo struct {
	ID                uuid.UUID                `json:"id"`
	Anno              int                      `json:"anno"`
	Numero            string                   `json:"numero"`
	Lettera           string                   `json:"lettera"`
	Fonte             verbale.Fonte            `json:"fonte"`
	Reparto           string                   `json:"reparto"`
	Sequenza          int                      `json:"sequenza"`
	Procedura         verbale.Procedura        `json:"procedura"`
	Debito            verbale.Debito           `json:"debito"`
	Ricorso           verbale.Ricorso          `json:"ricorso"`
	Punti             verbale.Punti            `json:"punti"`
	Riscossione       verbale.Riscossione      `json:"riscossione"`
	DataViolazione    time.Time                `json:"dataViolazione"`
	SenzaOra          bool                     `json:"senzaOra"` // of dataViolazione only the day is known
	Importato         bool                     `json:"importato"`
	Articoli          []string                 `json:"articoli"`
	DataAccertamento  calendario.Giorno        `json:"dataAccertamento"`
	DataNotifica      calendario.Giorno        `json:"dataNotifica,omitzero"`
	ScadenzaPagamento calendario.Giorno        `json:"scadenzaPagamento,omitzero"`
	ImportoCent       int64                    `json:"importoCent"`
	Conto             vita.Conto               `json:"conto"` // as the last event about money left it
	Luogo             LuogoLetto               `json:"luogo"`
	Veicolo           VeicoloLetto             `json:"veicolo"`
	Contestato        bool                     `json:"contestazioneImmediata"`
	DataContestazione calendario.Giorno        `json:"dataContestazione,omitzero"`
	MotivoMancata     string                   `json:"motivoMancataContestazione,omitempty"`
	Dispositivo       *conseguenze.Dispositivo `json:"dispositivo,omitempty"`
	Agenti            []string                 `json:"agenti"`
	Note              string                   `json:"note,omitempty"`
	Inserito          time.Time                `json:"inserito"`
	Violazioni        []ViolazioneLetta        `json:"violazioni"`
	Posizioni         []PosizioneLetta         `json:"posizioni"`
	Notifiche         []NotificaLetta          `json:"notifiche"`
	Pagamenti         []PagamentoLetto         `json:"pagamenti"`
	Ricorsi           []RicorsoLetto           `json:"ricorsi"`
	Scadenze          []ScadenzaLetta          `json:"scadenze"`
	Documenti         []DocumentoLetto         `json:"documenti"`
	Anomalie          []AnomaliaLetta          `json:"anomalie"`
	Indagine          *IndagineLetta           `json:"indagine,omitempty"` // while a person must say who answers
	// Avvertenze are what does not fit in the answer of the registry that named the owner, for a caller who may see people.
	Avvertenze []string `json:"avvertenzeIntestatario,omitempty"`
}

// LuogoLetto is the place of the violation.
type LuogoLetto struct {
	ComuneIstat string `json:"comuneIstat"`
	Indirizzo   string `json:"indirizzo"`
	Civico      string `json:"civico,omitempty"`
	Chilometro  string `json:"chilometro,omitempty"`
}

// VeicoloLetto is the vehicle.
type VeicoloLetto struct {
	Targa string `json:"targa"` // the key
	// TargaScritta has the gaps and marks that the plate was written with; empty where nobody knows.
	TargaScritta string `json:"targaScritta,omitempty"`
	TipoTarga    string `json:"tipoTarga"`
	Nazione      string `json:"nazione"`
	Marca        string `json:"marca,omitempty"`
	Modello      string `json:"modello,omitempty"`
}

// ViolazioneLetta is a violation with the row of the table that was chosen. Speeds are tenths of km/h.
type ViolazioneLetta struct {
	Codice           string `json:"codice"`
	Articolo         string `json:"articolo"`
	Comma            string `json:"comma"`
	Lettera          string `json:"lettera,omitempty"`
	Testo            string `json:"testo"`
	MinimoCent       int64  `json:"minimoCent"`
	MassimoCent      int64  `json:"massimoCent"`
	Notturna         bool   `json:"notturna"`
	Sconto30         bool   `json:"sconto30"`
	PagamentoRidotto bool   `json:"pagamentoRidotto"`
	Punti            int    `json:"punti"`
	Accessoria       string `json:"accessoria,omitempty"`
	VelocitaDecimi   *int64 `json:"velocitaDecimi,omitempty"`
	LimiteDecimi     *int64 `json:"limiteDecimi,omitempty"`
	Note             string `json:"note,omitempty"`
	// Periodi is how often the band applies, 0 for once; TariffaCent the evaded tariff that every sum adds.
	Periodi     int   `json:"periodi,omitempty"`
	TariffaCent int64 `json:"tariffaCent,omitempty"`
	// Conseguenze are the accessory sanctions by their words; nil for a fine recorded before they were.
	Conseguenze []string `json:"conseguenze,omitempty"`
	// Dubbio is what could not be confirmed of the row of the table; Candidati the codes among which a person chooses.
	Dubbio    string   `json:"dubbio,omitempty"`
	Candidati []string `json:"candidati,omitempty"`
	// Alternative are the codes that a person may take instead, such as that of a repeat which was found.
	Alternative []string `json:"alternative,omitempty"`
}

// PosizioneLetta is a position with its person, where the reader may see one, and its notices. Chiusa
// is why nobody is served there any more.
type PosizioneLetta struct {
	ID          uuid.UUID         `json:"id"`
	Titolo      verbale.Titolo    `json:"titolo"`
	GiornoZero  calendario.Giorno `json:"giornoZero,omitzero"`
	Prova       string            `json:"prova,omitempty"`
	ProvaDubbia bool              `json:"provaDubbia"`
	Chiusa      string            `json:"chiusa,omitempty"`
	SpeseCent   int64             `json:"speseCent"`
	// Neopatentato, of the driver: his points are doubled (art. 126-bis CdS).
	Neopatentato bool           `json:"neopatentato,omitempty"`
	Soggetto     *SoggettoLetto `json:"soggetto,omitempty"`
	Avvisi       []AvvisoLetto  `json:"avvisi"`
	Persona      vita.Soggetto  `json:"-"`
	Diritto      string         `json:"-"` // over the vehicle, where the act is printed; as in IntestatarioTrovato.Titolo
}

// SoggettoLetto is a person or a company as it is shown.
type SoggettoLetto struct {
	Tipo          string            `json:"tipo"`
	CodiceFiscale string            `json:"codiceFiscale,omitempty"`
	Cognome       string            `json:"cognome,omitempty"`
	Nome          string            `json:"nome,omitempty"`
	Denominazione string            `json:"denominazione,omitempty"`
	Sesso         string            `json:"sesso,omitempty"`
	DataNascita   calendario.Giorno `json:"dataNascita,omitzero"`
	LuogoNascita  string            `json:"luogoNascita,omitempty"`
	Indirizzo     string            `json:"indirizzo,omitempty"`
	Civico        string            `json:"civico,omitempty"`
	Cap           string            `json:"cap,omitempty"`
	Comune        string            `json:"comune,omitempty"`
	Provincia     string            `json:"provincia,omitempty"`
	Nazione       string            `json:"nazione"`
}

// AvvisoLetto is a payment notice.
type AvvisoLetto struct {
	Tipo         string              `json:"tipo"`
	NumeroAvviso string              `json:"numeroAvviso"`
	IUV          string              `json:"iuv"`
	Ente         string              `json:"codiceFiscaleEnte"`
	ImportoCent  int64               `json:"importoCent"`
	SpeseCent    int64               `json:"speseCent"`
	Giorni       int                 `json:"giorni"`
	Stato        verbale.StatoAvviso `json:"stato"`
}

// DocumentoLetto is a file of the fine.
type DocumentoLetto struct {
	vita.Documento
	Posizione uuid.UUID `json:"posizione,omitzero"`
	Creato    time.Time `json:"creato"`
}

// AnomaliaLetta is what a person must resolve; Chiusa is nil while it is open, Esito how it ended. Posizione is the
// addressee whom it is about, Altro the other fine.
type AnomaliaLetta struct {
	ID        uuid.UUID            `json:"id"`
	Tipo      verbale.TipoAnomalia `json:"tipo"`
	Testo     string               `json:"testo"`
	Aperta    time.Time            `json:"aperta"`
	Chiusa    *time.Time           `json:"chiusa,omitempty"`
	Esito     string               `json:"esito,omitempty"`
	Posizione uuid.UUID            `json:"posizione,omitzero"`
	Altro     uuid.UUID            `json:"altro,omitzero"`
}

// Posizione finds a position; false when the fine has no such.
func (c Completo) Posizione(id uuid.UUID) (PosizioneLetta, bool) {
	for _, p := range c.Posizioni {
		if p.ID == id {
			return p, true
		}
	}
	return PosizioneLetta{}, false
}

// Atto gives the act of a position; with the zero position, the first act of the fine.
func (c Completo) Atto(posizione uuid.UUID) (DocumentoLetto, bool) {
	for _, p := range c.Posizioni {
		for _, d := range c.Documenti {
			if d.Tipo == verbale.DocumentoAtto && d.Posizione == p.ID && (posizione == uuid.Nil || posizione == p.ID) {
				return d, true
			}
		}
	}
	return DocumentoLetto{}, false
}
