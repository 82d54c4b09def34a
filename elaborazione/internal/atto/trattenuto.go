package atto

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// mancanza is what the command has not set and no act may lack: the kind of the anomaly that says so, and what it says.
type mancanza struct {
	tipo  verbale.TipoAnomalia
	testo string
}

// diImpostazione are the kinds of anomaly that a setting ends by itself.
func diImpostazione() []verbale.TipoAnomalia {
	return []verbale.TipoAnomalia{verbale.AnomaliaAttoNonStampabile, verbale.AnomaliaSpese}
}

// mancanze are what a command has not set. giorno is the day (YYYY-MM-DD) whose settings hold.
func mancanze(t anagrafe.Tenant, giorno string) ([]mancanza, error) {
	chiavi, err := ufficio.MancaAgliAtti(t, giorno)
	if err != nil {
		return nil, err
	}
	var tutte []mancanza
	var testa []string
	for _, chiave := range chiavi {
		switch chiave {
		case scelte.ChiaveFirmatario:
			testa = append(testa, "il nome di chi firma gli atti (impostazione "+chiave+"; art. 3, comma 2, d.lgs. 39/1993)")
		case scelte.ChiaveIndirizzo:
			testa = append(testa, "l'indirizzo del comando (impostazione "+chiave+")")
		case scelte.ChiaveSpese:
			tutte = append(tutte, mancanza{verbale.AnomaliaSpese, "L'atto non si stampa: le spese di accertamento e di notifica sono zero perché nessuno le ha indicate (impostazione " +
				chiave + ", oppure " + scelte.ChiaveSpeseZero + " se davvero non si chiedono; art. 201 c. 4 CdS). " +
				"La stampa riprende da sola, entro dieci minuti dall'impostazione."})
		}
	}
	if len(testa) > 0 {
		tutte = append(tutte, mancanza{verbale.AnomaliaAttoNonStampabile, "L'atto non si stampa: manca " + strings.Join(testa, " e ") +
			". La stampa riprende da sola, entro dieci minuti dall'impostazione."})
	}
	return tutte, nil
}

// riguarda reports that the act of a position would lack it: an addressee served by hand, or for whom a person has given the
// expenses, is asked for none by the setting.
func (m mancanza) riguarda(p vita.Posizione) bool {
	return m.tipo != verbale.AnomaliaSpese || p.GiornoZero.IsZero() && p.SpeseCent == 0
}

// trattieni leaves an act unprinted and lets a person see why, once for all the acts of a fine; nil where nothing that the
// act would lack is missing.
func trattieni(p vita.Posizione, mancano []mancanza) scrittura.Decisione {
	mancano = slices.DeleteFunc(slices.Clone(mancano), func(m mancanza) bool { return !m.riguarda(p) })
	if len(mancano) == 0 {
		return nil
	}
	return func(adesso vita.Stato) ([]vita.Evento, error) {
		var eventi []vita.Evento
		if p, _ := adesso.Posizione(p.ID); !vita.DaFare(adesso, p) {
			return nil, nil
		}
		for _, m := range mancano {
			if !slices.ContainsFunc(adesso.Anomalie, func(a vita.Anomalia) bool { return a.Tipo == m.tipo }) {
				eventi = append(eventi, vita.Evento{Posizione: p.ID, Attore: vita.AttoreSistema, Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
					Apre: vita.ApriAnomalia(m.tipo, m.testo)})
			}
		}
		return eventi, nil
	}
}

// RiprendiStampe settles the anomalies of the acts of a tenant that waited for a setting, once it is
// there; their printing is work again. It gives how many fines it told. A database that is not in use is
// left closed.
func (s *Service) RiprendiStampe(ctx context.Context, t tenant.Tenant) (int, error) {
	mancano, err := mancanze(s.Ufficio.Anagrafe.Of(t.Nome), calendario.Da(s.Adesso()).String())
	if err != nil {
		return 0, err
	}
	tipi := slices.DeleteFunc(diImpostazione(), func(tipo verbale.TipoAnomalia) bool {
		return slices.ContainsFunc(mancano, func(m mancanza) bool { return m.tipo == tipo })
	})
	if len(tipi) == 0 {
		return 0, nil
	}
	var ripresi int
	ctx = tenant.With(ctx, t)
	for dopo := uuid.Nil; ; {
		ids, err := s.Archivio.AttiTrattenuti(ctx, t, tipi, dopo)
		if err != nil || len(ids) == 0 {
			return ripresi, err
		}
		esito, err := s.Archivio.ApplicaMolti(ctx, ids, func(adesso vita.Stato) ([]vita.Evento, error) { return riprendi(adesso, tipi), nil })
		if err != nil {
			return ripresi, err
		}
		ripresi, dopo = ripresi+len(esito.Cambiati), ids[len(ids)-1]
	}
}

// riprendi settles what kept the acts of a fine.
func riprendi(s vita.Stato, tipi []verbale.TipoAnomalia) []vita.Evento {
	var eventi []vita.Evento
	for _, a := range s.Anomalie {
		if slices.Contains(tipi, a.Tipo) {
			eventi = append(eventi, vita.Evento{Attore: vita.AttoreSistema, Dati: vita.AnomaliaRisolta{Anomalia: a.ID, Esito: "L'impostazione che mancava c'è: la stampa riprende."}})
		}
	}
	return eventi
}
