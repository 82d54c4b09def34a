package sanzione

import "github.com/piattaforma-verbali/verbali/shared/legge/cds"

// senzaSanzione says why what a letter names is no violation; empty where it is one. Pay parking, and a toll zone, that was
// overrun by no more than 10 % of the time paid (art. 7 c. 15 lett. a and c. 14-ter lett. a CdS, from L. 177/2024).
func (c Criterio) senzaSanzione() string {
	if c.Articolo != "7" || c.Lettera != "a" || c.Comma != "15" && c.Comma != "14-ter" || c.Data.Before(cds.Riforma2024()) {
		return ""
	}
	return "il tempo superato fino al 10 per cento di quello pagato non è sanzionato (" + Citazione("art. 7", c.Comma, "a") + "): non c'è violazione"
}
