package scheda

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/azione"
)

// indirizzoDocumenti is where documents are.
const indirizzoDocumenti = pagine.Base + "documenti/"

// paginaScheda is what the page of a fine shows. Documenti says whether the role may see them.
type paginaScheda struct {
	azione.Pagina

	Documenti     bool
	Oggi          calendario.Giorno
	PuntiProposti string
	Dovuti        []cds.EsitoDovuto // one per position, in order
}

// prezza computes what each position owes today.
func (p *paginaScheda) prezza() error {
	prezzo := debito.Di(&p.Verbale.Verbale)
	for _, posizione := range p.Verbale.Posizioni {
		e, err := prezzo.Dovuto(posizione.ID, p.Oggi)
		if err != nil {
			return fmt.Errorf("verbale %s: %w", p.Verbale.ID, err)
		}
		p.Dovuti = append(p.Dovuti, e)
	}
	return nil
}
