package inserimento

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// persone opens the positions: always one of the person jointly liable (art. 196 CdS), known or to be
// found by the plate, and one of the driver when the driver is named.
func (c *controllo) persone() {
	c.apri(verbale.Obbligato, c.soggetto("obbligato", verbale.Obbligato, c.v.Obbligato))
	if c.v.Trasgressore != nil {
		c.apri(verbale.Trasgressore, c.soggetto("trasgressore", verbale.Trasgressore, c.v.Trasgressore))
		c.neopatentato()
	}
	if c.v.ContestazioneImmediata && c.v.Trasgressore == nil {
		c.rifiuta("trasgressore", "con contestazioneImmediata il trasgressore va indicato")
	}
}

// soggetto reads a person of the request, on the day of the violation, and holds the fine for what forbids an act to him.
func (c *controllo) soggetto(campo string, t verbale.Titolo, x *richiesta.Soggetto) *vita.Soggetto {
	s := conseguenze.LeggiSoggetto(campo, x, c.giorno, c.rifiuta)
	if s == nil {
		return nil
	}
	comuni := c.s.Ufficio.Tabelle.Comuni()
	for _, d := range conseguenze.Difetti(*s, c.giorno, comuni) {
		c.trattieni(verbale.Avvertenza(d.Regola), conseguenze.Chi(t)+" "+d.Testo+".")
	}
	if conseguenze.ComuneIgnoto(*s, comuni) {
		c.avverti("COMUNE_SCONOSCIUTO", "il comune dell'indirizzo, per "+conseguenze.Chi(t)+", non è nella tabella dei comuni.")
	}
	return s
}

// neopatentato notes of the driver that his licence was in its first three years: the points are doubled.
func (c *controllo) neopatentato() {
	p := c.v.Patente
	if p == nil || p.Rilascio.IsZero() {
		return
	}
	if p.Rilascio.After(c.giorno) {
		c.rifiuta("patente.rilascio", "segue il giorno della violazione")
	}
	doppi, passo := cds.Neopatentato(cds.Patente{Rilascio: p.Rilascio, GiaTitolare: p.GiaTitolare}, c.giorno)
	if c.n.Posizioni[len(c.n.Posizioni)-1].Neopatentato = doppi; doppi {
		c.avverti("PUNTI_RADDOPPIATI", passo.Testo)
	}
}
