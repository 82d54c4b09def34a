package targa

import "slices"

// Classe is the class of vehicle by which the table of violations chooses among rows of the same
// article and paragraph.
type Classe string

// The classes of vehicle that a plate can tell.
const (
	ClasseAutoveicolo Classe = "AUTOVEICOLO"
	ClasseMotoveicolo Classe = "MOTOVEICOLO"
	ClasseCiclomotore Classe = "CICLOMOTORE"
	ClasseRimorchio   Classe = "RIMORCHIO"
	ClasseAgricola    Classe = "AGRICOLA"
)

// ClasseDi guesses the class of vehicle from a kind of plate chosen by a person (SOAP tipoTarga).
// Kinds that say nothing about the vehicle (services, provinces, foreign) count as cars.
func ClasseDi(tipo Tipo) Classe {
	switch tipo {
	case Motoveicolo:
		return ClasseMotoveicolo
	case Ciclomotore:
		return ClasseCiclomotore
	case Rimorchio:
		return ClasseRimorchio
	case Agricola:
		return ClasseAgricola
	default:
		return ClasseAutoveicolo
	}
}

// ClasseDallaForma guesses the class from a normalised plate: that of its likeliest reading, a car
// when no shape fits.
func ClasseDallaForma(normalizzata string) Classe {
	for f := range letture(normalizzata) {
		return f.classe
	}
	return ClasseAutoveicolo
}

// ClassiPossibili are the classes of vehicle by every reading of a normalised Italian plate, likeliest first, each once; none
// where no shape fits. A kind that says nothing about the vehicle (services, provinces, trade plates) may be of any.
func ClassiPossibili(normalizzata string) []Classe {
	var tutte []Classe
	aggiungi := func(classi ...Classe) {
		for _, c := range classi {
			if !slices.Contains(tutte, c) {
				tutte = append(tutte, c)
			}
		}
	}
	for f := range letture(normalizzata) {
		switch f.tipo {
		case Autoveicolo, Motoveicolo, Ciclomotore, Rimorchio, Agricola:
			aggiungi(f.classe)
		default:
			aggiungi(f.classe, ClasseAutoveicolo, ClasseMotoveicolo, ClasseCiclomotore, ClasseRimorchio, ClasseAgricola)
		}
	}
	return tutte
}
