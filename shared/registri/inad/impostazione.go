package inad

import (
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// How many extractions a command asks of INAD in a day, how many of them jobs leave to persons who wait, and what holds where it has
// not said.
const (
	ChiaveAlGiorno = "inad.alGiorno"
	AlGiorno       = 1000
	ChiaveRiserva  = "inad.riserva"
	Riserva        = 100
)

// Impostazioni are the settings of what a command asks of INAD.
func Impostazioni() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiaveAlGiorno, Modulo: domicili.Modulo, Gruppo: domicili.Gruppo, Titolo: "Estrazioni INAD al giorno",
			Descrizione: "Quante estrazioni singole si chiedono all'INAD in un giorno, al più quante la finalità dichiarata alla PDND ne ammette. Gli elenchi non contano.",
			Schema:      impostazione.Intero(1, 1_000_000), Usuale: `1000`, Esempio: `2000`,
		},
		{
			Chiave: ChiaveRiserva, Modulo: domicili.Modulo, Gruppo: domicili.Gruppo, Titolo: "Riserva INAD per le persone",
			Descrizione: "Quante di quelle estrazioni i lavori automatici lasciano a chi aspetta una risposta. Negli ultimi dieci giorni del termine di notifica di un verbale " +
				"il lavoro che lo riguarda usa anche queste.",
			Schema: impostazione.Intero(0, 1_000_000), Usuale: `100`, Esempio: `200`,
		},
	}
}
