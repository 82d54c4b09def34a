package verbale

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// puntiProposti says how many points the driver is to lose by what the platform knows, and why where they are doubled;
// empty while nobody is known to have driven. Whoever tells the register decides.
func puntiProposti(v *lettura.Verbale) string {
	for _, p := range v.Posizioni {
		if p.Titolo != verbale.Trasgressore || p.Chiusa != "" {
			continue
		}
		var punti []cds.PuntiViolazione
		for _, x := range v.Violazioni {
			var riga sanzione.Sanzione
			for _, c := range x.Conseguenze {
				riga.Conseguenze = append(riga.Conseguenze, sanzione.Conseguenza(c))
			}
			punti = append(punti, cds.PuntiViolazione{Codice: x.Codice, Punti: x.Punti, TogliePatente: riga.TogliePatente(false)})
		}
		testo := strconv.Itoa(cds.PuntiDelConducente(punti, p.Neopatentato))
		if p.Neopatentato {
			testo += ", raddoppiati: la violazione è dei primi tre anni dal rilascio della patente (art. 126-bis CdS)"
		}
		return testo
	}
	return ""
}
