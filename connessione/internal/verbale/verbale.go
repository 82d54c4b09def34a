// Package verbale is a fine as connessione reads it: the rows of verbali_v1, gathered in one
// statement, so that amounts, payments and positions are of one instant. It writes nothing.
package verbale

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Verbale is a fine with what hangs on it. The json names are the columns of the views.
type Verbale struct {
	ID                string            `json:"id"`
	Anno              int               `json:"anno"`
	Numero            int64             `json:"numero"`
	Lettera           string            `json:"lettera"`
	Targa             string            `json:"targa"`
	TipoTarga         string            `json:"tipo_targa"`
	Nazione           string            `json:"nazione"`
	Marca             string            `json:"marca"`
	Modello           string            `json:"modello"`
	DataViolazione    time.Time         `json:"data_violazione"`
	DataAccertamento  calendario.Giorno `json:"data_accertamento"`
	LuogoIstat        string            `json:"luogo_istat"`
	LuogoIndirizzo    string            `json:"luogo_indirizzo"`
	LuogoCivico       string            `json:"luogo_civico"`
	LuogoChilometro   string            `json:"luogo_chilometro"`
	Contestato        bool              `json:"contestato"`
	Sequenza          int               `json:"sequenza"`
	Procedura         string            `json:"procedura"`
	Debito            string            `json:"debito"`
	Ricorso           string            `json:"ricorso"`
	Punti             string            `json:"punti"`
	Riscossione       string            `json:"riscossione"`
	DataNotifica      calendario.Giorno `json:"data_notifica"`
	ScadenzaPagamento calendario.Giorno `json:"scadenza_pagamento"`
	Reparto           string            `json:"reparto"`
	Fonte             string            `json:"fonte"`
	Note              string            `json:"note"`
	SenzaOra          bool              `json:"senza_ora"` // of DataViolazione only the day is known
	Importato         bool              `json:"importato"`

	// The account as the last event about money left it.
	PrezzoCent     importo.Cent `json:"prezzo_cent"`
	VersatoCent    importo.Cent `json:"versato_cent"`
	EccedenzaCent  importo.Cent `json:"eccedenza_cent"`
	RimborsatoCent importo.Cent `json:"rimborsato_cent"`
	ResiduoCent    importo.Cent `json:"residuo_cent"`
	SgravatoCent   importo.Cent `json:"sgravato_cent"`

	SospesoDal calendario.Giorno `json:"sospeso_dal"` // of the hold or suspension in force, zero for none

	Violazioni []Violazione `json:"violazioni"`
	Posizioni  []Posizione  `json:"posizioni"`
	Avvisi     []Avviso     `json:"avvisi"`
	Pagamenti  []Pagamento  `json:"pagamenti"`
	Ricorsi    []Ricorso    `json:"ricorsi"`
	Notifiche  []Notifica   `json:"notifiche"`
	Documenti  []Documento  `json:"documenti"`
	Eventi     []Evento     `json:"eventi"`
}

// Violazione is one offence of the fine, with the band of its day.
type Violazione struct {
	Ordine           int          `json:"ordine"`
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
}

// Posizione is an addressee of the fine: the law counts from its own day zero, zero before service.
// Chiusa is why nothing is asked here any more, empty while something is.
type Posizione struct {
	ID          string            `json:"id"`
	Ordine      int               `json:"ordine"`
	Titolo      string            `json:"titolo"`
	GiornoZero  calendario.Giorno `json:"giorno_zero"`
	Prova       string            `json:"prova"`
	ProvaDubbia bool              `json:"prova_dubbia"`
	Chiusa      string            `json:"chiusa"`
	SpeseCent   importo.Cent      `json:"spese_cent"`
	Soggetto    *Soggetto         `json:"soggetto"` // nil while unknown, and always in an anonymous look-up
}

// Soggetto is the person or company of a position.
type Soggetto struct {
	Tipo          string            `json:"tipo"`
	CodiceFiscale string            `json:"codice_fiscale"`
	Cognome       string            `json:"cognome"`
	Nome          string            `json:"nome"`
	Denominazione string            `json:"denominazione"`
	Sesso         string            `json:"sesso"`
	DataNascita   calendario.Giorno `json:"data_nascita"`
	LuogoNascita  string            `json:"luogo_nascita"`
	Indirizzo     string            `json:"indirizzo"`
	Civico        string            `json:"civico"`
	Cap           string            `json:"cap"`
	Comune        string            `json:"comune"`
	Provincia     string            `json:"provincia"`
	Nazione       string            `json:"nazione"`
}

