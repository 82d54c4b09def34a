package esitopostale

import (
	"net/url"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// paginaElenco is what the list shows; Carica says that the role may send files.
type paginaElenco struct {
	Carica, Inizio bool
	Modulo         modulo
	File           []File
	Altri          string
}

func (p paginaElenco) successiva() templ.SafeURL {
	return templ.SafeURL(indirizzo + "?" + url.Values{"cursore": {p.Altri}}.Encode())
}

// inStato is the list of the fines in a state.
func inStato(p verbale.Procedura) templ.SafeURL { return ricerca(url.Values{"stato": {string(p)}}) }

// conAnomalia is the list of the fines that wait for a person for this reason.
func conAnomalia(t verbale.TipoAnomalia) templ.SafeURL {
	return ricerca(url.Values{"stato": {"DA_DECIDERE"}, "anomalia": {string(t)}})
}

func ricerca(domanda url.Values) templ.SafeURL {
	return templ.SafeURL(pagine.Base + "verbali?" + domanda.Encode())
}

func (f File) indirizzo() string { return indirizzo + "/" + f.ID.String() }

// titolo is how people call a file.
func (f File) titolo() string { return "Esiti del " + pagine.Quando(&f.Caricato) }

// paginaFile is what the page of a file shows: Stato narrows its rows; empty are those that wait for a person.
type paginaFile struct {
	File     File
	Ricevuto bool
	Stato    verbale.StatoRiga
	Cursore  string
	Righe    []Riga
	Altre    string
}

// qui is the address of the page with the rows that it shows now, from a cursor on.
func (p paginaFile) qui(cursore string) string {
	q := url.Values{}
	if p.Stato != "" {
		q.Set("stato", string(p.Stato))
	}
	if cursore != "" {
		q.Set("cursore", cursore)
	}
	if len(q) == 0 {
		return p.File.indirizzo()
	}
	return p.File.indirizzo() + "?" + q.Encode()
}

// rilettura has the page read itself again as long as the file changes by itself.
func (p paginaFile) rilettura() templ.Attributes {
	if !p.File.Stato.InMoto() {
		return templ.Attributes{}
	}
	return templ.Attributes{"hx-get": p.qui(p.Cursore), "hx-trigger": "every 5s", "hx-select": "#esiti", "hx-target": "this", "hx-swap": "outerMorph"}
}

// descritto ties the field of the file to the text below it.
func (m modulo) descritto() templ.Attributes {
	a := templ.Attributes{"aria-describedby": "campo-file-aiuto"}
	if m.Rifiuto.Guasti.Di(campoFile) != "" {
		a["aria-invalid"] = "true"
	}
	return a
}
