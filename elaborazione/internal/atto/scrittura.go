package atto

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// trattieniScrittura leaves unprinted an act whose addressee or address has signs that no act can print, whichever door they
// came by, and calls a person to write them. Nil: it may be printed.
func trattieniScrittura(f *lettura.Fascicolo, p vita.Posizione) scrittura.Decisione {
	chi, _ := f.Persona(p)
	difetti := conseguenze.DiScrittura(chi)
	if len(difetti) == 0 {
		return nil
	}
	return func(adesso vita.Stato) ([]vita.Evento, error) {
		x, _ := adesso.Posizione(p.ID)
		aperta := slices.ContainsFunc(adesso.Anomalie, func(a vita.Anomalia) bool { return a.Tipo == verbale.AnomaliaNonStampabile && a.Posizione == p.ID })
		if aperta || x.Soggetto != p.Soggetto || !vita.DaFare(adesso, x) {
			return nil, nil
		}
		return []vita.Evento{{Posizione: p.ID, Attore: vita.AttoreSistema, Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
			Apre: &vita.Anomalia{ID: vita.NuovoID(), Tipo: verbale.AnomaliaNonStampabile, Posizione: p.ID,
				Testo: conseguenze.Frase(conseguenze.Chi(x.Titolo) + " " + difetti[0].Testo)}}}, nil
	}
}
