package conseguenze

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Scarto is the event, or the reason why it comes too late.
func Scarto(s vita.Stato, e vita.Evento) ([]vita.Evento, error) {
	if s.Formato() {
		return nil, problem.Conflitto("ATTO_GIA_FORMATO", "L'atto è già formato: il verbale si annulla solo in autotutela, da parte del comando.")
	}
	return cadono(s, e, verbale.Scartato, vita.Movimento{Quale: verbale.EventoScartato})
}

// chiusura ends a fine without payment: it was a mistake, it is annulled by the command (art. 21-nonies
// L. 241/1990) or filed by the prefect (art. 386 Reg.), or the duty to pay has ended (artt. 201 c. 5 and
// 209 CdS, art. 7 L. 689/1981).
type chiusura struct {
	Riferimento string       `json:"riferimento"`
	Termine     vita.Termine `json:"termine"` // of VERBALE_ESTINTO_TERMINI only
}

func (d *chiusura) controlla(v *vaglio, m *Mossa) {
	d.Riferimento = v.facoltativo("dati.riferimento", d.Riferimento, perRiferimento)
	switch termini := []string{string(vita.TermineNotifica), string(vita.TerminePrescrizione)}; {
	case m.tipo == verbale.EventoEstintoTermini && d.Termine == "":
		v.chiede("dati.termine", event.CampoScelta, termini...)
	case m.tipo == verbale.EventoEstintoTermini:
		d.Termine = vita.Termine(v.tra("dati.termine", string(d.Termine), termini...))
	case d.Termine != "":
		v.rifiuta("dati.termine", "si dice soltanto di "+string(verbale.EventoEstintoTermini))
	}
}

func (d *chiusura) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	e := m.evento(nil, uuid.Nil)
	if m.tipo == verbale.EventoScartato {
		return Scarto(s, e)
	}
	dove := map[verbale.TipoEvento]verbale.Procedura{verbale.EventoAnnullato: verbale.AnnullatoAutotutela, verbale.EventoArchiviato: verbale.Archiviato,
		verbale.EventoEstintoTermini: verbale.EstintoTermini, verbale.EventoEstintoDecesso: verbale.EstintoDecesso}
	return cadono(s, e, dove[m.tipo], vita.Movimento{Quale: m.tipo, Riferimento: d.Riferimento, Termine: d.Termine})
}

// cadono ends a fine: nothing is owed and what was paid is excess, but where the duty to pay was there and
// has only ended (art. 209 CdS, art. 7 L. 689/1981); with it fall the credit in the hands of who collects
// it and the points that nobody has taken yet.
func cadono(s vita.Stato, e vita.Evento, dove verbale.Procedura, x vita.Movimento) ([]vita.Evento, error) {
	caduto := s.Copia()
	caduto.Procedura = dove
	if dove == verbale.EstintoTermini && x.Termine != vita.TerminePrescrizione {
		caduto.Conto.PrezzoCent = 0 // served too late: it was never owed
	}
	conto, debito, err := nulla(caduto, s, e)
	if err != nil {
		return nil, err
	}
	x.Conto, e.Deciso.Debito = conto, debito
	e.Dati = x
	return append([]vita.Evento{e}, seguiti(s, e)...), nil
}

// nulla is the account of a fine of which nothing is owed any more; nil: as it was.
func nulla(s vita.Stato, prima vita.Stato, e vita.Evento) (*vita.Conto, verbale.Debito, error) {
	esito, err := s.ContoAl(e.DataLegale)
	if err != nil || esito.Conto == prima.Conto {
		return nil, esito.Debito, err
	}
	return &esito.Conto, esito.Debito, nil
}

// seguiti are the events of what falls together with a fine.
func seguiti(s vita.Stato, e vita.Evento) []vita.Evento {
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
