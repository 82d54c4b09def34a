package vita

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// avvisi: payment notices.
//
//nolint:gochecknoglobals // a table
var avvisi = letti{
	verbale.EventoAvvisiEmessi: leggi[AvvisiEmessi],
}

func (x AvvisiEmessi) accade(s *Stato, _ Evento) {
	for i, a := range s.Avvisi {
		if slices.Contains(x.Sostituiti, a.ID) {
			s.Avvisi[i].Stato = verbale.AvvisoSostituito
		}
	}
	for _, a := range x.Avvisi {
		a.Stato = verbale.AvvisoEmesso
		s.Avvisi = append(s.Avvisi, a)
	}
}

func (s *Stato) annullaAvvisi(quali func(Avviso) bool) {
	for i, a := range s.Avvisi {
		if a.Stato == verbale.AvvisoEmesso && quali(a) {
			s.Avvisi[i].Stato = verbale.AvvisoAnnullato
		}
	}
}

// AvvisiEmessi says that payment notices have their numbers. They take the place of those of the same
// position that Sostituiti names; where nothing is due in their place there are none.
type AvvisiEmessi struct {
	Avvisi      []Avviso    `json:"avvisi"`
	Sostituiti  []uuid.UUID `json:"sostituiti,omitempty"`
	Spiegazione []string    `json:"spiegazione"`
}

// Tipo is the kind of the event.
func (AvvisiEmessi) Tipo() verbale.TipoEvento { return verbale.EventoAvvisiEmessi }

func (x AvvisiEmessi) obietta(s Stato, e Evento) error {
	if len(x.Avvisi) == 0 && len(x.Sostituiti) == 0 {
		return Invariante("manca l'avviso")
	}
	presenti := slices.DeleteFunc(slices.Clone(s.Avvisi), func(a Avviso) bool {
		return a.Stato == verbale.AvvisoSostituito || slices.Contains(x.Sostituiti, a.ID) && a.Stato != verbale.AvvisoPagato
	})
	for i, a := range x.Avvisi {
		if slices.ContainsFunc(slices.Concat(s.Avvisi, x.Avvisi[:i]), func(b Avviso) bool {
			return a.NumeroAvviso == b.NumeroAvviso && a.Ente == b.Ente
		}) {
			return Invariante("il numero di avviso " + a.NumeroAvviso + " è già usato")
		}
		if err := x.obiettaAvviso(s, a, presenti, e.DataLegale); err != nil {
			return err
		}
		a.Stato = verbale.AvvisoEmesso
		presenti = append(presenti, a)
	}
	return nil
}

// obiettaAvviso judges one notice beside those that stay, on the day of its issue.
func (x AvvisiEmessi) obiettaAvviso(s Stato, a Avviso, presenti []Avviso, giorno calendario.Giorno) error {
	p, ok := s.Posizione(a.Posizione)
	if !ok || p.Chiusa != "" {
		return Regola("l'avviso è di una posizione aperta del verbale")
	}
	if a.ID == uuid.Nil || !a.Tipo.Valido() || a.ImportoCent <= 0 || a.SpeseCent < 0 || a.SpeseCent >= a.ImportoCent {
		return Regola("l'avviso ha uno scopo e un importo maggiore delle spese")
	}
	if err := contro(a, presenti); err != nil {
		return err
	}
	if motivo := s.nonAncora(a, giorno); motivo != "" && !s.chiedeMeno(a, x.Sostituiti) {
		return Invariante("l'avviso " + string(a.Tipo) + " non si emette: " + motivo)
	}
	return nil
}

// chiedeMeno reports a notice in the place of one in force of the same position and kind, which it does not exceed: whatever
// holds the debt, nothing is asked anew.
func (s Stato) chiedeMeno(a Avviso, sostituiti []uuid.UUID) bool {
	return slices.ContainsFunc(s.Avvisi, func(b Avviso) bool {
		return slices.Contains(sostituiti, b.ID) && b.Stato == verbale.AvvisoEmesso && b.Posizione == a.Posizione && b.Tipo == a.Tipo &&
			a.ImportoCent <= b.ImportoCent
	})
}

// nonAncora says why a notice of more than the reduced sum comes too early (invariants b and c).
func (s Stato) nonAncora(a Avviso, giorno calendario.Giorno) string {
	switch a.Tipo {
	case cds.Intero, cds.InteroMaggiorato:
		if z, ok := s.Scadenza(a.Posizione, cds.PagamentoRidotto60); !ok || !giorno.After(z.Giorno) {
			return "non c'è una notifica con il suo termine decorso"
		}
		return s.Fermo(a.Posizione)
	case cds.Ordinanza:
		if s.RicorsoAperto() {
			return "pende o è stato accolto un ricorso"
		}
	default: // the reduced sums ask for nothing before their time
	}
	return ""
}

// contro compares a notice with those that stay.
func contro(a Avviso, presenti []Avviso) error {
	for _, b := range presenti {
		switch {
		case a.Posizione == b.Posizione && a.Tipo == b.Tipo && a.Tipo != cds.Rata && b.Stato == verbale.AvvisoEmesso:
			return Invariante("la posizione ha già un avviso " + string(a.Tipo))
		case a.Posizione == b.Posizione && !scontoMinore(a, b):
			return Regola("l'importo scontato non supera quello ridotto")
		}
	}
	return nil
}

// scontoMinore: of two notices of a position, RIDOTTO_30 never exceeds RIDOTTO.
func scontoMinore(a, b Avviso) bool {
	if a.Tipo == cds.Ridotto30 && b.Tipo == cds.Ridotto {
		a, b = b, a
	}
	return b.Tipo != cds.Ridotto30 || a.Tipo != cds.Ridotto || b.ImportoCent <= a.ImportoCent
}

// Prezzi are the violations as the law prices them.
func (s Stato) Prezzi() []cds.Violazione { return debito.Violazioni(s.lette()) }

// Importi are the sums of the notices of the fine (art. 202 CdS).
func (s Stato) Importi(spese importo.Cent) (cds.EsitoAvvisi, error) {
	esito, err := cds.Avvisi(s.Prezzi(), spese)
	if err != nil {
		return esito, fmt.Errorf("verbale %s: importi: %w", s.ID, err)
	}
	return esito, nil
}
