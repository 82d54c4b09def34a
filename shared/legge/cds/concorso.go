package cds

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Rilevazione is one detection that became a violation.
type Rilevazione struct {
	// ID is the caller's own, unique in the request.
	ID string
	// Istante of the violation.
	Istante time.Time
	// Targa tells vehicles apart, normalised by the caller.
	Targa           string
	Articolo, Comma string
	// Violazione is the priced row.
	Violazione Violazione
	// Remota says that a device found it, without contestation on the spot (art. 201).
	Remota bool
	// Ente is the body that owns the road, for speed; Zona the limited traffic zone, the pedestrian area
	// or the stretch of road under one limitation. Empty: not known, never grouped by it.
	Ente string
	Zona string
	// Requisiti says that the rule broken is about a vehicle without the technical or administrative
	// requirements (art. 198-bis), such as art. 80 c. 14 or art. 193 c. 2.
	Requisiti bool
}

// RegolaConcorso names the rule that joins detections.
type RegolaConcorso string

// The rules. The last one joins nothing.
const (
	StessaZonaStessoGiorno RegolaConcorso = "STESSA_ZONA_STESSO_GIORNO" // art. 198 c. 2-bis
	PiuVelocitaEntroUnOra  RegolaConcorso = "PIU_VELOCITA_ENTRO_UN_ORA" // art. 142 c. 6-ter
	IllecitiReiterati      RegolaConcorso = "ILLECITI_REITERATI"        // art. 198-bis
	Singola                RegolaConcorso = "SINGOLA"
)

// Gruppo is what one sanction answers for.
type Gruppo struct {
	Regola RegolaConcorso `json:"regola"`
	// Rilevazioni are the ID of every detection, in order of time: all stay as evidence.
	Rilevazioni []string `json:"rilevazioni"`
	// Principale is the detection that is sanctioned.
	Principale string `json:"principale"`
	// Violazione prices the group in Avvisi and Dovuto; but in ILLECITI_REITERATI the sum is
	// RidottaCent, which the law fixes apart, and this is the row without it.
	Violazione Violazione `json:"-"`
	// RidottaCent is the reduced payment of the group, SeparateCent what its detections would cost one by
	// one; without expenses. Both 0 where no reduced payment exists.
	RidottaCent  importo.Cent `json:"ridottaCent"`
	SeparateCent importo.Cent `json:"separateCent"`
	Spiegazione  []Passo      `json:"spiegazione"`
	Avvertenze   []string     `json:"avvertenze"`
}

// EsitoConcorso holds every detection in exactly one group, the groups in order of their first one.
type EsitoConcorso struct {
	Gruppi     []Gruppo `json:"gruppi"`
	Avvertenze []string `json:"avvertenze"`
}

// Concorso joins the detections that the law answers with one sanction, before anything is printed:
// the same zone on the same day, speeds of one vehicle within one hour, missing requirements within
// ninety days. Art. 198 c. 1 is not computed, an authority decides it: a warning says where it may
// matter. The order of the request does not matter. The error is an *Errore.
func Concorso(rilevazioni []Rilevazione) (EsitoConcorso, error) {
	tutte, err := ordinate(rilevazioni)
	if err != nil {
		return EsitoConcorso{}, err
	}
	var s spiegazione
	esito := EsitoConcorso{Gruppi: []Gruppo{}}
	for _, insieme := range insiemi(tutte) {
		esito.Gruppi = append(esito.Gruppi, insieme.gruppi()...)
	}
	avvertiStessoFatto(tutte, &s)
	posto := make(map[string]int, len(tutte))
	for i, r := range tutte {
		posto[r.ID] = i
	}
	slices.SortFunc(esito.Gruppi, func(a, b Gruppo) int {
		return cmp.Compare(posto[a.Rilevazioni[0]], posto[b.Rilevazioni[0]])
	})
	esito.Avvertenze = s.elenco()
	return esito, nil
}

