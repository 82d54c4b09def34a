package conseguenze

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Scarto is the event, or the reason why it comes too late.
func Scarto(s vita.Stato, e vita.Evento) ([]vita.Evento, error) {
	if s.Formato() {
		return nil, problem.Conflitto("ATTO_GIA_FORMATO", "L'atto è già formato: il verbale si annulla solo in autotutela, da parte del comando.")
	}
	return Cadono(s, e, verbale.Scartato, vita.Movimento{Quale: verbale.EventoScartato})
}

// Cadono ends a fine: nothing is owed and the payments become excess, except where a duty to pay existed and has only ended
// (art. 209 CdS, art. 7 L. 689/1981). The credit given to a collector and the points not yet communicated fall too.
func Cadono(s vita.Stato, e vita.Evento, dove verbale.Procedura, x vita.Movimento) ([]vita.Evento, error) {
	caduto := s.Copia()
	caduto.Procedura = dove
	if dove == verbale.EstintoTermini && x.Termine != vita.TerminePrescrizione {
		caduto.Conto.PrezzoCent = 0 // served too late: it was never owed
	}
	conto, debito, err := Nulla(caduto, s, e)
	if err != nil {
		return nil, err
	}
	x.Conto, e.Deciso.Debito = conto, debito
	e.Dati = x
	return append([]vita.Evento{e}, Seguiti(s, e)...), nil
}

// Nulla is the account of a fine of which nothing is owed any more; nil: as it was.
func Nulla(s vita.Stato, prima vita.Stato, e vita.Evento) (*vita.Conto, verbale.Debito, error) {
	esito, err := s.ContoAl(e.DataLegale)
	if err != nil || esito.Conto == prima.Conto {
		return nil, esito.Debito, err
	}
	return &esito.Conto, esito.Debito, nil
}

// Seguiti are the events of what falls together with a fine.
func Seguiti(s vita.Stato, e vita.Evento) []vita.Evento {
	var altri []vita.Evento
	for _, x := range []struct {
		quale verbale.TipoEvento
		cade  bool
	}{
		{verbale.EventoCreditoDiscaricato, s.Ammette(verbale.EventoCreditoDiscaricato)},
		{verbale.EventoPuntiScartati, s.Punti != verbale.PuntiComunicati && s.Ammette(verbale.EventoPuntiScartati)},
	} {
		if x.cade {
			altri = append(altri, vita.Evento{DataLegale: e.DataLegale, Registrato: e.Registrato, Attore: e.Attore, Causa: e.Causa, Dati: vita.Fatto{Quale: x.quale}})
		}
	}
	return altri
}
