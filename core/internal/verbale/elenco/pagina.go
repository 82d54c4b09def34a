package elenco

import (
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// paginaElenco is what the list shows.
type paginaElenco struct {
	Numero, Targa   string
	Stato, Anomalia string
	Motivo          string
	Ricerca         string // code of the plate in the session
	Guasti          []problem.Campo
	Voci            []lettura.Voce
	Motivi          map[uuid.UUID][]verbale.Avvertenza // what holds each; nil: no list of those to validate
	Conti           []pagine.Coda                      // of what holds them, to narrow the list by
	Sceglibili      []pagine.Opzione                   // those that this operator may read
	Altri           Posto
	Inizio          bool
}

// guasto is the error of a search field; empty without one.
func (p paginaElenco) guasto(campo string) string {
	for _, g := range p.Guasti {
		if g.Campo == campo {
			return g.Messaggio
		}
	}
	return ""
}

// filtro reads the search and the place from which it goes on.
func (p paginaElenco) filtro(dopo string) (Filtro, error) {
	f, err := LeggiFiltro(p.Numero, p.Targa, dopo)
	if err != nil {
		return f, err
	}
	if p.Motivo != "" && !slices.ContainsFunc(p.Sceglibili, func(o pagine.Opzione) bool { return o.Valore == p.Motivo }) {
		return f, problem.CampoNonValido("motivo", "non è una voce di questo elenco")
	}
	return f.con(p.Stato, p.Anomalia, p.Motivo)
}

// ricerca is the address of the same search, from a place on.
func (p paginaElenco) ricerca(dopo Posto) string {
	q := url.Values{}
	for nome, valore := range map[string]string{"numero": p.Numero, "ricerca": p.Ricerca, "stato": p.Stato, "anomalia": p.Anomalia,
		"motivo": p.Motivo, "dopo": dopo.String()} {
		if valore != "" {
			q.Set(nome, valore)
		}
	}
	if len(q) == 0 {
		return fascicolo.IndirizzoElenco
	}
	return fascicolo.IndirizzoElenco + "?" + q.Encode()
}

// ordine says how the list is sorted.
func (p paginaElenco) ordine() string {
	if p.Motivi != nil {
		return "Verbali dalla violazione più vecchia"
	}
	return "Verbali dal più recente"
}

// perche says in words what holds a fine that waits to be validated.
func (p paginaElenco) perche(id uuid.UUID) string {
	if len(p.Motivi[id]) == 0 {
		return parolaMotivo("")
	}
	var parole []string
	for _, a := range p.Motivi[id] {
		parole = append(parole, a.Parola())
	}
	return strings.Join(parole, "; ")
}
