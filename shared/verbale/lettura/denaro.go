package lettura

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Conto is the money of a fine as the last event about it left it (design, section 4, invariant g):
// PrezzoCent = VersatoCent - EccedenzaCent + ResiduoCent + SgravatoCent.
type Conto struct {
	PrezzoCent     importo.Cent `json:"prezzo_cent"`     // the whole price
	VersatoCent    importo.Cent `json:"versato_cent"`    // paid and not taken back
	EccedenzaCent  importo.Cent `json:"eccedenza_cent"`  // paid beyond the price, refunded or to refund
	RimborsatoCent importo.Cent `json:"rimborsato_cent"` // of the excess
	ResiduoCent    importo.Cent `json:"residuo_cent"`
	SgravatoCent   importo.Cent `json:"sgravato_cent"` // given up by the command
}

// Chiuso reports that the account, once drawn up, leaves nothing to ask.
func (c Conto) Chiuso() bool { return c.ResiduoCent == 0 && (c.VersatoCent > 0 || c.SgravatoCent > 0) }

// Violazione is one of the violations of a fine, with the row of the table as it was that day: the band is that
// before the night third. Speeds are in tenths of km/h.
type Violazione struct {
	Codice           string       `json:"codice"`
	Articolo         string       `json:"articolo"`
	Comma            string       `json:"comma"`
	Lettera          string       `json:"lettera"`
	Testo            string       `json:"testo"`
	MinimoCent       importo.Cent `json:"minimo_cent"`
	MassimoCent      importo.Cent `json:"massimo_cent"`
	Notturna         bool         `json:"notturna"`
	Sconto30         bool         `json:"sconto30"`
	PagamentoRidotto bool         `json:"pagamento_ridotto"`
	Punti            int          `json:"punti"`
	Accessoria       string       `json:"accessoria"`
	VelocitaDecimi   *int         `json:"velocita_decimi"`
	LimiteDecimi     *int         `json:"limite_decimi"`
	// Periodi is how often the band applies, 0 or 1 once; TariffaCent the evaded tariff, added whole to every sum.
	Periodi     int          `json:"periodi"`
	TariffaCent importo.Cent `json:"tariffa_cent"`
	// Candidati are the codes among which a person is to choose the row: until then the violation has no sum. Dubbio is
	// what could not be confirmed of the row, for the office.
	Candidati []string `json:"candidati"`
	Dubbio    string   `json:"dubbio"`
	// Conseguenze are the accessory sanctions by name; nil where the fine is older than the names, and Accessoria alone says
	// them. VersioneTabella is the table whose row it is.
	Conseguenze     []string `json:"conseguenze"`
	VersioneTabella string   `json:"versione_tabella"`
}

// Avviso is a payment notice of a position. ImportoCent is the whole sum, SpeseCent the part of it that is
// expenses; Giorni is how long it is good, from service, 0 for no term.
type Avviso struct {
	ID                uuid.UUID           `json:"id"`
	Posizione         uuid.UUID           `json:"posizione"`
	Tipo              cds.Tipo            `json:"tipo"`
	NumeroAvviso      string              `json:"numero_avviso"`
	IUV               string              `json:"iuv"`
	CodiceFiscaleEnte string              `json:"codice_fiscale_ente"`
	ImportoCent       importo.Cent        `json:"importo_cent"`
	SpeseCent         importo.Cent        `json:"spese_cent"`
	Stato             verbale.StatoAvviso `json:"stato"`
	Giorni            int                 `json:"giorni"`
	Emesso            time.Time           `json:"emesso"`
}

// Pagamento is money that came in. Avviso is zero when the payer named none, Posizione when nobody knows whose it
// is; Stornato is the day on which it was taken back, and then it counts nowhere.
type Pagamento struct {
	ID          uuid.UUID         `json:"id"`
	Avviso      uuid.UUID         `json:"avviso"`
	Posizione   uuid.UUID         `json:"posizione"`
	ImportoCent importo.Cent      `json:"importo_cent"`
	Data        calendario.Giorno `json:"data"`
	Canale      string            `json:"canale"`
	Riferimento string            `json:"riferimento"`
	Stornato    calendario.Giorno `json:"stornato"`
}

// Ricorso is an appeal of a position, of all where Posizione is zero. ImportoCent is the sum that its decision
// names, without expenses; Deciso is zero before, and Notificato until the decision is served.
type Ricorso struct {
	Posizione   uuid.UUID         `json:"posizione"`
	Autorita    verbale.Autorita  `json:"autorita"`
	Stato       verbale.Ricorso   `json:"stato"`
	Presentato  calendario.Giorno `json:"presentato"`
	Deciso      calendario.Giorno `json:"deciso"`
	Notificato  calendario.Giorno `json:"notificato"`
	ImportoCent importo.Cent      `json:"importo_cent"`
}
