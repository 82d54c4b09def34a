package vita

import (
	"github.com/google/uuid"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
)

// obietta says what there is against an event before it happens, beyond the axes: the invariants of
// design, section 4, and the sense of what it says.
func (s Stato) obietta(riga transizioni.Transizione, e Evento) error {
	if riga.Chiede && s.DebitoChiuso() {
		return Invariante("il debito è chiuso: non si chiede più nulla")
	}
	if riga.Aggrava {
		if motivo := s.Fermo(e.Posizione); motivo != "" {
			return Invariante("maggiorazione e riscossione sono ferme: " + motivo)
		}
		if motivo := s.NonEsecutivo(e); len(riga.Riscossione.A) > 0 && motivo != "" {
			return Invariante("la riscossione non può cominciare: " + motivo)
		}
	}
	if riga.Riapre && e.Causa == "" {
		return Invariante("manca il motivo")
	}
	if e.Apre != nil {
		if err := s.anomaliaNuova(e.Apre.ID); err != nil {
			return err
		}
	}
	if e.Posizione != uuid.Nil {
		if _, ok := s.Posizione(e.Posizione); !ok {
			return Regola("l'evento riguarda una posizione del verbale")
		}
	}
	if x, c := e.Dati.(giudicato); c {
		return x.obietta(s, e)
	}
	return nil
}
