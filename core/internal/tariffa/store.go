// Package tariffa is the page of the fines that a corrected table of violations concerns: the sum asked, the sum that the law asks,
// and what the office may do. It reads the views of elaborazione, and asks it where an anomaly is to be opened.
package tariffa

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

// perPagina is how many fines a page has.
const perPagina = 50

// Servizio compares the fines of the context's tenant with the table in use.
type Servizio struct {
	Lettore lettore.Lettore
	Tabella func(context.Context) (*sanzione.Tabella, error)
	Adesso  func() time.Time
}

// elenco is a page of the fines; Importati are counted on the first.
type elenco struct {
	Voci      []revisione.Verbale
	Importati int
	Altri     string
}

// Elenca gives a page.
func (s Servizio) Elenca(ctx context.Context, f lettore.Corrette) (e elenco, err error) {
	t, err := s.Tabella(ctx)
	if err != nil {
		return e, err
	}
	if f.Dopo == uuid.Nil {
		if e.Importati, err = s.Lettore.Importati(ctx, f.Tratto); err != nil {
			return e, err
		}
	}
	err = s.Lettore.Percorri(ctx, t, f, calendario.Da(s.Adesso()), func(v revisione.Verbale) (bool, error) {
		if len(e.Voci) == perPagina {
			e.Altri = e.Voci[perPagina-1].IDVerbale.String()
			return false, nil
		}
		e.Voci = append(e.Voci, v)
		return true, nil
	})
	return e, err
}
