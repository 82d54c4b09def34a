package inserimento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
)

// allegati refuses a file that runs under another name, from any sender: a page or a program under the name of a
// photograph is for somebody to open. A name that is only wrong is put right when the file is kept, and told: the file may be
// what proves the violation.
func (c *controllo) allegati() {
	for i, a := range c.v.Allegati {
		if vero, altro := contenuto.Contraddetto(a.Tipo, a.Contenuto); altro {
			c.rifiuta(fmt.Sprintf("allegato[%d].tipo", i+1), "il contenuto è "+vero)
		} else if vera := contenuto.Vero(a.Tipo, a.Contenuto); vera != a.Tipo && vera == vero {
			c.avverti("TIPO_ALLEGATO_CORRETTO", fmt.Sprintf("allegato[%d].tipo: è scritto %s, ma il contenuto è %s: è conservato così.", i+1, a.Tipo, vero))
		}
	}
}
