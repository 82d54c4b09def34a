package mosse

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/denaro"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/fascicolo"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/punti"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/ricorso"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/violazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// voci is every kind of event that a person may record here, as the chapters have them.
//
//nolint:gochecknoglobals // made once: it never changes
var voci = sync.OnceValue(func() map[verbale.TipoEvento]mossa.Voce {
	tutte := map[verbale.TipoEvento]mossa.Voce{}
	for _, capitolo := range capitoli() {
		maps.Copy(tutte, capitolo)
	}
	return tutte
})

// capitoli are the kinds of event of each chapter.
func capitoli() []map[verbale.TipoEvento]mossa.Voce {
	return []map[verbale.TipoEvento]mossa.Voce{violazione.Voci(), intestatario.Voci(), notifica.Voci(), denaro.Voci(),
		ricorso.Voci(), punti.Voci(), fascicolo.Voci()}
}

// chiPuo says who may record a kind of event; nobody may record a kind that the table lacks.
func chiPuo(t verbale.TipoEvento) transizioni.Chi {
	if righe := transizioni.Di(t); len(righe) > 0 {
		return righe[0].Chi
	}
	return transizioni.SoloSistema
}

// voceDi finds a kind of event; false when no person records it through these requests.
func voceDi(t verbale.TipoEvento) (mossa.Voce, bool) {
	v, ok := voci()[t]
	if chi := chiPuo(t); chi != transizioni.ChiOpera && chi != transizioni.ChiDecide {
		return mossa.Voce{}, false
	}
	return v, ok
}

// ChiRegistra says who may record a kind of event here; 400 for a kind that no person records.
func ChiRegistra(t verbale.TipoEvento) (transizioni.Chi, error) {
	if _, ok := voceDi(t); !ok {
		return transizioni.SoloSistema, tipoEstraneo()
	}
	return chiPuo(t), nil
}

// tipoEstraneo refuses a kind of event that no person records here.
func tipoEstraneo() error {
	return problem.CampoNonValido("tipo", "è ammesso uno tra "+strings.Join(TipiDiPersona(), ", "))
}

// TipiDiPersona lists the kinds of event that a person may record at POST /verbali/{id}/eventi, in the
// order of the table.
func TipiDiPersona() []string {
	var tipi []string
	for _, x := range transizioni.Tutte() {
		if _, ok := voceDi(x.Evento); ok && !slices.Contains(tipi, string(x.Evento)) {
			tipi = append(tipi, string(x.Evento))
		}
	}
	return tipi
}
