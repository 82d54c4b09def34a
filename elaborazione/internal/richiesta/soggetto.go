package richiesta

import (
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// NormalizzaSoggetto holds a person or a company that came by another door against the facets of the
// schema: it gives it normalised, with every field that does not fit, named after its path under campo.
func NormalizzaSoggetto(campo string, s Soggetto) (Soggetto, []problem.Campo) {
	n := &normalizzatore{}
	switch {
	case s.Persona == nil && s.Societa == nil:
		n.rifiuta(campo, "serve uno tra persona e societa")
	case s.Persona != nil && s.Societa != nil:
		n.rifiuta(campo, "è ammesso uno solo tra persona e societa")
	}
	if s.Persona != nil {
		p := *s.Persona
		s.Persona = &p
		n.persona(campo+".persona.", &p)
	}
	if s.Societa != nil {
		p := *s.Societa
		s.Societa = &p
		n.societa(campo+".societa.", &p)
	}
	if s.Indirizzo != nil {
		p := *s.Indirizzo
		s.Indirizzo = &p
		n.indirizzo(campo+".indirizzo.", &p)
	}
	return s, n.campi
}

// normalizzatore collects what does not fit.
type normalizzatore struct{ campi []problem.Campo }

func (n *normalizzatore) rifiuta(campo, messaggio string) {
	n.campi = append(n.campi, problem.Campo{Campo: campo, Messaggio: messaggio})
}

// valore applies the facet of a field that must be there.
func (n *normalizzatore) valore(campo string, s *string, f func(string) (string, error)) {
	if Comprimi(*s) == "" {
		n.rifiuta(campo, "manca")
		return
	}
	n.facoltativo(campo, s, f)
}

// facoltativo is valore for a field that may be missing.
func (n *normalizzatore) facoltativo(campo string, s *string, f func(string) (string, error)) {
	if *s = Comprimi(*s); *s == "" {
		return
	}
	letto, err := f(*s)
	if err != nil {
		n.rifiuta(campo, err.Error())
	}
	*s = letto
}

func (n *normalizzatore) persona(dove string, p *Persona) {
	n.facoltativo(dove+"cognome", &p.Cognome, Testo(120))
	n.facoltativo(dove+"nome", &p.Nome, Testo(120))
	if p.Cognome == "" && p.Nome == "" {
		n.rifiuta(dove+"cognome", nominativo.MancaTutto)
	}
	n.facoltativo(dove+"codiceFiscale", &p.CodiceFiscale, CodiceFiscale)
	n.facoltativo(dove+"sesso", &p.Sesso, Sesso)
	n.facoltativo(dove+"luogoNascita", &p.LuogoNascita, Testo(120))
}

func (n *normalizzatore) societa(dove string, p *Societa) {
	n.valore(dove+"denominazione", &p.Denominazione, Testo(200))
	n.facoltativo(dove+"codiceFiscale", &p.CodiceFiscale, CodiceFiscale)
	n.facoltativo(dove+"partitaIva", &p.PartitaIva, PartitaIva)
}

func (n *normalizzatore) indirizzo(dove string, p *Indirizzo) {
	n.valore(dove+"via", &p.Via, Testo(200))
	n.facoltativo(dove+"civico", &p.Civico, Testo(20))
	n.facoltativo(dove+"cap", &p.Cap, CodicePostale)
	n.valore(dove+"comune", &p.Comune, Testo(120))
	n.facoltativo(dove+"comuneIstat", &p.ComuneIstat, CodiceIstat)
	n.facoltativo(dove+"provincia", &p.Provincia, Provincia)
	n.facoltativo(dove+"nazione", &p.Nazione, Nazione)
	p.Nazione = OItalia(p.Nazione)
}
