package transizioni

import (
	"cmp"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The axes of a fine that does not exist yet.
const (
	proceduraInesistente   verbale.Procedura   = ""
	debitoInesistente      verbale.Debito      = ""
	ricorsoInesistente     verbale.Ricorso     = ""
	puntiInesistenti       verbale.Punti       = ""
	riscossioneInesistente verbale.Riscossione = ""
)

// Assi are the five axes of a fine.
type Assi struct {
	Procedura   verbale.Procedura   `json:"procedura,omitzero"`
	Debito      verbale.Debito      `json:"debito,omitzero"`
	Ricorso     verbale.Ricorso     `json:"ricorso,omitzero"`
	Punti       verbale.Punti       `json:"punti,omitzero"`
	Riscossione verbale.Riscossione `json:"riscossione,omitzero"`
}

// Con gives the axes with those that are named in altri instead.
func (a Assi) Con(altri Assi) Assi {
	a.Procedura = cmp.Or(altri.Procedura, a.Procedura)
	a.Debito = cmp.Or(altri.Debito, a.Debito)
	a.Ricorso = cmp.Or(altri.Ricorso, a.Ricorso)
	a.Punti = cmp.Or(altri.Punti, a.Punti)
	a.Riscossione = cmp.Or(altri.Riscossione, a.Riscossione)
	return a
}

// DebitoChiuso reports that nothing more can be asked (design, section 4, invariant a).
func (a Assi) DebitoChiuso() bool { return a.Debito.Chiuso() }

// ProceduraChiusa reports that nothing more is done about the fine.
func (a Assi) ProceduraChiusa() bool { return a.Procedura.Chiusa() }

// RicorsoAperto reports that an appeal waits for its decision, or was granted: surcharge and
// enforcement stop (invariant b).
func (a Assi) RicorsoAperto() bool { return a.Ricorso.Aperto() }

// Riaperti names the axis that a step opens again after it was closed; empty when there is none.
func (a Assi) Riaperti(dopo Assi) string {
	switch {
	case a.DebitoChiuso() && !dopo.DebitoChiuso():
		return "debito"
	case a.ProceduraChiusa() && !dopo.ProceduraChiusa():
		return "procedura"
	case slices.Contains([]verbale.Ricorso{verbale.RicorsoAccolto, verbale.RicorsoDefinitivo},
		a.Ricorso) && a.Ricorso != dopo.Ricorso && dopo.Ricorso != verbale.RicorsoDefinitivo:
		return "ricorso"
	case slices.Contains([]verbale.Punti{verbale.PuntiComunicati, verbale.PuntiScartati}, a.Punti) && a.Punti != dopo.Punti:
		return "punti"
	case slices.Contains([]verbale.Riscossione{verbale.Riscosso, verbale.Discaricato}, a.Riscossione) && a.Riscossione != dopo.Riscossione:
		return "riscossione"
	}
	return ""
}
