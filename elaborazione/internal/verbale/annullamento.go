package verbale

import (
	"context"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Scarta takes a fine away before an act exists: nothing was ever asked of anybody, and what somebody
// paid meanwhile is to be refunded. Repeated, it changes nothing. 409 ATTO_GIA_FORMATO once an act
// exists or the report was handed over: then the command annuls it (VERBALE_ANNULLATO).
func (s *Service) Scarta(ctx context.Context, id uuid.UUID, motivo string) (Stato, error) {
	chi, _, err := s.richiedente(ctx)
	if err != nil {
		return Stato{}, err
	}
	err = s.Store.Applica(ctx, id, func(adesso Stato) ([]Evento, error) {
		if adesso.Procedura == Scartato {
			return nil, nil
		}
		return scarto(adesso, Evento{Attore: chi.User, Causa: motivo})
	})
	if err != nil {
		return Stato{}, err
	}
	return s.Store.Stato(ctx, id)
}

// scarto is the event, or the reason why it comes too late.
func scarto(s Stato, e Evento) ([]Evento, error) {
	if s.formato() {
		return nil, problem.Conflitto("ATTO_GIA_FORMATO", "L'atto è già formato: il verbale si annulla solo in autotutela, da parte del comando.")
	}
	return cadono(s, e, Scartato, Movimento{Quale: EventoScartato})
}

// chiusura ends a fine without payment: it was a mistake, it is annulled by the command (art. 21-nonies
// L. 241/1990) or filed by the prefect (art. 386 Reg.), or the duty to pay has ended (artt. 201 c. 5 and
// 209 CdS, art. 7 L. 689/1981).
type chiusura struct {
	Riferimento string  `json:"riferimento"`
	Termine     Termine `json:"termine"` // of VERBALE_ESTINTO_TERMINI only
}

func (d *chiusura) controlla(v *vaglio, m *mossa) {
	d.Riferimento = v.facoltativo("dati.riferimento", d.Riferimento, perRiferimento)
	switch {
	case d.Termine == "":
	case m.tipo == EventoEstintoTermini:
		d.Termine = Termine(v.tra("dati.termine", string(d.Termine), string(TermineNotifica), string(TerminePrescrizione)))
	default:
		v.rifiuta("dati.termine", "si dice soltanto di "+string(EventoEstintoTermini))
	}
}

func (d *chiusura) decidi(s Stato, m mossa) ([]Evento, error) {
	e := m.evento(nil, uuid.Nil)
	if m.tipo == EventoScartato {
		return scarto(s, e)
	}
	dove := map[Tipo]Procedura{EventoAnnullato: AnnullatoAutotutela, EventoArchiviato: Archiviato,
		EventoEstintoTermini: EstintoTermini, EventoEstintoDecesso: EstintoDecesso}
	return cadono(s, e, dove[m.tipo], Movimento{Quale: m.tipo, Riferimento: d.Riferimento, Termine: d.Termine})
}

// cadono ends a fine: nothing is owed and what was paid is excess, but where the duty to pay was there and
// has only ended (art. 209 CdS, art. 7 L. 689/1981); with it fall the credit in the hands of who collects
// it and the points that nobody has taken yet.
func cadono(s Stato, e Evento, dove Procedura, x Movimento) ([]Evento, error) {
	caduto := s.copia()
	caduto.Procedura = dove
	if dove == EstintoTermini && x.Termine != TerminePrescrizione {
		caduto.Conto.PrezzoCent = 0 // served too late: it was never owed
	}
	conto, debito, err := caduto.nulla(s, e)
	if err != nil {
		return nil, err
	}
	x.Conto, e.Deciso.Debito = conto, debito
	e.Dati = x
	return append([]Evento{e}, seguiti(s, e)...), nil
}

// nulla is the account of a fine of which nothing is owed any more; nil: as it was.
func (s Stato) nulla(prima Stato, e Evento) (*Conto, Debito, error) {
	esito, err := s.ContoAl(e.DataLegale)
	if err != nil || esito.Conto == prima.Conto {
		return nil, esito.Debito, err
	}
	return &esito.Conto, esito.Debito, nil
}

// seguiti are the events of what falls together with a fine.
func seguiti(s Stato, e Evento) []Evento {
	var altri []Evento
	for _, x := range []struct {
		quale Tipo
		cade  bool
	}{
		{EventoCreditoDiscaricato, s.ammette(EventoCreditoDiscaricato)},
		{EventoPuntiScartati, s.Punti != PuntiComunicati && s.ammette(EventoPuntiScartati)},
	} {
		if x.cade {
			altri = append(altri, Evento{DataLegale: e.DataLegale, Registrato: e.Registrato, Attore: e.Attore, Causa: e.Causa, Dati: Fatto{Quale: x.quale}})
		}
	}
	return altri
}
