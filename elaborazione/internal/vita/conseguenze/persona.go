package conseguenze

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
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
	s.Tipo, s.Cognome, s.Nome, s.Sesso = vita.Persona, p.Cognome, p.Nome, p.Sesso
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

// soggettoScritto is a person or a company as an operator writes it: the same members as the SOAP
// insertion, under the same rules.
type soggettoScritto struct {
	Persona *struct {
		Cognome       string `json:"cognome"`
		Nome          string `json:"nome"`
		CodiceFiscale string `json:"codiceFiscale"`
		Sesso         string `json:"sesso"`
		DataNascita   string `json:"dataNascita"`
		LuogoNascita  string `json:"luogoNascita"`
	} `json:"persona"`
	Societa *struct {
		Denominazione string `json:"denominazione"`
		CodiceFiscale string `json:"codiceFiscale"`
		PartitaIva    string `json:"partitaIva"`
	} `json:"societa"`
	Indirizzo *struct {
		Via         string `json:"via"`
		Civico      string `json:"civico"`
		Cap         string `json:"cap"`
		Comune      string `json:"comune"`
		ComuneIstat string `json:"comuneIstat"`
		Provincia   string `json:"provincia"`
		Nazione     string `json:"nazione"`
	} `json:"indirizzo"`
}

// leggi checks the person and gives it with an identifier of its own; nil when something is wrong, which
// the sieve then knows.
func (x *soggettoScritto) leggi(v *vaglio, campo string, m *Mossa) *vita.Soggetto {
	prima := len(v.campi)
	letto := richiesta.Soggetto{}
	if p := x.Persona; p != nil {
		letto.Persona = &richiesta.Persona{Cognome: p.Cognome, Nome: p.Nome, CodiceFiscale: p.CodiceFiscale, Sesso: p.Sesso,
			DataNascita: v.giorno(campo+".persona.dataNascita", p.DataNascita), LuogoNascita: p.LuogoNascita}
	}
	if p := x.Societa; p != nil {
		letto.Societa = &richiesta.Societa{Denominazione: p.Denominazione, CodiceFiscale: p.CodiceFiscale, PartitaIva: p.PartitaIva}
	}
	if i := x.Indirizzo; i != nil {
		letto.Indirizzo = &richiesta.Indirizzo{Via: i.Via, Civico: i.Civico, Cap: i.Cap, Comune: i.Comune, ComuneIstat: i.ComuneIstat,
			Provincia: i.Provincia, Nazione: i.Nazione}
	}
	letto, difetti := richiesta.NormalizzaSoggetto(campo, letto)
	v.campi = append(v.campi, difetti...)
	if i := letto.Indirizzo; i != nil && i.Nazione == "IT" && i.Cap != "" && !comune.CapValido(i.Cap) {
		v.rifiuta(campo+".indirizzo.cap", capItaliano)
	}
	if len(v.campi) > prima {
		return nil
	}
	s := LeggiSoggetto(campo, &letto, calendario.Da(m.ora), v.rifiuta)
	if len(v.campi) > prima {
		return nil
	}
	return s
}
