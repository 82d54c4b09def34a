// Package lettura is a fine as those who do not own it read it: the rows of the published views verbali_v1, as one
// set of types for every service. Money is in cents; an id that is uuid.Nil and a day that is zero are not there.
// The JSON names are the columns of the views (a person's are those of the platform's own JSON). It does no I/O:
// shared/verbale/lettore fills it, shared/legge/debito prices it.
package lettura

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Voce is a fine in a list.
type Voce struct {
	ID             uuid.UUID         `json:"id"`
	Anno           int               `json:"anno"`
	Numero         int64             `json:"numero"`
	Lettera        string            `json:"lettera"`
	Targa          string            `json:"targa"`
	DataViolazione time.Time         `json:"data_violazione"` // in Rome
	SenzaOra       bool              `json:"senza_ora"`       // of DataViolazione only the day is known
	Importato      bool              `json:"importato"`       // the history of another system, with its sums
	LuogoIndirizzo string            `json:"luogo_indirizzo"`
	LuogoCivico    string            `json:"luogo_civico"`
	Procedura      verbale.Procedura `json:"procedura"`
	Debito         verbale.Debito    `json:"debito"`
	Ricorso        verbale.Ricorso   `json:"ricorso"`
	ImportoCent    importo.Cent      `json:"importo_cent"` // smallest sum printed on the notices; 0: none
}

// Estremi is how people call a fine: 123/A/2026.
func (v Voce) Estremi() string { return Estremi(v.Numero, v.Lettera, v.Anno) }

// Estremi writes number, series and year as they are called: 123/A/2026.
func Estremi(numero int64, lettera string, anno int) string {
	if lettera != "" {
		lettera += "/"
	}
	return strconv.FormatInt(numero, 10) + "/" + lettera + strconv.Itoa(anno)
}

// Verbale is a fine with its dependent rows. The parts filled depend on the request (lettore.Parti).
type Verbale struct {
	Voce
	Conto

	TargaScritta      string              `json:"targa_scritta"` // with its gaps and marks; empty where nobody knows
	TipoTarga         string              `json:"tipo_targa"`
	Nazione           string              `json:"nazione"`
	Marca             string              `json:"marca"`
	Modello           string              `json:"modello"`
	DataAccertamento  calendario.Giorno   `json:"data_accertamento"`
	LuogoIstat        string              `json:"luogo_istat"`
	LuogoChilometro   string              `json:"luogo_chilometro"`
	Contestato        bool                `json:"contestato"`
	Punti             verbale.Punti       `json:"punti"`
	Riscossione       verbale.Riscossione `json:"riscossione"`
	DataNotifica      calendario.Giorno   `json:"data_notifica"`      // of the position served first
	ScadenzaPagamento calendario.Giorno   `json:"scadenza_pagamento"` // of the same position
	Reparto           string              `json:"reparto"`
	Fonte             verbale.Fonte       `json:"fonte"`
	Agenti            []string            `json:"agenti"`
	Note              string              `json:"note"`
	SospesoDal        calendario.Giorno   `json:"sospeso_dal"` // day of the hold or suspension in force, zero for none

	Violazioni []Violazione `json:"violazioni"` // in the order of the paper
	Posizioni  []Posizione  `json:"posizioni"`  // by order of opening
	Avvisi     []Avviso     `json:"avvisi"`     // by order of issue
	Pagamenti  []Pagamento  `json:"pagamenti"`  // by day
	Ricorsi    []Ricorso    `json:"ricorsi"`    // by day
	Notifiche  []Notifica   `json:"notifiche"`  // by order of sending
	Documenti  []Documento  `json:"documenti"`  // the oldest first
	Eventi     []Evento     `json:"eventi"`     // as they were recorded
	Anomalie   []Anomalia   `json:"anomalie"`   // by order of opening, the closed ones too

	// AvvertenzeIngresso are what the fine said of itself when it came in, each with its name (verbale.LeggiAvvertenza).
	AvvertenzeIngresso []string `json:"avvertenze_ingresso"`
	// AvvertenzeAperte are, of those that hold a fine, the names of which nothing has settled yet; nobody asks once the fine
	// is validated.
	AvvertenzeAperte []verbale.Avvertenza `json:"avvertenze_aperte"`
}

