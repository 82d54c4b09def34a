package verbale

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/partitaiva"
)

// statoInesistente refuses an address to which no act can be sent.
const statoInesistente = "non è la sigla di uno Stato (ISO 3166-1)"

// persone opens the positions: always one of the person jointly liable (art. 196 CdS), known or to be
// found by the plate, and one of the driver when the driver is named.
func (c *controllo) persone() {
	c.apri(Obbligato, c.soggetto("obbligato", c.v.Obbligato))
	if c.v.Trasgressore != nil {
		c.apri(Trasgressore, c.soggetto("trasgressore", c.v.Trasgressore))
	}
	if c.v.ContestazioneImmediata && c.v.Trasgressore == nil {
		c.rifiuta("trasgressore", "con contestazioneImmediata il trasgressore va indicato")
	}
}

func (c *controllo) soggetto(campo string, x *verbaleins.Soggetto) *Soggetto {
	if x == nil {
		return nil
	}
	s := &Soggetto{ID: nuovoID(), Nazione: "IT"}
	switch {
	case x.Persona != nil:
		c.persona(campo+".persona", s, *x.Persona)
	case x.Societa != nil:
		c.societa(campo+".societa", s, *x.Societa)
	}
	if i := x.Indirizzo; i != nil {
		if i.Nazione != "" && !comune.PaeseNoto(i.Nazione) {
			c.rifiuta(campo+".indirizzo.nazione", statoInesistente)
		}
		s.Indirizzo, s.Civico, s.Cap, s.Comune = i.Via, i.Civico, i.Cap, i.Comune
		s.ComuneIstat, s.Provincia, s.Nazione = i.ComuneIstat, i.Provincia, i.Nazione
	}
	return s
}

func (c *controllo) persona(campo string, s *Soggetto, p verbaleins.Persona) {
	s.Tipo, s.Cognome, s.Nome, s.Sesso = Persona, p.Cognome, p.Nome, p.Sesso
	s.DataNascita, s.LuogoNascita, s.CodiceFiscale = p.DataNascita, p.LuogoNascita, p.CodiceFiscale
	c.codiceFiscale(campo, p.CodiceFiscale)
	if p.DataNascita.After(c.giorno) {
		c.rifiuta(campo+".dataNascita", "segue il giorno della violazione")
	}
}

func (c *controllo) societa(campo string, s *Soggetto, p verbaleins.Societa) {
	s.Tipo, s.Denominazione, s.CodiceFiscale = Societa, p.Denominazione, p.CodiceFiscale
	c.codiceFiscale(campo, p.CodiceFiscale)
	if p.PartitaIva == "" {
		return
	}
	if esito := partitaiva.Valida(p.PartitaIva); !esito.Valida {
		c.rifiuta(campo+".partitaIva", esito.Motivo)
	}
	if s.CodiceFiscale == "" {
		s.CodiceFiscale = p.PartitaIva
	}
}

func (c *controllo) codiceFiscale(campo, codice string) {
	if codice == "" {
		return
	}
	if esito := codicefiscale.Valida(codice); !esito.Valido {
		c.rifiuta(campo+".codiceFiscale", esito.Motivo)
	}
}
