package scrittura

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

func rispondi(n conseguenze.Nuovo, stato vita.Stato, avvertenze []string) Risposta {
	return Risposta{Numero: n.Numero, Lettera: n.Lettera, Anno: n.Anno, Avvisi: Risposti(stato), Avvertenze: avvertenze}
}

// AvvisoRisposto is a payment notice as it was first answered.
type AvvisoRisposto struct {
	NumeroAvviso string `json:"numeroAvviso"`
	IUV          string `json:"iuv"`
	Tipo         string `json:"tipo"`
	ImportoCent  int64  `json:"importoCent"`
	Giorni       int    `json:"giorni"`
	// Destinatario is the title by which its addressee answers; empty in answers given before they said it.
	Destinatario string `json:"destinatario,omitempty"`
}

// Risposti are the notices that an integrator hears of: not those that others have replaced or that
// are void.
func Risposti(stato vita.Stato) []AvvisoRisposto {
	tutti := make([]AvvisoRisposto, 0, len(stato.Avvisi))
	for _, a := range stato.Avvisi {
		if a.Stato == verbale.AvvisoSostituito || a.Stato == verbale.AvvisoAnnullato {
			continue
		}
		p, _ := stato.Posizione(a.Posizione)
		tutti = append(tutti, AvvisoRisposto{NumeroAvviso: a.NumeroAvviso, IUV: a.IUV, Tipo: string(a.Tipo),
			ImportoCent: int64(a.ImportoCent), Giorni: a.Giorni, Destinatario: string(p.Titolo)})
	}
	return tutti
}
