package inserimento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
)

// allegati refuses a file that is not what its sender says, whoever the sender is: a page or a program under the name
// of a photograph is for somebody to open.
func (c *controllo) allegati() {
	for i, a := range c.v.Allegati {
		if vero, altro := contenuto.Contraddetto(a.Tipo, a.Contenuto); altro {
			c.rifiuta(fmt.Sprintf("allegato[%d].tipo", i+1), "il contenuto è "+vero)
		}
	}
}
