// Package verbale reads the fines of a tenant for the operators' pages, from the views that
// elaborazione publishes, and asks elaborazione for what they decide. It writes nothing but who has looked.
package verbale

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"

	"github.com/piattaforma-verbali/verbali/core/internal/morto"
)

// Voce is a fine in a list.
type Voce struct {
	ID             uuid.UUID
	Anno           int
	Numero         int64
	Lettera        string
	Targa          string
	DataViolazione time.Time
	SenzaOra       bool // of DataViolazione only the day is known
	Importato      bool // the history of another system, with its sums
	Indirizzo      string
	Civico         string
	Procedura      string
	Debito         string
	Ricorso        string
	ImportoCent    importo.Cent // smallest sum printed on the notices; 0: none
}

// Estremi is how people call a fine: 123/A/2026.
func (v *Voce) Estremi() string { return estremi(v.Numero, v.Lettera, v.Anno) }

func estremi(numero int64, lettera string, anno int) string {
	if lettera != "" {
		return fmt.Sprintf("%d/%s/%d", numero, lettera, anno)
	}
	return fmt.Sprintf("%d/%d", numero, anno)
}

// Verbale is a whole fine.
type Verbale struct {
	Voce
	TipoTarga         string
	Nazione           string
	Marca             string
	Modello           string
	DataAccertamento  calendario.Giorno
	Istat             string
	Chilometro        string
	Reparto           string
	Fonte             string
	Contestato        bool
	Punti             string
	Riscossione       string
	DataNotifica      calendario.Giorno
	ScadenzaPagamento calendario.Giorno
	Agenti            []string
	Note              string
	Conto             debito.Conto // as the last event about money left it
	Violazioni        []Violazione
	Posizioni         []Posizione
	Avvisi            []Avviso
	Pagamenti         []Pagamento
	Ricorsi           []RicorsoDelVerbale
	Documenti         []Documento
	Notifiche         []Notifica
	Eventi            []Evento
	Anomalie          []Anomalia
	Indagine          *Indagine // nil: nobody has to decide from one
	Avvertenze        []string  // on the answer of the registry that named the owner
	Attesa            *Attesa   // nil: no answer is waited for
	Morti             []morto.Lavoro
}

// Violazione is one of the violations of a fine, with the row of the table as it was that day.
type Violazione struct {
	Codice, Articolo, Comma, Lettera, Testo string
	MinimoCent, MassimoCent                 importo.Cent
	Notturna, Sconto30, PagamentoRidotto    bool
	Punti                                   int
	Accessoria                              string
	VelocitaDecimi, LimiteDecimi            *int // tenths of km/h
}

// Posizione stands between a fine and a person. Soggetto is nil while unknown, and for who may not
// see personal data.
type Posizione struct {
	ID          uuid.UUID
	Titolo      string
	GiornoZero  calendario.Giorno
	Noto        bool
	Prova       string // of the service
	ProvaDubbia bool
	Chiusa      string // why nothing is asked here any more
	SpeseCent   importo.Cent
	Soggetto    *Soggetto `db:"-"`
}

// RicorsoDelVerbale is an appeal, of all positions where Posizione is zero.
type RicorsoDelVerbale struct {
	Posizione          uuid.UUID
	Autorita, Stato    string
	Presentato, Deciso calendario.Giorno
	Notificato         calendario.Giorno // the decision, to the person
	ImportoCent        importo.Cent      // that the decision names
}

// Soggetto is a person or a company.
type Soggetto struct {
	Tipo          string            `json:"tipo"`
	CodiceFiscale string            `json:"codiceFiscale"`
	Cognome       string            `json:"cognome"`
	Nome          string            `json:"nome"`
	Denominazione string            `json:"denominazione"`
	DataNascita   calendario.Giorno `json:"dataNascita"`
	LuogoNascita  string            `json:"luogoNascita"`
	Indirizzo     string            `json:"indirizzo"`
	Civico        string            `json:"civico"`
	Cap           string            `json:"cap"`
	Comune        string            `json:"comune"`
	Provincia     string            `json:"provincia"`
	Nazione       string            `json:"nazione"`
}

// NomeCompleto is the name as it is printed.
func (s Soggetto) NomeCompleto() string {
	if s.Tipo == "SOCIETA" {
		return s.Denominazione
	}
	return s.Cognome + " " + s.Nome
}

// Avviso is a payment notice.
type Avviso struct {
	ID, Posizione          uuid.UUID
	Tipo                   cds.Tipo
	NumeroAvviso, IUV      string
	ImportoCent, SpeseCent importo.Cent
	Stato                  string
}

// Pagamento is money that came in. Avviso is zero when the payer named none; Stornato is the day on which
// it was taken back, and then it counts nowhere.
type Pagamento struct {
	Avviso      uuid.UUID
	ImportoCent importo.Cent
	Data        calendario.Giorno
	Canale      string
	Riferimento string
	Posizione   uuid.UUID
	Stornato    calendario.Giorno
}

// Documento is a file of the fine in the document store.
type Documento struct {
	ID     uuid.UUID
	Tipo   string
	Nome   string
	MIME   string
	SHA256 string
	Byte   int64
	Creato time.Time
}

// Evento is one thing that happened to the fine.
type Evento struct {
	Sequenza   int
	Tipo       string
	DataLegale calendario.Giorno
	Registrato time.Time
	Attore     string
	Causa      string
}

// Anomalia waits for a person to decide, until Chiusa.
type Anomalia struct {
	ID          uuid.UUID
	Tipo, Testo string
	Aperta      time.Time
	Chiusa      *time.Time
}

// posizione finds a position by id; nil when the fine has none.
func (v *Verbale) posizione(id uuid.UUID) *Posizione {
	for i := range v.Posizioni {
		if v.Posizioni[i].ID == id {
			return &v.Posizioni[i]
		}
	}
	return nil
}

// taci hides what somebody wrote freely and why a person must decide: a registry may have said that the
// owner is dead, under age or robbed.
func (v *Verbale) taci() {
	for i := range v.Eventi {
		v.Eventi[i].Causa = ""
	}
	for i := range v.Posizioni {
		if v.Posizioni[i].Chiusa != "" {
			v.Posizioni[i].Chiusa = "con questo ruolo il motivo non si vede"
		}
	}
	for i := range v.Anomalie {
		v.Anomalie[i].Testo = "con questo ruolo il motivo non si vede"
	}
}

// AvvisiDi gives the notices of a position.
func (v *Verbale) AvvisiDi(posizione uuid.UUID) []Avviso {
	var suoi []Avviso
	for _, a := range v.Avvisi {
		if a.Posizione == posizione {
			suoi = append(suoi, a)
		}
	}
	return suoi
}
