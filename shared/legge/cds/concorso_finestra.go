package cds

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// FinestraConcorso is where the other violations are looked for, and the rule that would join them. What the platform
// cannot know (the zone, whether the vehicle has moved) the rule tells to the person who decides.
type FinestraConcorso struct {
	Regola RegolaConcorso
	// Dal and Al bound the instants of the others, on both sides of this one: detections come in any order. Al is out.
	Dal, Al time.Time

	Testo  string // the rule, in Italian
	Remote bool   // a device found the others too
	Luogo  bool   // in the same place, down to the number of the house
}

// CercaConcorso says where to look for violations that one sanction may answer for together with this one; false where the
// law joins nothing. None is looked for before the day on which the rule came into force.
func CercaConcorso(r Rilevata) (FinestraConcorso, bool) {
	f := r.finestra()
	if v := f.Regola.vigore(); !v.IsZero() && f.Dal.Before(v.Inizio()) {
		f.Dal = v.Inizio()
	}
	return f, f.Regola != Singola
}

// finestra is the window of the rule. Art. 6 c. 14 and art. 7 c. 14 and following punish one stop again for each twenty-four
// hours, art. 158 c. 7 for each calendar day.
func (r Rilevata) finestra() FinestraConcorso {
	giorno := calendario.Da(r.Istante)
	domani := giorno.AddDays(1).Inizio()
	regola := r.regola()
	switch regola {
	case StessaZonaStessoGiorno:
		return FinestraConcorso{Regola: regola, Dal: giorno.Inizio(), Al: domani, Remote: true,
			Testo: "Nella stessa zona a traffico limitato o area, rilevata a distanza, si applica una sola sanzione per giorno (art. 198 c. 2-bis CdS): se la zona è la stessa il verbale si scarta."}
	case StessaSostaStessoGiorno:
		return FinestraConcorso{Regola: regola, Dal: giorno.Inizio(), Al: domani, Luogo: true,
			Testo: "La sosta che si protrae è punita una volta per ciascun giorno di calendario (art. 158 c. 7 CdS): se il veicolo non si è mosso il verbale si scarta."}
	case StessaSostaVentiquattrOre:
		// At the twenty-fourth hour sharp another period has begun.
		return FinestraConcorso{Regola: regola, Dal: r.Istante.Add(-24*time.Hour + time.Microsecond), Al: r.Istante.Add(24 * time.Hour), Luogo: true,
			Testo: "La sosta che si protrae è punita di nuovo per ogni periodo di ventiquattro ore (artt. 6 c. 14 e 7 cc. 14 e seguenti CdS): se il veicolo non si è mosso il verbale si scarta."}
	case PiuVelocitaEntroUnOra:
		return FinestraConcorso{Regola: regola, Dal: r.Istante.Add(-time.Hour), Al: r.Istante.Add(time.Hour + time.Microsecond),
			Testo: "Più velocità entro un'ora su strade dello stesso ente: si applica la più grave aumentata di un terzo, se più favorevole (art. 142 c. 6-ter CdS)."}
	case IllecitiReiterati:
		return FinestraConcorso{Regola: regola, Dal: giorno.AddDays(-giorniReiterati).Inizio(), Al: giorno.AddDays(giorniReiterati + 1).Inizio(),
			Testo: "Più violazioni sui requisiti tecnici o amministrativi del veicolo non fermato, entro novanta giorni, possono valere come una: la prima notificata assorbe quelle dei novanta giorni precedenti non ancora notificate (art. 198-bis CdS)."}
	case Singola:
	}
	return FinestraConcorso{Regola: Singola}
}
