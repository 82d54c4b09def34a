package cds

import (
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// RichiestaSospensioneBreve asks whether a violation brings the short suspension of art. 218-ter.
type RichiestaSospensioneBreve struct {
	// Data is the day of the violation; the rule holds from 14 December 2024.
	Data            calendario.Giorno
	Articolo, Comma string
	// Punti is the balance that the national register shows at the check, 0 to 30.
	Punti int
	// Identificato says that the driver was stopped and identified at the check.
	Identificato bool
	// Incidente says that the driver caused a crash, even without others (c. 3).
	Incidente bool
}

// EsitoSospensioneBreve gives the days of suspension, 0 where there is none. It informs who is on the
// street: nothing else of the platform depends on it.
type EsitoSospensioneBreve struct {
	Giorni      int      `json:"giorni"`
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// SospensioneBreve applies art. 218-ter: seven days with 10 to 19 points, fifteen below, twice as much
// with a crash. The error is an *Errore.
func SospensioneBreve(r RichiestaSospensioneBreve) (EsitoSospensioneBreve, error) {
	const norma = "art. 218-ter CdS"
	if r.Data.IsZero() {
		return EsitoSospensioneBreve{}, errore("data", "manca")
	}
	if r.Punti < 0 || r.Punti > PuntiMassimi {
		return EsitoSospensioneBreve{}, errore("punti", "deve essere compreso tra 0 e 30")
	}
	var s spiegazione
	e := EsitoSospensioneBreve{}
	switch {
	case r.Data.Before(riforma2024()):
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "La sospensione breve vale per le violazioni dal 14/12/2024.")
	case !r.Identificato:
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "Il conducente non è stato identificato al momento dell'accertamento.")
	case !elencata218ter(r.Articolo, r.Comma):
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "L'art. "+r.Articolo+" c. "+r.Comma+" non risulta fra le violazioni dell'art. 218-ter c. 1.")
	case r.Punti >= PuntiIniziali:
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "Il conducente ha "+strconv.Itoa(r.Punti)+" punti, non meno di 20.")
	default:
		e.Giorni = giorni218ter(r.Punti, r.Incidente)
		s.passo("SOSPENSIONE_BREVE", norma, testo218ter(r, e.Giorni))
	}
	s.avverti("La sospensione breve dipende dai punti che l'anagrafe mostra al momento dell'accertamento; l'effetto sulla riduzione del 30 % non è certo: attenersi alle istruzioni del comando.")
	e.Spiegazione, e.Avvertenze = s.passi, s.elenco()
	return e, nil
}

func giorni218ter(punti int, incidente bool) int {
	giorni := 7
	if punti < 10 {
		giorni = 15
	}
	if incidente {
		giorni *= 2
	}
	return giorni
}

func testo218ter(r RichiestaSospensioneBreve, giorni int) string {
	testo := "Il conducente ha " + quanti(r.Punti, "punto", "punti")
	if r.Incidente {
		testo += " e ha provocato un incidente, che raddoppia la durata"
	}
	return testo + ": la patente è sospesa per " + strconv.Itoa(giorni) + " giorni."
}

// elencata218ter holds the list of art. 218-ter c. 1 by article and paragraph, that of the precept or of
// the sanction. Where the list names single facts of a paragraph (art. 6 c. 4 b, art. 148 c. 15, art. 154
// c. 8, art. 174) the paragraph is enough here: the officer knows the fact.
func elencata218ter(articolo, comma string) bool {
	var commi []string
	switch articolo {
	case "6":
		commi = []string{"4", "14"}
	case "143":
		commi = []string{"11"}
	case "145":
		commi = []string{"5", "10"}
	case "146":
		commi = []string{"3"}
	case "147", "149":
		commi = []string{"5"}
	case "148":
		commi = []string{"2", "3", "8", "9-bis", "15"}
	case "154":
		commi = []string{"1", "3", "7", "8"}
	case "171":
		commi = []string{"2"}
	case "172":
		commi = []string{"10", "11"}
	case "173":
		commi = []string{"3-bis"}
	case "174":
		commi = []string{"6", "7", "11"}
	case "176":
		commi = []string{"1", "2", "5", "7", "8"}
	case "186-bis":
		commi = []string{"2"}
	case "191":
		commi = []string{"1", "2", "3", "4"}
	}
	return slices.Contains(commi, comma)
}
