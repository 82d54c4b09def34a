package azione

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// Pagina is the part of a fine's page with the actions. Persone says whether the role may see persons, Puo its permissions;
// Azioni are the actions possible now, Modulo the refused one.
type Pagina struct {
	Verbale      *fascicolo.Verbale
	Persone      bool
	Puo          func(auth.Permission) bool
	Offerta      Offerta
	Azioni       []Azione
	Generiche    []Azione // drawn from the answer alone
	Intestazioni []Azione // ways to say who answers
	Modulo       Modulo
	Fatto        string
}

// rifiutata reports that this is the action that came back.
func (p *Pagina) rifiutata(x Azione) bool {
	return p.Modulo.Rifiuto.Stato != 0 && p.Modulo.Tipo == x.Tipo && (x.Anomalia == uuid.Nil || x.Anomalia == p.Modulo.Anomalia) &&
		x.Riapre == p.Modulo.Riapre && x.generica == p.Modulo.Generica && x.Chi == p.Modulo.Intestatario.Chi
}

// scritto is the input of a refused action.
func (p *Pagina) scritto(x Azione) string {
	if !p.rifiutata(x) {
		return ""
	}
	return p.Modulo.Testo
}

// guasto is the error of a field of a refused action.
func (p *Pagina) guasto(x Azione, campo string) string {
	if !p.rifiutata(x) {
		return ""
	}
	return p.Modulo.Rifiuto.Guasti.Di(campo)
}

// id of the field of an action: one page has several.
func (x Azione) id() string {
	id := "campo-" + string(x.Tipo)
	if x.Anomalia != uuid.Nil {
		id += "-" + x.Anomalia.String()
	}
	if x.Riapre {
		id += "-riapre"
	}
	if x.Chi != "" {
		id += "-" + x.Chi
	}
	return id
}

// conExtra gives a field the input and the error of a refused action.
func (p *Pagina) conExtra(x Azione, c pagine.Campo) pagine.Campo {
	if p.rifiutata(x) {
		c.Valore, c.Guasto = p.Modulo.Campi[c.Nome], p.guasto(x, c.Nome)
	}
	return c
}

// etichettaDi is the label of a field of an action; empty for another.
func (p *Pagina) etichettaDi(nome string) string {
	for _, x := range slices.Concat(p.Generiche, azioni()) {
		for _, c := range x.Extra(p.Verbale, p.Offerta) {
			if c.Nome == nome {
				return c.Etichetta
			}
		}
	}
	return ""
}
