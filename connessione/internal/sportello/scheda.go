package sportello

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
)

// scheda is a fine as an account sees it; Livello is the level of its heading.
type scheda struct {
	portale.VerbaleIntero
	Comando portale.Contatti
	Livello string
}

// schede prepares what a search found.
func schede(d portale.Dati, comando portale.Contatti) []scheda {
	livello := "h1"
	if len(d.Verbali) > 1 {
		livello = "h2"
	}
	tutte := make([]scheda, 0, len(d.Verbali))
	for _, v := range d.Verbali {
		tutte = append(tutte, scheda{v, comando, livello})
	}
	return tutte
}

// NomiVisibili reports that the caller sees a person of the fine.
func (s scheda) NomiVisibili() bool {
	return slices.ContainsFunc(s.Posizioni, func(p portale.Posizione) bool { return p.Soggetto != nil })
}
