package verbale

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

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
func (x *soggettoScritto) leggi(v *vaglio, campo string, m *mossa) *Soggetto {
	prima := len(v.campi)
	letto := verbaleins.Soggetto{}
	if p := x.Persona; p != nil {
		letto.Persona = &verbaleins.Persona{Cognome: p.Cognome, Nome: p.Nome, CodiceFiscale: p.CodiceFiscale, Sesso: p.Sesso,
			DataNascita: v.giorno(campo+".persona.dataNascita", p.DataNascita), LuogoNascita: p.LuogoNascita}
	}
	if p := x.Societa; p != nil {
		letto.Societa = &verbaleins.Societa{Denominazione: p.Denominazione, CodiceFiscale: p.CodiceFiscale, PartitaIva: p.PartitaIva}
	}
	if i := x.Indirizzo; i != nil {
		letto.Indirizzo = &verbaleins.Indirizzo{Via: i.Via, Civico: i.Civico, Cap: i.Cap, Comune: i.Comune, ComuneIstat: i.ComuneIstat,
			Provincia: i.Provincia, Nazione: i.Nazione}
	}
	letto, difetti := verbaleins.NormalizzaSoggetto(campo, letto)
	v.campi = append(v.campi, difetti...)
	if len(v.campi) > prima {
		return nil
	}
	c := &controllo{giorno: calendario.Da(m.ora)}
	s := c.soggetto(campo, &letto)
	for _, d := range c.campi {
		v.rifiuta(strings.TrimPrefix(d.Campo, "verbale."), d.Messaggio)
	}
	if len(v.campi) > prima {
		return nil
	}
	return s
}