// Avviso is a payment notice of a position. ImportoCent is the whole sum, SpeseCent the part of it
// that is expenses.
type Avviso struct {
	ID                string       `json:"id"`
	Posizione         string       `json:"posizione"`
	Tipo              cds.Tipo     `json:"tipo"`
	NumeroAvviso      string       `json:"numero_avviso"`
	IUV               string       `json:"iuv"`
	CodiceFiscaleEnte string       `json:"codice_fiscale_ente"`
	ImportoCent       importo.Cent `json:"importo_cent"`
	SpeseCent         importo.Cent `json:"spese_cent"`
	Stato             string       `json:"stato"`
	Giorni            int          `json:"giorni"` // from service to the end of its term, 0 for none
	Emesso            time.Time    `json:"emesso"`
}

// Pagamento is money received. Avviso is empty when it named the fine and not a notice; Stornato is the
// day on which it was taken back, and then it counts nowhere.
type Pagamento struct {
	Avviso      string            `json:"avviso"`
	Posizione   string            `json:"posizione"`
	Stornato    calendario.Giorno `json:"stornato"`
	ImportoCent importo.Cent      `json:"importo_cent"`
	Data        calendario.Giorno `json:"data"`
	Canale      string            `json:"canale"`
}

// Ricorso is an appeal, of all positions where Posizione is empty.
type Ricorso struct {
	Posizione   string            `json:"posizione"`
	Autorita    string            `json:"autorita"`
	Stato       string            `json:"stato"`
	Deciso      calendario.Giorno `json:"deciso"`
	Notificato  calendario.Giorno `json:"notificato"` // the decision, to the person
	ImportoCent importo.Cent      `json:"importo_cent"`
}

// Notifica is one attempt to serve a position. Esito is the legal day of its outcome, zero while it is
// awaited; Motivo is free text of the outcome.
type Notifica struct {
	Posizione string            `json:"posizione"`
	Canale    string            `json:"canale"`
	Stato     string            `json:"stato"`
	Avviata   calendario.Giorno `json:"avviata"`
	Esito     calendario.Giorno `json:"esito"`
	Prova     string            `json:"prova"`
	Motivo    string            `json:"motivo"`
}

// The kinds of document.
const (
	Atto          = "ATTO"
	AvvisoAnonimo = "AVVISO_ANONIMO"
)

// Documento is a file of the fine, kept in the store under its hash.
type Documento struct {
	ID        string    `json:"id"`
	Verbale   string    `json:"verbale"`
	Posizione string    `json:"posizione"`
	Tipo      string    `json:"tipo"`
	Nome      string    `json:"nome"`
	Mime      string    `json:"mime"`
	SHA256    string    `json:"sha256"`
	Byte      int64     `json:"byte"`
	Creato    time.Time `json:"creato"`
}

// Evento is a step of the fine, of whose data there is the money that came in, went back or was given up; zero
// for none.
type Evento struct {
	Sequenza    int               `json:"sequenza"`
	Tipo        string            `json:"tipo"`
	Posizione   string            `json:"posizione"`
	DataLegale  calendario.Giorno `json:"data_legale"`
	Registrato  time.Time         `json:"registrato"`
	Prova       string            `json:"prova"`
	ImportoCent importo.Cent      `json:"importo_cent"`
}

// RimborsoDisposto is the step of a refund.
const RimborsoDisposto = "RIMBORSO_DISPOSTO"

// Posizione finds a position of the fine; nil when it is not there.
func (v *Verbale) Posizione(id string) *Posizione {
	for i := range v.Posizioni {
		if v.Posizioni[i].ID == id {
			return &v.Posizioni[i]
		}
	}
	return nil
}

// Avviso finds a notice of the fine by its id; nil when it is not there.
func (v *Verbale) Avviso(id string) *Avviso {
	for i := range v.Avvisi {
		if v.Avvisi[i].ID == id {
			return &v.Avvisi[i]
		}
	}
	return nil
}
