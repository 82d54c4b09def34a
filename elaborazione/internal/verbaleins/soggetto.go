package verbaleins

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
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
func (n *normalizzatore) valore(campo string, s *string, f soap.Conversion[string]) {
	if comprimi(*s) == "" {
		n.rifiuta(campo, "manca")
		return
	}
	n.facoltativo(campo, s, f)
}

// facoltativo is valore for a field that may be missing.
func (n *normalizzatore) facoltativo(campo string, s *string, f soap.Conversion[string]) {
	if *s = comprimi(*s); *s == "" {
		return
	}
	letto, err := f(*s)
	if err != nil {
		n.rifiuta(campo, err.Error())
	}
	*s = letto
}

func (n *normalizzatore) persona(dove string, p *Persona) {
	n.valore(dove+"cognome", &p.Cognome, testo(120))
	n.valore(dove+"nome", &p.Nome, testo(120))
	n.facoltativo(dove+"codiceFiscale", &p.CodiceFiscale, codiceFiscale)
	n.facoltativo(dove+"sesso", &p.Sesso, sesso)
	n.facoltativo(dove+"luogoNascita", &p.LuogoNascita, testo(120))
}

func (n *normalizzatore) societa(dove string, p *Societa) {
	n.valore(dove+"denominazione", &p.Denominazione, testo(200))
	n.facoltativo(dove+"codiceFiscale", &p.CodiceFiscale, codiceFiscale)
	n.facoltativo(dove+"partitaIva", &p.PartitaIva, partitaIva)
}

func (n *normalizzatore) indirizzo(dove string, p *Indirizzo) {
	n.valore(dove+"via", &p.Via, testo(200))
	n.facoltativo(dove+"civico", &p.Civico, testo(20))
	n.facoltativo(dove+"cap", &p.Cap, codicePostale)
	n.valore(dove+"comune", &p.Comune, testo(120))
	n.facoltativo(dove+"comuneIstat", &p.ComuneIstat, codiceIstat)
	n.facoltativo(dove+"provincia", &p.Provincia, provincia)
	n.facoltativo(dove+"nazione", &p.Nazione, nazione)
	p.Nazione = oItalia(p.Nazione)
}
