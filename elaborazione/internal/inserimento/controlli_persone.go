package inserimento

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"

	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
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
	} else if p := c.v.Patente; p != nil && !p.Rilascio.IsZero() {
		c.avverti("PATENTE_SENZA_CONDUCENTE", "patente.rilascio non è conservato: il verbale non ha il trasgressore di cui è la patente.")
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
	c.segnaposto(campo, x.Persona)
	if nato := conseguenze.NascitaPresunta(*s, c.giorno); !nato.IsZero() {
		c.avverti("NASCITA_PRESUNTA",
			"il codice fiscale non dice il secolo: "+conseguenze.Chi(t)+" si presume nato "+nato.Detto("il")+"; indicare la data di nascita.")
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

// segnaposto warns that a text in place of a name was left out: the person has one name.
func (c *controllo) segnaposto(campo string, p *richiesta.Persona) {
	if p == nil {
		return
	}
	for _, n := range [][2]string{{"cognome", p.Cognome}, {"nome", p.Nome}} {
		if nominativo.Segnaposto(n[1]) {
			c.avverti("NOME_SEGNAPOSTO", campo+".persona."+n[0]+": "+strconv.Quote(n[1])+" non è un "+n[0]+", è stato trattato come assente: di chi ha un nome solo va omesso.")
		}
	}
}

// etaDelRilascio refuses a licence that is older than the driver can have had one, and warns of a licence that can only be for
// mopeds: the points of a new driver are counted from it.
func (c *controllo) etaDelRilascio(rilascio calendario.Giorno) {
	p := c.v.Trasgressore.Persona
	if p == nil {
		return
	}
	switch impossibile, soloAM := cds.EtaDelRilascio(p.DataNascita, rilascio); {
	case impossibile:
		c.rifiuta("patente.rilascio", conseguenze.RilascioImpossibile(p.DataNascita))
	case soloAM:
		c.avverti("PATENTE_DA_VERIFICARE", "patente.rilascio è prima dei sedici anni del trasgressore: può essere soltanto una patente AM.")
	}
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
	c.etaDelRilascio(p.Rilascio)
	doppi, passo := cds.Neopatentato(cds.Patente{Rilascio: p.Rilascio, GiaTitolare: p.GiaTitolare}, c.giorno)
	if c.n.Posizioni[len(c.n.Posizioni)-1].Neopatentato = doppi; doppi {
		c.avverti("PUNTI_RADDOPPIATI", passo.Testo)
	}
}
