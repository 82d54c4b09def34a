package inserimento

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// persone opens the positions: always one of the person jointly liable (art. 196 CdS), known or to be
// found by the plate, and one of the driver when the driver is named.
func (c *controllo) persone() {
	c.apri(verbale.Obbligato, c.soggetto("obbligato", c.v.Obbligato))
	if c.v.Trasgressore != nil {
		c.apri(verbale.Trasgressore, c.soggetto("trasgressore", c.v.Trasgressore))
	}
	if c.v.ContestazioneImmediata && c.v.Trasgressore == nil {
		c.rifiuta("trasgressore", "con contestazioneImmediata il trasgressore va indicato")
	}
}

// soggetto reads a person of the request, on the day of the violation.
func (c *controllo) soggetto(campo string, x *richiesta.Soggetto) *vita.Soggetto {
	return conseguenze.LeggiSoggetto(campo, x, c.giorno, c.rifiuta)
}
