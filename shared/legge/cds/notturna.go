package cds

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// EsitoNotturna says whether an instant lies in the night window.
type EsitoNotturna struct {
	Notturna    bool     `json:"notturna"`
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// Notturna applies the window of art. 195 c. 2-bis to the time of the violation, by the clock in
// Rome, to the second: after 22:00 and before 07:00. At 22:00:00 and 07:00:00 sharp the literal text gives no
// surcharge; a warning says so.
func Notturna(istante time.Time) EsitoNotturna {
	const norma = "art. 195 c. 2-bis CdS"
	locale := istante.In(calendario.Roma())
	ora := time.Duration(locale.Hour())*time.Hour + time.Duration(locale.Minute())*time.Minute +
		time.Duration(locale.Second())*time.Second
	var s spiegazione
	notturna := ora > 22*time.Hour || ora < 7*time.Hour
	if notturna {
		s.passo("FASCIA_NOTTURNA", norma, "Violazione delle "+locale.Format("15:04:05")+": dopo le 22 e prima delle 7.")
	} else {
		s.passo("FASCIA_DIURNA", norma, "Violazione delle "+locale.Format("15:04:05")+": fuori dalla fascia dopo le 22 e prima delle 7.")
	}
	if ora == 22*time.Hour || ora == 7*time.Hour {
		s.avverti("Violazione alle " + locale.Format("15:04:05") + " in punto: secondo la lettera della norma l'aumento notturno non si applica; verificare l'orario.")
	}
	return EsitoNotturna{Notturna: notturna, Spiegazione: s.passi, Avvertenze: s.elenco()}
}

// ArticoloNotturno reports that a violation of the article (and, for 176, of the paragraph) grows by
// one third at night, art. 195 c. 2-bis. The list is closed.
func ArticoloNotturno(articolo, comma string) bool {
	switch articolo {
	case "141", "142", "145", "146", "149", "154", "174", "178":
		return true
	case "176":
		return comma == "19" || comma == "20"
	}
	return false
}
