package ufficio

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
)

// Intestazione is the command as its acts name it, from its settings comando.*; the tenant's name and
// tax code stand for missing settings. giorno is the day (YYYY-MM-DD) whose settings hold.
func Intestazione(t anagrafe.Tenant, giorno string) (stampa.Comando, error) {
	c := stampa.Comando{Ente: t.Denominazione, Denominazione: t.Denominazione, CodiceFiscale: t.CodiceFiscale}
	for _, x := range []struct {
		chiave string
		valore any
	}{
		{"comando.ente", &c.Ente},
		{"comando.denominazione", &c.Denominazione},
		{"comando.settore", &c.Settore},
		{"comando.indirizzo", &c.Indirizzo},
		{"comando.codiceFiscale", &c.CodiceFiscale},
		{"comando.telefono", &c.Telefono},
		{"comando.pec", &c.PEC},
		{"comando.sitoWeb", &c.SitoWeb},
		{"comando.responsabile", &c.Responsabile},
		{"comando.firmatario", &c.Firmatario},
		{"comando.qualifica", &c.Qualifica},
		{"comando.cbill", &c.CBILL},
		{"comando.prefettura", &c.Prefettura},
		{"comando.giudiceDiPace", &c.GiudiceDiPace},
		{"comando.contattoDpo", &c.ContattoDPO},
		{"comando.pagaSulSito", &c.PagaSulSuoSito},
		{"comando.contoPostale", &c.ContoPostale},
		{"comando.intestatarioConto", &c.IntestatarioConto},
		{"comando.autorizzazioneStampa", &c.AutorizzazioneStampa},
	} {
		if _, err := t.Impostazione(x.chiave, giorno, x.valore); err != nil {
			return c, err
		}
	}
	return c, nil
}
