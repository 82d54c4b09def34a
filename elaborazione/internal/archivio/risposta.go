package archivio

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Risposta is the first answer to an insertion, kept to be given again.
type Risposta struct {
	Numero     int64            `json:"numero"`
	Lettera    string           `json:"lettera,omitempty"`
	Anno       int              `json:"anno"`
	Avvisi     []AvvisoRisposto `json:"avvisi"`
	Avvertenze []string         `json:"avvertenze"`
}

// AvvisoRisposto is a payment notice as it was first answered.
type AvvisoRisposto struct {
	NumeroAvviso string `json:"numeroAvviso"`
	IUV          string `json:"iuv"`
	Tipo         string `json:"tipo"`
	ImportoCent  int64  `json:"importoCent"`
	Giorni       int    `json:"giorni"`
}

func rispondi(n conseguenze.Nuovo, avvisi []vita.Avviso, avvertenze []string) Risposta {
	return Risposta{Numero: n.Numero, Lettera: n.Lettera, Anno: n.Anno, Avvisi: Risposti(avvisi), Avvertenze: avvertenze}
}

// Risposti are the notices that an integrator hears of: not those that others have replaced or that
// are void.
func Risposti(avvisi []vita.Avviso) []AvvisoRisposto {
	tutti := make([]AvvisoRisposto, 0, len(avvisi))
	for _, a := range avvisi {
		if a.Stato == verbale.AvvisoSostituito || a.Stato == verbale.AvvisoAnnullato {
			continue
		}
		tutti = append(tutti, AvvisoRisposto{NumeroAvviso: a.NumeroAvviso, IUV: a.IUV, Tipo: string(a.Tipo),
			ImportoCent: int64(a.ImportoCent), Giorni: a.Giorni})
	}
	return tutti
}
