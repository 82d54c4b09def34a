package verbale

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// Fonte is where a fine comes from.
type Fonte string

// The sources (design, section 7, tenantapi): IMPIANTO are devices and toll networks.
const (
	FonteSoap         Fonte = "SOAP"
	FonteTablet       Fonte = "TABLET"
	FonteOcr          Fonte = "OCR"
	FonteImpianto     Fonte = "IMPIANTO"
	FonteImportazione Fonte = "IMPORTAZIONE"
	FonteManuale      Fonte = "MANUALE"
)

// Politica says who accepts the fines of a source.
type Politica string

// The two policies; MANUALE where the tenant has not chosen.
const (
	Manuale    Politica = "MANUALE"
	Automatica Politica = "AUTOMATICA"
)

// Nuovo is a fine that was read, checked and priced, and is to be recorded: nothing in it depends on
// what the database holds.
type Nuovo struct {
	ID          uuid.UUID
	Anno        int
	Numero      int64 // 0: the series gives it
	Lettera     string
	Integratore uuid.UUID
	IDEsterno   string
	Impronta    [32]byte
	Fonte       Fonte
	Politica    Politica
	Attore      string
	Ora         time.Time // of the insertion

	Rilievo
	Violazioni []Violazione
	Soggetti   []Soggetto
	Posizioni  []Posizione
	Allegati   []Documento
	Avvertenze []string
	Importi    cds.EsitoAvvisi
	Punti      Punti
	// Scadenze are the terms of a fine handed to the driver on the spot; none: it was not.
	Scadenze []Scadenza
	// Numeri are payment notice numbers taken for this fine, in the order of positions and amounts.
	Numeri []NumeroAvviso
}

// Rilievo is what the officers saw.
type Rilievo struct {
	Reparto           string
	Targa             string
	TipoTarga         string
	Nazione           string
	Marca             string
	Modello           string
	DataViolazione    time.Time // in Rome
	SenzaOra          bool      // only its day is known (imported fines)
	DataAccertamento  calendario.Giorno
	Luogo             Luogo
	Contestato        bool
	DataContestazione calendario.Giorno
	MotivoMancata     string
	PreavvisoNumero   string
	PreavvisoData     calendario.Giorno
	Dispositivo       *Dispositivo
	Agenti            []string
	Note              string
}

// Luogo is the place of the violation; coordinates are millionths of a degree, both or none.
type Luogo struct {
	Istat            string
	Indirizzo        string
	Civico           string
	Chilometro       string
	LatitudineMicro  *int64
	LongitudineMicro *int64
}

// Dispositivo is the device that measured.
type Dispositivo struct {
	Tipo         string            `json:"tipo"`
	Matricola    string            `json:"matricola"`
	Approvazione string            `json:"approvazione,omitempty"`
	Taratura     calendario.Giorno `json:"taratura,omitzero"`
}

// Violazione is one violation with its row of the table. Speeds are tenths of km/h.
type Violazione struct {
	sanzione.Sanzione
	Notturna        bool // the night third applies
	VelocitaDecimi  *int64
	LimiteDecimi    *int64
	Note            string
	VersioneTabella string
}

func (v Violazione) prezzo() cds.Violazione { return v.Sanzione.Violazione(v.Notturna, false) } //nolint:staticcheck // QF1008: the table's method, not ours

// Risposta is the first answer to an insertion, kept to be given again.
type Risposta struct {
	Numero     int64            `json:"numero"`
	Lettera    string           `json:"lettera,omitempty"`
	Anno       int              `json:"anno"`
	Avvisi     []AvvisoRisposto `json:"avvisi"`
	Avvertenze []string         `json:"avvertenze"`
}

// AvvisoRisposto is a payment notice as it was first answered.
type AvvisoRisposto struct {
	NumeroAvviso string `json:"numeroAvviso"`
	IUV          string `json:"iuv"`
	Tipo         string `json:"tipo"`
	ImportoCent  int64  `json:"importoCent"`
	Giorni       int    `json:"giorni"`
}

func rispondi(n Nuovo, avvisi []Avviso, avvertenze []string) Risposta {
	return Risposta{Numero: n.Numero, Lettera: n.Lettera, Anno: n.Anno, Avvisi: risposti(avvisi), Avvertenze: avvertenze}
}

// risposti are the notices that an integrator hears of: not those that others have replaced or that
// are void.
func risposti(avvisi []Avviso) []AvvisoRisposto {
	tutti := make([]AvvisoRisposto, 0, len(avvisi))
	for _, a := range avvisi {
		if a.Stato == AvvisoSostituito || a.Stato == AvvisoAnnullato {
			continue
		}
		tutti = append(tutti, AvvisoRisposto{NumeroAvviso: a.NumeroAvviso, IUV: a.IUV, Tipo: string(a.Tipo),
			ImportoCent: int64(a.ImportoCent), Giorni: a.Giorni})
	}
	return tutti
}
