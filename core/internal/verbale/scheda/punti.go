package scheda

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// puntiProposti says how many points the driver is to lose by what the platform knows, and why where they are doubled;
// empty while nobody is known to have driven. Whoever tells the register decides.
func puntiProposti(v *lettura.Verbale, tabella func() *sanzione.Tabella) string {
	p, noto := lettura.Conducente(v.Posizioni, v.Punti)
	if !noto {
		return ""
	}
	testo := strconv.Itoa(lettura.PuntiDelConducente(v.Violazioni, tabella, calendario.Da(v.DataViolazione), p.Neopatentato))
	if p.Neopatentato {
		testo += ", raddoppiati: la violazione è dei primi tre anni dal rilascio della patente (art. 126-bis CdS)"
	}
	return testo
}
