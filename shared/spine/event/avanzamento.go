package event

import "time"

// AvanzamentoLotto is avanzamento.<tenant>.lotto.<id>: where a lot is after each change, whole. It is not
// kept: who follows a lot reads it first, and drops a snapshot whose Revisione is not above what it has,
// because two changes may be announced out of order.
type AvanzamentoLotto struct {
	IDLotto        string     `json:"idLotto"`
	Revisione      int        `json:"revisione"` // counts the changes of the lot
	Stato          string     `json:"stato"`
	Nome           string     `json:"nome,omitempty"`
	Chiuso         *time.Time `json:"chiuso,omitempty"`
	Iniziato       *time.Time `json:"iniziato,omitempty"`
	Finito         *time.Time `json:"finito,omitempty"`
	Totale         int        `json:"totale"`
	OK             int        `json:"ok"`
	Ripetibili     int        `json:"erroriRipetibili"`
	Definitivi     int        `json:"erroriDefinitivi"`
	Saltati        int        `json:"saltati"`
	Annullati      int        `json:"annullati"`
	LavoratoMs     int64      `json:"lavoratoMs"` // time spent on the items that have ended, in milliseconds
	AlSecondo      *float64   `json:"alSecondo,omitempty"`
	MancanoSecondi *int       `json:"mancanoSecondi,omitempty"`
}

// Soggetto is where it travels.
func (e AvanzamentoLotto) Soggetto(tenant string) string {
	return "avanzamento." + tenant + ".lotto." + e.IDLotto
}

// Oggetto is the lot.
func (e AvanzamentoLotto) Oggetto() string { return e.IDLotto }
