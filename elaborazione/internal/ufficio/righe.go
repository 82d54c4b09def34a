package ufficio

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// Righe is the table of violations in use, on the day of a fine.
type Righe struct {
	tabella *sanzione.Tabella
	giorno  calendario.Giorno
}

// Righe gives the table of violations on the day of a fine: one table for a whole decision, whatever is imported
// meanwhile.
func (u *Ufficio) Righe(giorno calendario.Giorno) Righe { return Righe{u.Tabelle.Violazioni(), giorno} }

// Riga finds the row of a codice in force on the day, and the version of the table.
func (r Righe) Riga(codice string) (sanzione.Sanzione, string, bool) {
	s, c := r.tabella.Cerca(codice, r.giorno)
	return s, r.tabella.Versione(), c
}

// Sostitute are the rows in force on the day among which a codice was divided; none for a codice in use.
func (r Righe) Sostitute(codice string) []sanzione.Sanzione {
	return r.tabella.Sostitute(codice, "", r.giorno)
}

// Recidive are the rows in force on the day that hold for the repeat of a codice.
func (r Righe) Recidive(codice string) []sanzione.Sanzione {
	return r.tabella.DiRecidiva(codice, r.giorno)
}

// Regolarizzata is the codice of the row in force on the day that halves another where the insurance is put right
// (art. 193 c. 3 CdS); empty where there is none.
func (r Righe) Regolarizzata(codice string) string { return r.tabella.Regolarizzata(codice, r.giorno) }
