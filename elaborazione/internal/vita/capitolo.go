package vita

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Dati is what an event of one kind says; it is kept as JSON, without personal data.
type Dati interface{ Tipo() verbale.TipoEvento }

// effetto is data that change a fine beside its axes. It never fails: what it needs has been checked, or is missing
// from an imported history.
type effetto interface{ accade(s *Stato, e Evento) }

// giudicato is data against which there may be something where the fine is.
type giudicato interface{ obietta(s Stato, e Evento) error }

// scelta is data that name states themselves, among those that the row admits.
type scelta interface{ sceglie() Assi }

// capitoli are the chapters of the life of a fine, in the order in which it usually lives them: how the data of their
// events are read. A kind that has none of its own is a Fatto.
func capitoli() []letti {
	return []letti{inserimento, avvisi, intestatario, visura, atto, notifica, denaro, ricorso, rettifica, annullamento, fascicolo}
}

// lettura reads the data of a kind of event from their JSON.
type lettura func(tipo verbale.TipoEvento, grezzi []byte) (Dati, error)

// leggi is the reading of data whose kind is their type.
func leggi[T Dati](tipo verbale.TipoEvento, grezzi []byte) (Dati, error) {
	var d T
	return decodifica(tipo, grezzi, &d)
}

// leggiCome is the reading of data that several kinds have in common.
func leggiCome[T Dati](di func(verbale.TipoEvento) T) lettura {
	return func(tipo verbale.TipoEvento, grezzi []byte) (Dati, error) {
		d := di(tipo)
		return decodifica(tipo, grezzi, &d)
	}
}

// letti are the readings of some kinds.
type letti map[verbale.TipoEvento]lettura

// perTutti reads several kinds in the same way.
func perTutti(leggi lettura, tipi ...verbale.TipoEvento) letti {
	tutte := make(letti, len(tipi))
	for _, t := range tipi {
		tutte[t] = leggi
	}
	return tutte
}

// e adds the reading of one more kind.
func (l letti) e(t verbale.TipoEvento, leggi lettura) letti {
	l[t] = leggi
	return l
}

func decodifica[T Dati](tipo verbale.TipoEvento, grezzi []byte, d *T) (Dati, error) {
	if err := json.Unmarshal(grezzi, d); err != nil {
		return nil, fmt.Errorf("verbale: dati di %s: %w", tipo, err)
	}
	return *d, nil
}

// letture are the readings of all chapters by kind.
//
//nolint:gochecknoglobals // made once from the chapters
var letture = sync.OnceValue(func() letti {
	tutte := letti{}
	for _, c := range capitoli() {
		maps.Copy(tutte, c)
	}
	return tutte
})

// LeggiDati reads the data of an event from its JSON.
func LeggiDati(tipo verbale.TipoEvento, grezzi []byte) (Dati, error) {
	if leggi, c := letture()[tipo]; c {
		return leggi(tipo, grezzi)
	}
	if len(transizioni.Di(tipo)) == 0 {
		return nil, fmt.Errorf("verbale: evento di tipo sconosciuto %q", tipo)
	}
	return decodifica(tipo, grezzi, &Fatto{Quale: tipo})
}
