package cds

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Rilevazione is one violation of a group of them, before anything is printed.
type Rilevazione struct {
	Rilevata
	// ID is the caller's own, unique in the request.
	ID string
	// Targa tells vehicles apart, normalised by the caller.
	Targa string
	// Violazione is the priced row.
	Violazione Violazione
	// Ente is the body that owns the road, for speed; Zona the limited traffic zone, the pedestrian area
	// or the stretch of road under one limitation. Empty: not known, never grouped by it.
	Ente string
	Zona string
}

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

// chiave is that of the rule of a detection, where what the rule asks for is known. A stop that goes on has no group here:
// whether the vehicle has moved only a person knows.
func (r Rilevazione) chiave() chiaveConcorso {
	regola := r.regola()
	switch {
	case r.Violazione.esclusa():
	case regola == StessaZonaStessoGiorno && r.Zona != "":
		return chiaveConcorso{regola: regola, targa: r.Targa, articolo: r.Articolo, comma: r.Comma,
			codice: r.Violazione.Codice, luogo: r.Zona, giorno: calendario.Da(r.Istante)}
	case regola == PiuVelocitaEntroUnOra && r.Ente != "":
		return chiaveConcorso{regola: regola, targa: r.Targa, luogo: r.Ente}
	case regola == IllecitiReiterati:
		return chiaveConcorso{regola: regola, targa: r.Targa, articolo: r.Articolo, comma: r.Comma, codice: r.Violazione.Codice}
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
	case StessaSostaStessoGiorno, StessaSostaVentiquattrOre, Singola:
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
