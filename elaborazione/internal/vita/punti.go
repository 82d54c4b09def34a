package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TogliePunti reports that a violation takes points off a licence (art. 126-bis c. 1 CdS).
func (s Stato) TogliePunti() bool {
	return slices.ContainsFunc(s.Violazioni, func(v ViolazioneScelta) bool { return v.Punti > 0 })
}

// Conducente finds the position of the driver. A closed position is still the driver's if nothing was left to ask him, or if
// the axis of the points holds his data; else it was closed because he did not drive.
func (s Stato) Conducente() (Posizione, bool) {
	var chiusa Posizione
	for _, p := range s.Posizioni {
		switch {
		case p.Titolo != verbale.Trasgressore:
		case p.Chiusa == "":
			return p, true
		case s.Punti.GuidavaChiuso(p.Chiusa):
			chiusa = p
		}
	}
	return chiusa, chiusa.ID != uuid.Nil
}

// RestaIlConducente reports that the owner has still to be asked who drove although points depend on it: the request is served
// even when the fine is paid (art. 126-bis c. 2 CdS).
func (s Stato) RestaIlConducente() bool {
	_, noto := s.Conducente()
	return !noto && s.TogliePunti() && s.Punti == verbale.PuntiNonDovuti && slices.Contains(verbale.ProcedureInCorso(), s.Procedura) &&
		slices.ContainsFunc(s.Posizioni, func(p Posizione) bool { return ChiamatoADire(p) && p.GiornoZero.IsZero() })
}

// ChiamatoADire picks the position of who must say who was driving.
func ChiamatoADire(p Posizione) bool { return p.Titolo == verbale.Obbligato && p.Chiusa == "" }
