package verbale

import "slices"

// StatoEsiti is where a file of outcomes of the post is.
type StatoEsiti string

// The states of a file of outcomes.
const (
	EsitiAccodati            StatoEsiti = "ACCODATO"
	EsitiInCorso             StatoEsiti = "IN_CORSO"
	EsitiCompletati          StatoEsiti = "COMPLETATO"
	EsitiCompletatiConErrori StatoEsiti = "COMPLETATO_CON_ERRORI" // a person looks at some rows
	EsitiFalliti             StatoEsiti = "FALLITO"               // the same file again takes it up where it stopped
)

func statiEsiti() []voce[StatoEsiti] {
	return []voce[StatoEsiti]{
		{EsitiAccodati, "In coda", nonSiDice},
		{EsitiInCorso, "In lavorazione", nonSiDice},
		{EsitiCompletati, "Completato", nonSiDice},
		{EsitiCompletatiConErrori, "Completato, con righe da guardare", nonSiDice},
		{EsitiFalliti, "Fermo per un guasto", nonSiDice},
	}
}

// Parola is the office's label.
func (s StatoEsiti) Parola() string { return cerca(statiEsiti(), s).ufficio }

// InMoto reports that the file changes by itself.
func (s StatoEsiti) InMoto() bool { return s == EsitiAccodati || s == EsitiInCorso }

// StatoRiga is what became of a row of such a file.
type StatoRiga string

// The states of a row.
const (
	RigaInAttesa        StatoRiga = "IN_ATTESA"
	RigaApplicata       StatoRiga = "APPLICATO"       // recorded on the fine
	RigaGiaNota         StatoRiga = "GIA_NOTO"        // the fine had it already
	RigaInViaggio       StatoRiga = "IN_VIAGGIO"      // nothing is decided yet
	RigaContraddittoria StatoRiga = "CONTRADDITTORIO" // contradicts the fine's events: the fine has an anomaly
	RigaSconosciuta     StatoRiga = "SCONOSCIUTO"     // no letter of ours, or not one alone
	RigaNonValida       StatoRiga = "NON_VALIDO"      // cells that cannot be read
	RigaRifiutata       StatoRiga = "RIFIUTATO"       // refused by the fine
)

func statiRiga() []voce[StatoRiga] {
	return []voce[StatoRiga]{
		{RigaContraddittoria, "Contraddice il verbale", nonSiDice},
		{RigaSconosciuta, "Lettera non trovata", nonSiDice},
		{RigaNonValida, "Non si legge", nonSiDice},
		{RigaRifiutata, "Rifiutato dal verbale", nonSiDice},
		{RigaApplicata, "Registrato", nonSiDice},
		{RigaGiaNota, "Già noto", nonSiDice},
		{RigaInViaggio, "Ancora in viaggio", nonSiDice},
		{RigaInAttesa, "In attesa", nonSiDice},
	}
}

// StatiRiga lists the states of a row, first those that wait for a person.
func StatiRiga() []StatoRiga { return valori(statiRiga()) }

// Parola is the office's label.
func (s StatoRiga) Parola() string { return cerca(statiRiga(), s).ufficio }

// RigheDaGuardare are the states of the rows that wait for a person.
func RigheDaGuardare() []StatoRiga {
	return []StatoRiga{RigaContraddittoria, RigaSconosciuta, RigaNonValida, RigaRifiutata}
}

// DaGuardare reports that the row waits for a person.
func (s StatoRiga) DaGuardare() bool { return slices.Contains(RigheDaGuardare(), s) }
