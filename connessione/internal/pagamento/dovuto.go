package pagamento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// minore is the sum that closes the debt on a day at the position asked, and which it is (shared/legge/debito).
func minore(v *lettura.Verbale, preferita func(lettura.Posizione) bool, oggi calendario.Giorno) (lettura.Posizione, cds.EsitoDovuto, error) {
	posizione := func(id string) (p lettura.Posizione, c bool) {
		for _, p := range v.Posizioni {
			if p.ID.String() == id {
				return p, true
			}
		}
		return p, false
	}
	id, e, err := debito.Di(v).Minore(func(id string) bool {
		p, c := posizione(id)
		return c && preferita != nil && preferita(p)
	}, oggi)
	if err != nil {
		return lettura.Posizione{}, e, fmt.Errorf("pagamento: verbale %s: %w", v.ID, err)
	}
	p, _ := posizione(id)
	return p, e, nil
}
