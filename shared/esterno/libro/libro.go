// Package libro is the book of a command's questions to outside systems: who asked, about whom, why, for which fine, the
// outcome and the cost. Its table is spina/libro.sql, in the schema of every service that asks; a line is written once and
// never changed.
package libro

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// The kinds of question.
const (
	Veicolo   = "VEICOLO"   // the owner of a vehicle
	Patente   = "PATENTE"   // a licence
	Copertura = "COPERTURA" // the insurance and inspection of a vehicle
	Domicilio = "DOMICILIO" // the digital domiciles of a person or body
	Verifica  = "VERIFICA"  // whether an address is a person's digital domicile
	Visura    = "VISURA"    // where a person lives, or a company has its seat
	Invio     = "INVIO"     // no question: a notification by SEND (connessione_v1.spesa_invio)
)

// SenzaRisposta is the outcome of a question that left whole and brought nothing: the register may bill it.
const SenzaRisposta = "SENZA_RISPOSTA"

// Riga is a line: a look-up, which may have asked more than one register.
type Riga struct {
	ID            uuid.UUID // zero: a new one
	Quando        time.Time // zero: now, by the database's clock
	Tipo          string    // the kind of question
	Attore        string
	Motivo, Nota  string
	Verbale       uuid.NullUUID
	CodiceFiscale string
	Risposta      uuid.NullUUID // the row that keeps the answer
	Esito         string
	Fonte         string           // the register that answered
	Riuso         bool             // an answer of the same day: no register was asked
	Costi         map[string]int64 // thousandths of a euro by register that was asked; none where none was

	UnaVolta bool // a line like it about the same answer, fine and account is enough
}

// Costo is what all registers of a line cost, in thousandths of a euro.
func (r Riga) Costo() (millesimi int64) {
	for _, c := range r.Costi {
		millesimi += c
	}
	return millesimi
}

// scrive writes lines given as a JSON array; one like a line that is enough once is not repeated.
const scrive = `INSERT INTO libro (id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costi)
	SELECT id, coalesce(quando, clock_timestamp()), tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costi
	FROM json_to_recordset(CAST(@righe AS json)) AS r (id uuid, quando timestamptz, tipo text, attore text, motivo text, nota text, verbale uuid,
		codice_fiscale text, risposta uuid, esito text, fonte text, riuso boolean, costi jsonb, una boolean)
	WHERE NOT (una AND EXISTS (SELECT FROM libro i WHERE i.risposta = r.risposta AND i.esito = r.esito AND i.attore = r.attore
		AND i.verbale IS NOT DISTINCT FROM r.verbale))`

// rigaScritta is a line as scrive reads it.
type rigaScritta struct {
	ID            uuid.UUID        `json:"id"`
	Quando        time.Time        `json:"quando,omitzero"`
	Tipo          string           `json:"tipo"`
	Attore        string           `json:"attore"`
	Motivo        string           `json:"motivo"`
	Nota          string           `json:"nota"`
	Verbale       uuid.NullUUID    `json:"verbale"`
	CodiceFiscale string           `json:"codice_fiscale"`
	Risposta      uuid.NullUUID    `json:"risposta"`
	Esito         string           `json:"esito"`
	Fonte         string           `json:"fonte"`
	Riuso         bool             `json:"riuso"`
	Costi         map[string]int64 `json:"costi"`
	UnaVolta      bool             `json:"una"`
}

func inJSON(righe []Riga) (string, error) {
	scritte := make([]rigaScritta, len(righe))
	for i, r := range righe {
		if r.ID == uuid.Nil {
			r.ID = uuid.Must(uuid.NewV7())
		}
		if r.Costi == nil {
			r.Costi = map[string]int64{}
		}
		scritte[i] = rigaScritta(r)
	}
	testo, err := json.Marshal(scritte)
	if err != nil {
		return "", fmt.Errorf("libro: %w", err)
	}
	return string(testo), nil
}

// Scrivi writes a line into a transaction; false where one like it is enough and is there.
func Scrivi(tx *db.Tx, r Riga) (scritta bool, err error) {
	testo, err := inJSON([]Riga{r})
	if err != nil {
		return false, err
	}
	fatto := tx.Exec(scrive, map[string]any{"righe": testo})
	return fatto.RowsAffected == 1, db.Wrap("libro", fatto.Error)
}

// Accoda queues lines to be written with other rows.
func Accoda(lotto *pgx.Batch, righe []Riga) error {
	if len(righe) == 0 {
		return nil
	}
	testo, err := inJSON(righe)
	if err == nil {
		lotto.Queue(strings.ReplaceAll(scrive, "@righe", "$1"), testo)
	}
	return err
}
