package inserimento

import (
	"fmt"
	"strconv"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
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
	volte, ammesse := riga.Volte(periodi)
	trascorsi := riga.Modo.Trascorsi(c.v.DataOraViolazione, c.ora)
	switch {
	case periodi > trascorsi && (incerta || ammesse):
		c.rifiuta(campo+".periodi", "dalla violazione a ora ne possono essere trascorsi al più "+strconv.Itoa(trascorsi))
	case incerta:
	case !ammesse:
		c.rifiuta(campo+".periodi", "la violazione "+riga.Codice+" si applica una volta sola")
	case volte < periodi:
		c.avverti("PERIODI_RIDOTTI", campo+": la legge applica la sanzione al più "+strconv.Itoa(riga.PeriodiMassimi)+
			fmt.Sprintf(" volte, non %d (%s).", periodi, riga.Norma()))
		periodi = volte
	}
	switch {
	case tariffa > 0 && riga.Tariffa == "" && !incerta:
		c.rifiuta(campo+".tariffaCent", "la violazione "+riga.Codice+" non aggiunge la tariffa")
	case riga.Tariffa != "" && tariffa == 0:
		c.trattieni(verbale.AvvertenzaTariffa, campo+": alla sanzione si aggiunge "+riga.Tariffa.Parola()+" ("+riga.Norma()+"): manca in tariffaCent.")
	}
	if periodi == 1 {
		periodi = 0
	}
	return periodi, tariffa
}

// patente notes what the register showed of the driver at the check; nil: nobody said.
func (c *controllo) patente() *vita.Patente {
	if p := c.v.Patente; p != nil && p.Punti != nil {
		return &vita.Patente{Punti: int(*p.Punti), Incidente: p.Incidente}
	}
	return nil
}

// sospensioneBreve adds to the act the short suspension of the licence (art. 218-ter CdS), and holds the fine where the
// discount of 30 % is then for the command to decide.
func (c *controllo) sospensioneBreve(campo string, v *conseguenze.Violazione) {
	e, err := conseguenze.SospensioneBreve(v.Sanzione, c.n.Patente, c.giorno, c.v.ContestazioneImmediata)
	if err != nil {
		c.rifiuta("patente.puntiResidui", err.Error())
		return
	}
	v.Accessoria = sanzione.ConSospensioneBreve(v.Accessoria, e.Giorni)
	if e.Giorni > 0 && v.AmmetteSconto(false) {
		c.trattieni(verbale.AvvertenzaSospensioneBreve, campo+": "+e.Spiegazione[0].Testo+" La riduzione del 30 % con la sospensione breve non è certa: decide il comando.")
	}
}
