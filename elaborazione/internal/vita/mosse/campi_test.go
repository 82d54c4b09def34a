package mosse

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestOgniCampoHaParole: who records an event reads no name of a field, and no code of a choice.
func TestOgniCampoHaParole(t *testing.T) {
	t.Parallel()
	viste, proprie := map[string]bool{}, []string{"POSTA", "ALTRO", "TRASGRESSORE"} // words that are their own labels
	for _, tipo := range TipiDiPersona() {
		for _, c := range campiDi(verbale.TipoEvento(tipo)) {
			if viste[c.Nome] = true; verbale.ParolaCampo(c.Nome) == "" {
				t.Errorf("%s: the field %s has no words", tipo, c.Nome)
			}
			if c.Tipo != event.CampoScelta {
				continue
			}
			for _, valore := range c.Valori {
				if verbale.ParolaScelta(c.Nome, valore) == verbale.Leggibile(valore) && !slices.Contains(proprie, valore) {
					t.Errorf("%s: the value %s of %s has no words", tipo, valore, c.Nome)
				}
			}
		}
	}
	if !viste["dati.sconto30"] || !viste["dati.codice"] {
		t.Errorf("fields: %v", viste)
	}
}
