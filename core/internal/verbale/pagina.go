package verbale

import (
	"net/url"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// The addresses of the pages.
const (
	indirizzoElenco    = pagine.Base + "verbali"
	indirizzoDocumenti = pagine.Base + "documenti/"
)

// paginaElenco is what the list shows.
type paginaElenco struct {
	Numero, Targa string
	Guasti        []problem.Campo
	Voci          []Voce
	Altri         Posto
	Inizio        bool
}

// guasto is what is wrong with a field of the search; empty when nothing is.
func (p paginaElenco) guasto(campo string) string {
	for _, g := range p.Guasti {
		if g.Campo == campo {
			return g.Messaggio
		}
	}
	return ""
}

// ricerca is the address of the same search, from a place on.
func (p paginaElenco) ricerca(dopo Posto) string {
	q := url.Values{}
	for nome, valore := range map[string]string{"numero": p.Numero, "targa": p.Targa, "dopo": dopo.String()} {
		if valore != "" {
			q.Set(nome, valore)
		}
	}
	if len(q) == 0 {
		return indirizzoElenco
	}
	return indirizzoElenco + "?" + q.Encode()
}

// paginaScheda is what the page of a fine shows. Persone and Documenti say what the role may see.
type paginaScheda struct {
	Verbale            *Verbale
	Persone, Documenti bool
	Oggi               calendario.Giorno
	Dovuti             []cds.EsitoDovuto // one per position, in order
}

// prezza computes what each position owes today.
func (p *paginaScheda) prezza() error {
	for _, posizione := range p.Verbale.Posizioni {
		e, err := p.Verbale.Dovuto(posizione, p.Oggi)
		if err != nil {
			return err
		}
		p.Dovuti = append(p.Dovuti, e)
	}
	return nil
}
