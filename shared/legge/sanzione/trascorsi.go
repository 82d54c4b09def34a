package sanzione

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Trascorsi is how many periods can have elapsed from the violation until an instant, one at least: days of the calendar in
// Rome, both ends included (art. 158 c. 7 CdS); whole spans of 24 hours (artt. 6 c. 14, 7 c. 14-15.1 CdS: "again for each"); whole
// hours where the period is one of the place, or of a row yet to be chosen, that the table does not know.
func (m Modo) Trascorsi(violazione, fino time.Time) int {
	passato := fino.Sub(violazione)
	switch m {
	case PerGiorno:
		return max(1, calendario.Da(fino).DiffDays(calendario.Da(violazione))+1)
	case PerOre24:
		return max(1, int(passato/(24*time.Hour)))
	default:
		return max(1, int(passato/time.Hour))
	}
}
