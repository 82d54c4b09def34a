package mosse

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/punti"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/violazione"
)

// CercaPrecedenti reports that the request names a driver, or chooses a row, for which the earlier violations were not searched
// yet. It gives the tax code of the named driver; empty means the driver already on the fine. A driver without a tax code
// cannot be searched.
func (m Mossa) CercaPrecedenti() (codiceFiscale string, cerca bool) {
	switch x := m.contenuto.(type) {
	case *intestatario.Apertura:
		return x.Conducente(m.Richiesta)
	case *punti.DatiConducente:
		codiceFiscale = x.CodiceFiscale()
		return codiceFiscale, codiceFiscale != ""
	case *violazione.SceltaRiga:
		return "", !x.Recidiva
	}
	return "", false
}
