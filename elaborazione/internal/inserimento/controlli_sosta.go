package inserimento

import (
	"fmt"
	"strconv"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// sosta is how often the band applies, 0 for once, and the tariff that was evaded: what the row allows of what the
// sender writes.
func (c *controllo) sosta(campo string, v richiesta.Violazione, scelta conseguenze.Violazione) (periodi int, tariffa importo.Cent) {
	riga := scelta.Sanzione
	if v.Periodi != nil {
		periodi = int(*v.Periodi)
	}
	if v.TariffaCent != nil {
		tariffa = importo.Cent(*v.TariffaCent)
	}
	incerta := len(scelta.Candidati) > 0 // the row that a person chooses says what it allows
	switch {
	case periodi > 1 && riga.Modo == "" && !incerta:
		c.rifiuta(campo+".periodi", "la violazione "+riga.Codice+" si applica una volta sola")
	case riga.PeriodiMassimi > 0 && periodi > riga.PeriodiMassimi:
		c.avverti("PERIODI_RIDOTTI", campo+": la legge applica la sanzione al più "+strconv.Itoa(riga.PeriodiMassimi)+
			fmt.Sprintf(" volte, non %d (%s).", periodi, riga.Norma()))
		periodi = riga.PeriodiMassimi
	}
	switch {
	case tariffa > 0 && riga.Tariffa == "" && !incerta:
		c.rifiuta(campo+".tariffaCent", "la violazione "+riga.Codice+" non aggiunge la tariffa")
	case riga.Tariffa != "" && tariffa == 0:
		c.trattieni("TARIFFA_MANCANTE", campo+": alla sanzione si aggiunge "+riga.Tariffa.Parola()+" ("+riga.Norma()+"): manca in tariffaCent.")
	}
	if periodi == 1 {
		periodi = 0
	}
	return periodi, tariffa
}
