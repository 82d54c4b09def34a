package verbale

import (
	"cmp"
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// StatoAvviso is the life of a payment notice.
type StatoAvviso string

// The states of a notice (design, section 4).
const (
	AvvisoEmesso     StatoAvviso = "EMESSO"
	AvvisoSostituito StatoAvviso = "SOSTITUITO"
	AvvisoPagato     StatoAvviso = "PAGATO"
	AvvisoAnnullato  StatoAvviso = "ANNULLATO"
	AvvisoScaduto    StatoAvviso = "SCADUTO"
)

// statiAvviso: the citizen is shown the notices that may be paid alone.
func statiAvviso() []voce[StatoAvviso] {
	return []voce[StatoAvviso]{
		{AvvisoEmesso, "Emesso", nonSiDice},
		{AvvisoSostituito, "Sostituito", nonSiDice},
		{AvvisoPagato, "Pagato", nonSiDice},
		{AvvisoAnnullato, "Annullato", nonSiDice},
		{AvvisoScaduto, "Scaduto", nonSiDice},
	}
}

// Parola is the office's label.
func (s StatoAvviso) Parola() string { return cerca(statiAvviso(), s).ufficio }

// scopi are the amounts that a notice may ask for; the enumeration is the law's (cds.Tipo), and the sum due on
// a day may also be INTERO_MAGGIORATO.
func scopi() []voce[cds.Tipo] {
	return []voce[cds.Tipo]{
		{cds.Ridotto30, fmt.Sprintf("Entro %d giorni, ridotto del 30%%", cds.PagamentoScontato5.Giorni()), "Pagamento scontato del 30 %"},
		{cds.Ridotto, fmt.Sprintf("Entro %d giorni, misura ridotta", cds.PagamentoRidotto60.Giorni()), "Pagamento in misura ridotta"},
		{cds.Intero, "Somma intera", "Somma intera"},
		{cds.InteroMaggiorato, "Somma intera con maggiorazione", "Somma intera con la maggiorazione per il ritardo"},
		{cds.Ordinanza, "Ordinanza del prefetto", "Somma fissata dall'ordinanza o dalla sentenza"},
		{cds.Rata, "Rata", "Rata"},
	}
}

// ParolaScopo is the office's label of an amount.
func ParolaScopo(t cds.Tipo) string { return cerca(scopi(), t).ufficio }

// ScopoCittadino names the purpose of a payment to the citizen.
func ScopoCittadino(t cds.Tipo) string {
	return cmp.Or(cerca(scopi(), t).cittadino, Leggibile(string(t)))
}
