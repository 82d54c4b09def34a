package inserimento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
)

// allegati refuses a file that runs under another name, whoever the sender is: a page or a program under the name of a
// photograph is for somebody to open. A name that is only wrong is put right when the file is kept.
func (c *controllo) allegati() {
	for i, a := range c.v.Allegati {
		if vero, altro := contenuto.Contraddetto(a.Tipo, a.Contenuto); altro {
			c.rifiuta(fmt.Sprintf("allegato[%d].tipo", i+1), "il contenuto è "+vero)
		}
	}
}
