// Package libro is the book of a command's questions to outside systems: who asked, about whom, why, for which fine, the
// outcome and the cost. Its table is spina/libro.sql, in the schema of every service that asks; a line is written once and
// never changed.
package libro

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

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

// Scrivi writes a line into a transaction; false where one like it is enough and is there.
func Scrivi(tx *db.Tx, r Riga) (scritta bool, err error) {
	if r.ID == uuid.Nil {
		r.ID = uuid.Must(uuid.NewV7())
	}
	if r.Costi == nil {
		r.Costi = map[string]int64{}
	}
	costi, err := json.Marshal(r.Costi)
	if err != nil {
		return false, fmt.Errorf("libro: %w", err)
	}
	var quando *time.Time
	if !r.Quando.IsZero() {
		quando = &r.Quando
	}
	fatto := tx.Exec(`INSERT INTO libro (id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costi)
		SELECT @id, coalesce(CAST(@quando AS timestamptz), clock_timestamp()), @tipo, @attore, @motivo, @nota, CAST(@verbale AS uuid), @codice,
			CAST(@risposta AS uuid), @esito, @fonte, @riuso, CAST(@costi AS jsonb)
		WHERE NOT (@una AND EXISTS (SELECT FROM libro i WHERE i.risposta = CAST(@risposta AS uuid) AND i.esito = @esito AND i.attore = @attore
			AND i.verbale IS NOT DISTINCT FROM CAST(@verbale AS uuid)))`, map[string]any{"id": r.ID, "quando": quando, "tipo": r.Tipo, "attore": r.Attore,
		"motivo": r.Motivo, "nota": r.Nota, "verbale": r.Verbale, "codice": r.CodiceFiscale, "risposta": r.Risposta, "esito": r.Esito, "fonte": r.Fonte,
		"riuso": r.Riuso, "costi": string(costi), "una": r.UnaVolta})
	return fatto.RowsAffected == 1, db.Wrap("libro", fatto.Error)
}
