package anpr

import (
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// How many look-ups (C001) and unique identifiers (C030) a command asks of ANPR in a day, how many of each jobs leave to persons who
// wait, and what holds where it has not said.
const (
	ChiaveAlGiorno      = "anpr.alGiorno"
	AlGiorno            = 1000
	ChiaveUnicoAlGiorno = "anpr.unicoAlGiorno"
	UnicoAlGiorno       = 1000
	ChiaveRiserva       = "anpr.riserva"
	Riserva             = 100
)

// Impostazioni are the settings of what a command asks of ANPR.
func Impostazioni() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiaveAlGiorno, Modulo: domicili.Modulo, Gruppo: domicili.Gruppo, Titolo: "Interrogazioni ANPR al giorno",
			Descrizione: "Quante interrogazioni per notificare (C001) si fanno ad ANPR in un giorno, al più quante la finalità dichiarata alla PDND ne ammette.",
			Schema:      impostazione.Intero(1, 1_000_000), Usuale: `1000`, Esempio: `5000`,
		},
		{
			Chiave: ChiaveUnicoAlGiorno, Modulo: domicili.Modulo, Gruppo: domicili.Gruppo, Titolo: "Identificativi ANPR al giorno",
			Descrizione: "Quanti identificativi unici (C030) si chiedono ad ANPR in un giorno, al più quanti la loro finalità ne ammette: finiti quelli si chiede per codice fiscale.",
			Schema:      impostazione.Intero(1, 1_000_000), Usuale: `1000`, Esempio: `5000`,
		},
		{
			Chiave: ChiaveRiserva, Modulo: domicili.Modulo, Gruppo: domicili.Gruppo, Titolo: "Riserva ANPR per le persone",
			Descrizione: "Quante di quelle interrogazioni, per ogni servizio, i lavori automatici lasciano a chi aspetta una risposta. Negli ultimi dieci giorni del termine " +
				"di notifica di un verbale il lavoro che lo riguarda usa anche queste.",
			Schema: impostazione.Intero(0, 1_000_000), Usuale: `100`, Esempio: `200`,
		},
	}
}
