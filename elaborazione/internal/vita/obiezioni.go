package vita

import (
	"slices"

	"github.com/google/uuid"
)

// obietta says what there is against an event before it happens, beyond the axes: the invariants of
// design, section 4, and the sense of what it says.
func (s Stato) obietta(riga Transizione, e Evento) error {
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
	return s.obiettaDati(e)
}

func (s Stato) obiettaDati(e Evento) error {
	switch x := e.Dati.(type) {
	case Inserito:
		return s.obiettaPosizioni(x.Posizioni, 1)
	case Contestato:
		return s.obiettaContestato(e)
	case AvvisiEmessi:
		return s.obiettaAvvisi(x, e.DataLegale)
	case IntestatarioRichiesto:
		return s.obiettaRicerca(e)
	case IntestatarioTrovato:
		if x.IDSoggetto == uuid.Nil {
			return Invariante("manca la persona trovata")
		}
		return s.obiettaRicerca(e)
	case IntestatarioAnomalo:
		return s.anomaliaNuova(x.Anomalia)
	case PosizioneAperta:
		return s.obiettaPosizioni([]Posizione{x.Nuova}, len(s.Posizioni)+1)
	case AttoGenerato:
		return s.obiettaAtto(e, x)
	case SpeseAddebitate:
		return s.obiettaSpese(e, x)
	case Movimento:
		return s.obiettaMovimento(x)
	case AnomaliaRisolta:
		if !slices.ContainsFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == x.Anomalia }) {
			return Regola("l'anomalia è aperta")
		}
	case Fatto:
		return s.obiettaFatto(e, x)
	}
	return s.obiettaNotifica(e)
}
