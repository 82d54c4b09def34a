package mossa

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Motivo is why a person must look.
type Motivo struct {
	Tipo  verbale.TipoAnomalia
	Testo string
}

// AnomaliaDi joins the reasons into one anomaly, called after the first; nil when there is none.
func AnomaliaDi(motivi ...Motivo) *vita.Anomalia {
	motivi = slices.DeleteFunc(motivi, func(x Motivo) bool { return x == Motivo{} })
	if len(motivi) == 0 {
		return nil
	}
	testi := make([]string, 0, len(motivi))
	for _, x := range motivi {
		testi = append(testi, x.Testo)
	}
	return vita.ApriAnomalia(motivi[0].Tipo, strings.Join(testi, " "))
}

// PrimoFeriale is the first day from g on that is no holiday.
func PrimoFeriale(g calendario.Giorno) calendario.Giorno {
	for {
		if _, festivo := calendario.Festivo(g); !festivo {
			return g
		}
		g = g.AddDays(1)
	}
}