// Posizione finds a position of the fine; nil when it is not there.
func (v *Verbale) Posizione(id uuid.UUID) *Posizione {
	for i := range v.Posizioni {
		if v.Posizioni[i].ID == id {
			return &v.Posizioni[i]
		}
	}
	return nil
}

// AvvisiDi are the notices of a position.
func (v *Verbale) AvvisiDi(posizione uuid.UUID) []Avviso {
	var suoi []Avviso
	for _, a := range v.Avvisi {
		if a.Posizione == posizione {
			suoi = append(suoi, a)
		}
	}
	return suoi
}

// Superato reports a document that says what a later rectification asks less for: an act, a payment notice, an earlier
// communication. It is kept, and is no longer the whole truth. The events must be there.
func (v *Verbale) Superato(d Documento) bool {
	dice := []verbale.TipoDocumento{verbale.DocumentoAtto, verbale.DocumentoAnonimo, verbale.DocumentoRettifica}
	return slices.Contains(dice, d.Tipo) && slices.ContainsFunc(v.Eventi, func(e Evento) bool {
		return slices.Contains(verbale.EventiDiRettifica(), e.Tipo) && e.Registrato.After(d.Creato)
	})
}

// Documento is a file of the fine, kept in the store under its hash. Posizione is zero where it is of none.
type Documento struct {
	ID        uuid.UUID             `json:"id"`
	Verbale   uuid.UUID             `json:"verbale"`
	Posizione uuid.UUID             `json:"posizione"`
	Tipo      verbale.TipoDocumento `json:"tipo"`
	Nome      string                `json:"nome"`
	Mime      string                `json:"mime"`
	SHA256    string                `json:"sha256"`
	Byte      int64                 `json:"byte"`
	Creato    time.Time             `json:"creato"`
}

// Evento is one thing that happened to the fine, of all its data with the money that came in, went back or was
// given up; 0 for none. Attore, Causa and Prova, which may name people, are there only with the whole file.
type Evento struct {
	Sequenza    int                `json:"sequenza"`
	Tipo        verbale.TipoEvento `json:"tipo"`
	Posizione   uuid.UUID          `json:"posizione"` // zero: of the whole fine
	DataLegale  calendario.Giorno  `json:"data_legale"`
	Registrato  time.Time          `json:"registrato"`
	ImportoCent importo.Cent       `json:"importo_cent"`
	Attore      string             `json:"attore"`
	Causa       string             `json:"causa"`
	Prova       string             `json:"prova"`

	Registro string              `json:"registro"` // that was asked or answered, a RegistroVisura or that of the vehicles; empty: none
	Segue    verbale.StatoVisura `json:"segue"`    // what became of the answer of a RegistroVisura
}

// Fonte names the register that was asked or answered about somebody with a tax code, empty where it is not known, and what became
// of its answer; empty where none was.
func (e Evento) Fonte(codiceFiscale string) string {
	r := verbale.RegistroVisura(e.Registro)
	switch {
	case e.Registro == "":
		return ""
	case !slices.Contains(verbale.RegistriVisura(), r):
		return verbale.ParolaArchivio(e.Registro)
	case e.Segue == "":
		return r.ParolaDi(codiceFiscale)
	}
	return r.ParolaDi(codiceFiscale) + ": " + e.Segue.Parola()
}

// Anomalia waits for a person to decide, until Chiusa. Posizione is the addressee whom it is about, Altro the other fine:
// zero where there is none.
type Anomalia struct {
	ID        uuid.UUID            `json:"id"`
	Tipo      verbale.TipoAnomalia `json:"tipo"`
	Testo     string               `json:"testo"`
	Aperta    time.Time            `json:"aperta"`
	Chiusa    *time.Time           `json:"chiusa"`
	Posizione uuid.UUID            `json:"posizione"`
	Altro     uuid.UUID            `json:"altro"`
}
