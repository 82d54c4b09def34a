package violazione

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
)

// PuntiDubbi finds a violation of which the table cannot confirm how many points it takes. An imported fine was priced by
// another system.
func PuntiDubbi(m mossa.Richiesta, s vita.Stato) (codice string, dubbi bool) {
	if m.Righe == nil || s.Importato {
		return "", false
	}
	for _, v := range s.Violazioni {
		if riga, _, c := m.Righe.Riga(v.Codice); c && riga.PuntiDubbi() {
			return v.Codice, true
		}
	}
	return "", false
}
