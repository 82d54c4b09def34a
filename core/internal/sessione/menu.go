package sessione

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Sezione is a part of the web application: who holds the permission finds it in the menu and, with
// a word of what it is for, on the first page.
type Sezione struct {
	Nome, Percorso, Scopo string
	Permesso              auth.Permission

	Lavora      auth.Permission // who holds this one too
	ScopoLavoro string          // reads this in place of Scopo
}

// Sezioni gives the parts of the web application that an operator may open.
func (h HTTP) Sezioni(s Sessione) []pagine.Voce {
	var voci []pagine.Voce
	for _, z := range h.Menu {
		if !s.Puo(z.Permesso) {
			continue
		}
		scopo := z.Scopo
		if z.ScopoLavoro != "" && s.Puo(z.Lavora) {
			scopo = z.ScopoLavoro
		}
		voci = append(voci, pagine.Voce{Nome: z.Nome, Indirizzo: pagine.Base + z.Percorso, Scopo: scopo})
	}
	return voci
}

// menu has the first page and the parts that the operator may open; the part that percorso belongs to
// is the present one.
func (h HTTP) menu(s Sessione, percorso string) []pagine.Voce {
	voci := append([]pagine.Voce{{Nome: "Pagina iniziale", Indirizzo: pagine.Base}}, h.Sezioni(s)...)
	for i, v := range voci {
		voci[i].Attuale = percorso == v.Indirizzo || i > 0 && strings.HasPrefix(percorso, v.Indirizzo+"/")
	}
	return voci
}
