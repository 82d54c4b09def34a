package mosse

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/punti"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/violazione"
)

// CercaPrecedenti reports that the request makes a driver known of whom, or chooses a row for which, nobody has looked up yet
// what was done before; with the tax code of the driver whom it names, empty for the one that the fine has. Of a driver named
// without a tax code nobody can look it up.
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
