package cds

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Rilevata is a violation that comes in, as far as other violations of the same vehicle may be answered by the same
// sanction.
type Rilevata struct {
	Istante                  time.Time
	Articolo, Comma, Periodo string // of its row
	// Contestata on the spot (art. 200): nothing joins it. Remota says that a device found it (art. 201).
	Contestata, Remota bool
	// Requisiti as in Rilevazione.
	Requisiti bool
}

// FinestraConcorso is where the other violations are looked for, and the rule that would join them. What the platform
// cannot know (the zone, whether the vehicle has moved) the rule tells to the person who decides.
type FinestraConcorso struct {
	// Dal and Al bound the instants of the others, on both sides of this one: detections come in any order. Al is out.
	Dal, Al time.Time

	Testo  string // the rule, in Italian
	Remote bool   // a device found the others too
	Luogo  bool   // in the same place, down to the number of the house
}

// CercaConcorso says where to look for violations that one sanction may answer for together with this one (artt. 6, 7 and
// 158 for a stop that goes on, 142 c. 6-ter, 198 c. 2-bis, 198-bis); false where the law joins nothing. Art. 6 c. 14 and
// art. 7 c. 14 and following punish one stop again for each twenty-four hours, art. 158 c. 7 for each calendar day.
func CercaConcorso(r Rilevata) (FinestraConcorso, bool) {
	giorno := calendario.Da(r.Istante)
	riformata := !giorno.Before(Riforma2024())
	domani := giorno.AddDays(1).Inizio()
	switch {
	case r.Contestata:
	case r.Remota && riformata && (r.Articolo == "6" || r.Articolo == "7"):
		return FinestraConcorso{Dal: giorno.Inizio(), Al: domani, Remote: true,
			Testo: "Nella stessa zona a traffico limitato o area, rilevata a distanza, si applica una sola sanzione per giorno (art. 198 c. 2-bis CdS): se la zona è la stessa il verbale si scarta."}, true
	case r.Articolo == "158" && !r.Remota:
		return FinestraConcorso{Dal: giorno.Inizio(), Al: domani, Luogo: true,
			Testo: "La sosta che si protrae è punita una volta per ciascun giorno di calendario (art. 158 c. 7 CdS): se il veicolo non si è mosso il verbale si scarta."}, true
	case r.sostaRegolata() && !r.Remota:
		// At the twenty-fourth hour sharp another period has begun.
		return FinestraConcorso{Dal: r.Istante.Add(-24*time.Hour + time.Microsecond), Al: r.Istante.Add(24 * time.Hour), Luogo: true,
			Testo: "La sosta che si protrae è punita di nuovo per ogni periodo di ventiquattro ore (artt. 6 c. 14 e 7 cc. 14 e seguenti CdS): se il veicolo non si è mosso il verbale si scarta."}, true
	case r.Articolo == "142" && riformata:
		return FinestraConcorso{Dal: r.Istante.Add(-time.Hour), Al: r.Istante.Add(time.Hour + time.Microsecond),
			Testo: "Più velocità entro un'ora su strade dello stesso ente: si applica la più grave aumentata di un terzo, se più favorevole (art. 142 c. 6-ter CdS)."}, true
	case r.Requisiti:
		return FinestraConcorso{Dal: giorno.AddDays(-giorniReiterati).Inizio(), Al: giorno.AddDays(giorniReiterati + 1).Inizio(),
			Testo: "Più violazioni sui requisiti tecnici o amministrativi del veicolo entro novanta giorni possono valere come una (art. 198-bis CdS, da verificare)."}, true
	}
	return FinestraConcorso{}, false
}

// sostaRegolata reports a violation of arts 6 and 7 that a stopped vehicle commits; art. 6 c. 14 and art. 7 c. 14 punish
// moving ones in other periods of theirs (the first of art. 6, the second of art. 7).
func (r Rilevata) sostaRegolata() bool {
	switch r.Articolo {
	case "6":
		return r.Comma == "14" && r.Periodo == "2"
	case "7":
		return r.Comma == "14" && r.Periodo != "2" || r.Comma == "14-bis" || r.Comma == "14-ter" || r.Comma == "15"
	}
	return false
}
