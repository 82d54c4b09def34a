package intestatario

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// CapItaliano refuses a postal code.
const CapItaliano = "in Italia è di cinque cifre"

// SoggettoScritto is a person or a company as an operator writes it: the same members as the SOAP
// insertion, under the same rules.
type SoggettoScritto struct {
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

// Leggi checks the person and gives it with an identifier of its own; nil when something is wrong, which
// the sieve then knows.
func (x *SoggettoScritto) Leggi(v *vaglio.Vaglio, campo string, m *mossa.Richiesta) *vita.Soggetto {
	prima := len(v.Campi)
	letto := richiesta.Soggetto{}
	if p := x.Persona; p != nil {
		letto.Persona = &richiesta.Persona{Cognome: p.Cognome, Nome: p.Nome, CodiceFiscale: p.CodiceFiscale, Sesso: p.Sesso,
			DataNascita: v.Giorno(campo+".persona.dataNascita", p.DataNascita), LuogoNascita: p.LuogoNascita}
	}
	if p := x.Societa; p != nil {
		letto.Societa = &richiesta.Societa{Denominazione: p.Denominazione, CodiceFiscale: p.CodiceFiscale, PartitaIva: p.PartitaIva}
	}
	if i := x.Indirizzo; i != nil {
		letto.Indirizzo = &richiesta.Indirizzo{Via: i.Via, Civico: i.Civico, Cap: i.Cap, Comune: i.Comune, ComuneIstat: i.ComuneIstat,
			Provincia: i.Provincia, Nazione: i.Nazione}
	}
	letto, difetti := richiesta.NormalizzaSoggetto(campo, letto)
	v.Campi = append(v.Campi, difetti...)
	if i := letto.Indirizzo; i != nil && i.Nazione == "IT" && i.Cap != "" && !comune.CapValido(i.Cap) {
		v.Rifiuta(campo+".indirizzo.cap", CapItaliano)
	}
	if len(v.Campi) > prima {
		return nil
	}
	s := conseguenze.LeggiSoggetto(campo, &letto, calendario.Da(m.Ora), v.Rifiuta)
	if len(v.Campi) > prima {
		return nil
	}
	return s
}