// ordinate checks the detections and puts them in order of time.
func ordinate(rilevazioni []Rilevazione) ([]Rilevazione, error) {
	viste := make(map[string]bool, len(rilevazioni))
	for i, r := range rilevazioni {
		campo := "rilevazioni[" + strconv.Itoa(i) + "]."
		switch {
		case r.ID == "" || viste[r.ID]:
			return nil, errore(campo+"id", "manca o è ripetuto")
		case r.Istante.IsZero():
			return nil, errore(campo+"istante", "manca")
		case r.Targa == "":
			return nil, errore(campo+"targa", "manca")
		case r.Articolo == "":
			return nil, errore(campo+"articolo", "manca")
		}
		if _, err := r.Violazione.Fascia(); err != nil {
			return nil, dentro(campo, err)
		}
		viste[r.ID] = true
	}
	tutte := slices.Clone(rilevazioni)
	slices.SortFunc(tutte, func(a, b Rilevazione) int {
		return cmp.Or(a.Istante.Compare(b.Istante), cmp.Compare(a.Targa, b.Targa), cmp.Compare(a.ID, b.ID))
	})
	return tutte, nil
}

// insieme are detections of one vehicle that a rule may join, in order of time.
type insieme struct {
	regola      RegolaConcorso
	rilevazioni []Rilevazione
}

// insiemi puts each detection with those that its rule joins it to.
func insiemi(tutte []Rilevazione) []*insieme {
	var trovati []*insieme
	aperti := map[chiaveConcorso]*insieme{}
	for _, r := range tutte {
		k := r.chiave()
		if aperto := aperti[k]; aperto != nil && k.regola != Singola && aperto.accoglie(r) {
			aperto.rilevazioni = append(aperto.rilevazioni, r)
			continue
		}
		nuovo := &insieme{regola: k.regola, rilevazioni: []Rilevazione{r}}
		aperti[k] = nuovo
		trovati = append(trovati, nuovo)
	}
	return trovati
}

// chiaveConcorso is what the detections of one set share. The codice is there because one paragraph may
// hold several rules: art. 7 c. 14 is parking and access, art. 80 c. 14 a missed inspection and the use of
// a vehicle already suspended for it.
type chiaveConcorso struct {
	regola                         RegolaConcorso
	targa, articolo, comma, codice string
	luogo                          string
	giorno                         calendario.Giorno
}

// chiave finds the rule of a detection, by what it is and by the day the rule came into force.
func (r Rilevazione) chiave() chiaveConcorso {
	giorno := calendario.Da(r.Istante)
	riformata := !giorno.Before(Riforma2024())
	switch {
	case !r.Remota || r.Violazione.esclusa():
	case r.Zona != "" && (r.Articolo == "6" || r.Articolo == "7") && riformata:
		return chiaveConcorso{regola: StessaZonaStessoGiorno, targa: r.Targa, articolo: r.Articolo, comma: r.Comma,
			codice: r.Violazione.Codice, luogo: r.Zona, giorno: giorno}
	case r.Ente != "" && r.Articolo == "142" && riformata:
		return chiaveConcorso{regola: PiuVelocitaEntroUnOra, targa: r.Targa, luogo: r.Ente}
	case r.Requisiti && !giorno.Before(calendario.MustParse("2022-08-06")): // L. 108/2022 in force
		return chiaveConcorso{regola: IllecitiReiterati, targa: r.Targa, articolo: r.Articolo, comma: r.Comma, codice: r.Violazione.Codice}
	}
	return chiaveConcorso{regola: Singola}
}

// accoglie says whether a later detection still falls into the set: one hour from the first for speeds,
// ninety days from the first for missing requirements.
func (i *insieme) accoglie(r Rilevazione) bool {
	prima := i.rilevazioni[0].Istante
	switch i.regola {
	case PiuVelocitaEntroUnOra:
		return r.Istante.Sub(prima) <= time.Hour
	case IllecitiReiterati:
		return calendario.Da(r.Istante).DiffDays(calendario.Da(prima)) <= giorniReiterati
	case StessaZonaStessoGiorno:
		return true
	case Singola:
	}
	return false
}

// avvertiStessoFatto: several violations of a vehicle at one instant may be one act.
func avvertiStessoFatto(tutte []Rilevazione, s *spiegazione) {
	for i := 1; i < len(tutte); i++ {
		a, b := tutte[i-1], tutte[i]
		if a.Targa == b.Targa && a.Istante.Equal(b.Istante) {
			s.avverti("Le rilevazioni " + a.ID + " e " + b.ID + " sono dello stesso momento: se è un'unica azione l'autorità può applicare la sanzione più grave aumentata fino al triplo (art. 198 c. 1 CdS); i verbali si redigono comunque uno per violazione.")
		}
	}
}
