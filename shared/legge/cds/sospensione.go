package cds

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// RichiestaSospensioneBreve asks whether a violation brings the short suspension of art. 218-ter.
type RichiestaSospensioneBreve struct {
	// Data is the day of the violation; the rule holds from 14 December 2024.
	Data calendario.Giorno
	// Norma cites the violation as the row of the table does; Elencata says that art. 218-ter c. 1 names it, Condizionata
	// that it names some of its facts only, which the officer knows.
	Norma                  string
	Elencata, Condizionata bool
	// Punti is the balance that the national register shows at the check, 0 to 30.
	Punti int
	// Identificato says that the driver was stopped and identified at the check.
	Identificato bool
	// Incidente says that the driver caused a crash, even without others (c. 3).
	Incidente bool
}

// EsitoSospensioneBreve gives the days of suspension, 0 where there is none.
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
	case r.Data.Before(Riforma2024()):
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "La sospensione breve vale per le violazioni dal 14/12/2024.")
	case !r.Identificato:
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "Il conducente non è stato identificato al momento dell'accertamento.")
	case !r.Elencata && !r.Condizionata:
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "La violazione ("+r.Norma+") non è fra quelle dell'art. 218-ter c. 1.")
	case r.Punti >= PuntiIniziali:
		s.passo("SOSPENSIONE_BREVE_ESCLUSA", norma, "Il conducente ha "+strconv.Itoa(r.Punti)+" punti, non meno di 20.")
	default:
		e.Giorni = giorni218ter(r.Punti, r.Incidente)
		s.passo("SOSPENSIONE_BREVE", norma, testo218ter(r, e.Giorni))
		if r.Condizionata {
			s.avverti("L'art. 218-ter nomina solo alcuni dei fatti della violazione (" + r.Norma + "): verificare che il fatto accertato sia tra quelli.")
		}
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
