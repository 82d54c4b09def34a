package piano

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// senzaVia is the way, in an address, of what has none yet.
const senzaVia = "nessuna"

// filtro narrows the list. A nil Via does not filter.
type filtro struct {
	Aspetta   verbale.AttesaNotifica
	Via       *cds.Canale
	Proposta  cds.Canale
	Entro     calendario.Giorno // what has not left and must by this day
	Domicilio bool              // a person sends it to a digital domicile
	Dopo      posto
}

// posto is a place in the list: rows are in order of term, those that have left last.
type posto struct {
	Entro     calendario.Giorno
	Posizione uuid.UUID
}

// String is the place as it travels in an address.
func (p posto) String() string {
	switch {
	case p.Posizione == uuid.Nil:
		return ""
	case p.Entro.IsZero():
		return p.Posizione.String()
	}
	return p.Entro.String() + "_" + p.Posizione.String()
}

// leggiPosto reads what String wrote; empty is the beginning.
func leggiPosto(s string) (p posto, ok bool) {
	if s == "" {
		return p, true
	}
	giorno, id, conGiorno := strings.Cut(s, "_")
	if !conGiorno {
		giorno, id = "", s
	}
	var err error
	if p.Posizione, err = uuid.Parse(id); err != nil || p.Posizione == uuid.Nil {
		return posto{}, false
	}
	if conGiorno {
		p.Entro, err = calendario.Parse(giorno)
	}
	return p, err == nil
}

// leggiFiltro reads the search; 400 names the field whose value is not one of the list's.
func leggiFiltro(di func(string) string) (f filtro, err error) {
	f = filtro{Aspetta: verbale.AttesaNotifica(di("aspetta")), Proposta: cds.Canale(di("proposta")), Domicilio: di("domicilio") != ""}
	if f.Aspetta != "" && !slices.Contains(verbale.AtteseNotifica(), f.Aspetta) {
		return f, problem.CampoNonValido("aspetta", "non è una voce di questo elenco")
	}
	if f.Proposta != "" && !slices.Contains(verbale.CanaliDiInvio(), f.Proposta) {
		return f, problem.CampoNonValido("proposta", "non è una via di notifica")
	}
	if via := cds.Canale(di("via")); via == senzaVia {
		f.Via = new(cds.Canale)
	} else if slices.Contains(verbale.CanaliDiInvio(), via) {
		f.Via = &via
	} else if via != "" {
		return f, problem.CampoNonValido("via", "non è una via di notifica")
	}
	if entro := di("entro"); entro != "" {
		if f.Entro, err = calendario.Parse(entro); err != nil {
			return f, problem.CampoNonValido("entro", "non è un giorno")
		}
	}
	var ok bool
	if f.Dopo, ok = leggiPosto(di("dopo")); !ok {
		return f, problem.CampoNonValido("dopo", "non è un segnaposto di questo elenco")
	}
	return f, nil
}

// indirizzo is the address of the list under this filter, from its place on.
func (f filtro) indirizzo() string {
	q := url.Values{}
	se := func(nome, valore string) {
		if valore != "" {
			q.Set(nome, valore)
		}
	}
	se("aspetta", string(f.Aspetta))
	se("proposta", string(f.Proposta))
	se("dopo", f.Dopo.String())
	if f.Via != nil {
		q.Set("via", nomeVia(*f.Via))
	}
	if !f.Entro.IsZero() {
		q.Set("entro", f.Entro.String())
	}
	if f.Domicilio {
		q.Set("domicilio", "si")
	}
	if len(q) == 0 {
		return Indirizzo
	}
	return Indirizzo + "?" + q.Encode()
}

// nomeVia is a way as it travels in an address.
func nomeVia(via cds.Canale) string {
	if via == "" {
		return senzaVia
	}
	return string(via)
}

// conAspetta is the filter with another choice of what is waited for, from the beginning.
func (f filtro) conAspetta(a verbale.AttesaNotifica) filtro {
	f.Aspetta, f.Dopo = a, posto{}
	return f
}

// conVia is the filter with another choice of the way, from the beginning.
func (f filtro) conVia(via *cds.Canale) filtro {
	f.Via, f.Dopo = via, posto{}
	return f
}

// dove collects conditions, each question mark with its value.
type dove struct {
	condizioni []string
	valori     []any
}

func (d *dove) se(vale bool, condizione string, valori ...any) {
	if !vale {
		return
	}
	for _, v := range valori {
		d.valori = append(d.valori, v)
		condizione = strings.Replace(condizione, "?", fmt.Sprintf("$%d", len(d.valori)), 1)
	}
	d.condizioni = append(d.condizioni, condizione)
}

func (d *dove) sql() string {
	if len(d.condizioni) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(d.condizioni, " AND ")
}

// comune writes the conditions that hold for the counts too.
func (f filtro) comune() (d dove) {
	d.se(!f.Entro.IsZero(), `x.entro <= ? AND x.aspetta <> ?`, f.Entro, verbale.AttesaEsito)
	d.se(f.Domicilio, `x.aspetta = ? AND x.posizione IN (SELECT posizione FROM verbali_v1.domicilio_da_mandare)`, verbale.AttesaPersona)
	return d
}

// tutto writes all conditions but the place.
func (f filtro) tutto() dove {
	d := f.comune()
	d.se(f.Aspetta != "", `x.aspetta = ?`, f.Aspetta)
	if f.Via != nil {
		d.se(true, `x.via = ?`, *f.Via)
	}
	d.se(f.Proposta != "", `x.proposta = ?`, f.Proposta)
	return d
}
