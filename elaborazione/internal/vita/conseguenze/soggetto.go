package conseguenze

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/codici/partitaiva"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// StatoInesistente refuses an address to which no act can be sent.
const StatoInesistente = "non è la sigla di uno Stato (ISO 3166-1)"

// lettoreSoggetto checks who was written against the law, on the day of the violation.
type lettoreSoggetto struct {
	giorno  calendario.Giorno
	rifiuta func(campo, messaggio string)
}

// LeggiSoggetto makes a new subject of who was written, on the day of the violation; nil for nobody. rifiuta is told
// each field at fault.
func LeggiSoggetto(campo string, x *richiesta.Soggetto, giorno calendario.Giorno, rifiuta func(campo, messaggio string)) *vita.Soggetto {
	if x == nil {
		return nil
	}
	c := lettoreSoggetto{giorno, rifiuta}
	s := &vita.Soggetto{ID: vita.NuovoID(), Nazione: "IT"}
	switch {
	case x.Persona != nil:
		c.persona(campo+".persona", s, *x.Persona)
	case x.Societa != nil:
		c.societa(campo+".societa", s, *x.Societa)
	}
	if i := x.Indirizzo; i != nil {
		if i.Nazione != "" && !comune.PaeseNoto(i.Nazione) {
			c.rifiuta(campo+".indirizzo.nazione", StatoInesistente)
		}
		s.Indirizzo, s.Civico, s.Cap, s.Comune = i.Via, i.Civico, i.Cap, i.Comune
		s.ComuneIstat, s.Provincia, s.Nazione = i.ComuneIstat, i.Provincia, i.Nazione
	}
	return s
}

func (c lettoreSoggetto) persona(campo string, s *vita.Soggetto, p richiesta.Persona) {
	s.Tipo, s.Cognome, s.Nome, s.Sesso = vita.Persona, nominativo.Pulito(p.Cognome), nominativo.Pulito(p.Nome), p.Sesso
	if s.Cognome == "" && s.Nome == "" {
		c.rifiuta(campo+".cognome", nominativo.MancaTutto)
	}
	s.DataNascita, s.LuogoNascita, s.CodiceFiscale = p.DataNascita, p.LuogoNascita, p.CodiceFiscale
	c.codiceFiscale(campo, p.CodiceFiscale)
	if p.DataNascita.After(c.giorno) {
		c.rifiuta(campo+".dataNascita", "segue il giorno della violazione")
	}
}

func (c lettoreSoggetto) societa(campo string, s *vita.Soggetto, p richiesta.Societa) {
	s.Tipo, s.Denominazione, s.CodiceFiscale = vita.Societa, p.Denominazione, p.CodiceFiscale
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

func (c lettoreSoggetto) codiceFiscale(campo, codice string) {
	if codice == "" {
		return
	}
	if esito := codicefiscale.Valida(codice); !esito.Valido {
		c.rifiuta(campo+".codiceFiscale", esito.Motivo)
	}
}
