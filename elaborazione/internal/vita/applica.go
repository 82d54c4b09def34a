// Package vita is the life of a fine: its events, the state that follows from them and the rules by which a fine changes.
// A fine changes only by events applied with Applica. Nothing here reads or writes anything, looks at a clock or knows who
// calls: each chapter (inserimento, avvisi, intestatario, visura, atto, notifica, denaro, ricorso, punti, riscossione, rettifica,
// annullamento, fascicolo) has the data of its events, what they do and what there may be against them; its rows of the
// table of states are in transizioni, below. Above, conseguenze and mosse decide which events a fact or a request makes.
package vita

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Applica is the only way a fine changes: it gives the state after an event, or refuses. It is pure;
// s is left as it was. The errors are 409: TRANSIZIONE_NON_AMMESSA when the table has no such step
// from the present axes, VERBALE_CANCELLATO when the persons of the fine were erased, INVARIANTE_VIOLATA when
// the step would break a rule of the fine. An imported
// event is never refused: it is history of another law (Obiezione tells what today's would say).
func Applica(s Stato, e Evento) (Stato, error) {
	if e.Dati == nil {
		return s, Invariante("l'evento non dice che cosa è accaduto")
	}
	if s.Cancellato {
		return s, PersoneCancellate()
	}
	if e.Importato {
		return s.dopo(e, s.Con(e.Decisi())), nil
	}
	riga, assi, ok := s.Passo(e.Tipo(), e.Decisi())
	if !ok {
		return s, NonAmmessa(s, e.Tipo())
	}
	if err := s.obietta(riga, e); err != nil {
		return s, err
	}
	nuovo := s.dopo(e, assi)
	if err := nuovo.regge(s, riga, e); err != nil {
		return s, err
	}
	return nuovo, nil
}

// PersoneCancellate is the 409 for whatever should still happen to a fine whose persons were erased: it would bring back what a rule
// of two persons took away.
func PersoneCancellate() *problem.Error {
	return problem.Conflitto("VERBALE_CANCELLATO", "Le persone di questo verbale sono state cancellate alla fine della conservazione: non vi si può registrare più nulla.")
}

// Ripercorri lets an event of the log happen again without judging it: it was admitted once, by the rules
// of its day. The table must still know the step.
func Ripercorri(s Stato, e Evento) (Stato, error) {
	assi := s.Con(e.Decisi())
	if !e.Importato {
		var ok bool
		if _, assi, ok = s.Passo(e.Tipo(), e.Decisi()); !ok {
			return s, NonAmmessa(s, e.Tipo())
		}
	}
	return s.dopo(e, assi), nil
}

// dopo is the state after an event that leads to these axes; s is left as it was.
func (s Stato) dopo(e Evento, assi Assi) Stato {
	nuovo := s.Copia()
	nuovo.Importato = s.Importato || e.Importato
	nuovo.procede(e, assi)
	return nuovo
}

// Obiezione says what today's rules have against an imported event, in words; empty when it would have
// passed, or when only the table has no such step.
func Obiezione(s Stato, e Evento) string {
	e.Importato = false
	_, err := Applica(s, e)
	o, _ := errors.AsType[obiezione](err)
	return string(o)
}

// Decisi are the states that an event chooses among those its row admits.
func (e Evento) Decisi() Assi {
	if x, c := e.Dati.(scelta); c {
		return x.sceglie().Con(e.Deciso)
	}
	return e.Deciso
}

// procede moves on to the axes after the event and lets it have its effect.
func (s *Stato) procede(e Evento, assi Assi) {
	eraChiuso := s.DebitoChiuso()
	s.Sequenza++
	s.Assi = assi
	if x, c := e.Dati.(effetto); c {
		x.accade(s, e)
	}
	s.ricordaSospensione(e)
	if e.Apre != nil {
		s.apri(*e.Apre, e)
	}
	s.decidiVisure()
	switch chiuso := s.DebitoChiuso(); {
	case chiuso && !eraChiuso:
		s.smetti(e)
	case eraChiuso && !chiuso:
		s.riprendi()
	}
	s.deriva()
}

// su changes the position of the event, where it has one.
func (s *Stato) su(e Evento, cambia func(*Posizione)) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.ID == e.Posizione })
	if i >= 0 {
		cambia(&s.Posizioni[i])
	}
}

// NonAmmessa is the refusal of the table: no row admits the event where the fine is.
func NonAmmessa(s Stato, t verbale.TipoEvento) error {
	return problem.Conflitto("TRANSIZIONE_NON_AMMESSA", fmt.Sprintf(
		"L'evento %s non è ammesso: procedura «%s», debito «%s», ricorso «%s», punti «%s», riscossione «%s».", t.InFrase(),
		s.Procedura.InFrase(), s.Debito.InFrase(), s.Ricorso.InFrase(), s.Punti.InFrase(), s.Riscossione.InFrase()))
}

// obiezione is the rule that an event would break, or the reason why it may not happen.
type obiezione string

// Error is the rule itself.
func (o obiezione) Error() string { return string(o) }

// Invariante refuses an event for a reason.
func Invariante(motivo string) error {
	return problem.Conflitto("INVARIANTE_VIOLATA", "L'evento non è ammesso: "+motivo+".").With(obiezione(motivo))
}

// Regola refuses an event that does not meet a rule.
func Regola(r string) error {
	return problem.Conflitto("INVARIANTE_VIOLATA", "L'evento non è ammesso. Regola: «"+r+"».").With(obiezione(r))
}

// Rivivi lets the events of a fine happen again from the first one. They are not judged again: what the
// log holds was admitted by the rules of its day.
func Rivivi(id uuid.UUID, eventi []Evento) (Stato, error) {
	s := Stato{ID: id}
	var err error
	for _, e := range eventi {
		if s, err = Ripercorri(s, e); err != nil {
			return s, fmt.Errorf("verbale %s, evento %d: %w", id, e.Sequenza, err)
		}
	}
	return s, nil
}
