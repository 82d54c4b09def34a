package cds

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Rilevata is a violation, as far as the law may answer it with one sanction together with others of the same vehicle.
type Rilevata struct {
	Istante         time.Time
	Articolo, Comma string
	// Periodo of the paragraph that its row is under; it tells the stops of arts 6 and 7 apart.
	Periodo string
	// Contestata on the spot (art. 200): the vehicle was stopped, and nothing joins the violation to others. Remota says that
	// a device found it without contestation (art. 201).
	Contestata, Remota bool
	// Requisiti says that the rule broken is about a vehicle without the technical or administrative requirements
	// (art. 198-bis), such as art. 80 c. 14 or art. 193 c. 2.
	Requisiti bool
}

// RegolaConcorso names the rule by which one sanction answers for several violations of a vehicle.
type RegolaConcorso string

// The rules. The last one joins nothing.
const (
	StessaZonaStessoGiorno    RegolaConcorso = "STESSA_ZONA_STESSO_GIORNO"   // art. 198 c. 2-bis
	PiuVelocitaEntroUnOra     RegolaConcorso = "PIU_VELOCITA_ENTRO_UN_ORA"   // art. 142 c. 6-ter
	IllecitiReiterati         RegolaConcorso = "ILLECITI_REITERATI"          // art. 198-bis
	StessaSostaStessoGiorno   RegolaConcorso = "STESSA_SOSTA_STESSO_GIORNO"  // art. 158 c. 7
	StessaSostaVentiquattrOre RegolaConcorso = "STESSA_SOSTA_VENTIQUATTRORE" // art. 6 c. 14, art. 7 cc. 14 and following
	Singola                   RegolaConcorso = "SINGOLA"
)

// reiterati2022 is the day on which art. 198-bis came into force: L. 108/2022, which converted D.L. 68/2022.
func reiterati2022() calendario.Giorno { return calendario.MustParse("2022-08-06") }

// vigore is the first day of a rule; the zero day where it is older than every violation that can still be punished.
func (r RegolaConcorso) vigore() calendario.Giorno {
	switch r {
	case StessaZonaStessoGiorno, PiuVelocitaEntroUnOra:
		return Riforma2024()
	case IllecitiReiterati:
		return reiterati2022()
	case StessaSostaStessoGiorno, StessaSostaVentiquattrOre, Singola:
	}
	return calendario.Giorno{}
}

// regola finds the rule that may join the violation to others, by its kind and its day: the search among recorded fines
// before (CercaConcorso) and the grouping of detections (Concorso) both follow it. Only art. 198 c. 2-bis asks for a device;
// art. 142 c. 6-ter and art. 198-bis ask that the vehicle was not stopped.
func (r Rilevata) regola() RegolaConcorso {
	regola := r.perNorma()
	if r.Contestata || calendario.Da(r.Istante).Before(regola.vigore()) {
		return Singola
	}
	return regola
}

func (r Rilevata) perNorma() RegolaConcorso {
	switch {
	case r.Remota && (r.Articolo == "6" || r.Articolo == "7"):
		return StessaZonaStessoGiorno
	case r.Articolo == "142":
		return PiuVelocitaEntroUnOra
	case r.Requisiti:
		return IllecitiReiterati
	case r.Articolo == "158" && !r.Remota:
		return StessaSostaStessoGiorno
	case r.sostaRegolata() && !r.Remota:
		return StessaSostaVentiquattrOre
	}
	return Singola
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
