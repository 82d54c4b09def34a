package verbale

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Applica is the only way a fine changes: it gives the state after an event, or refuses. It is pure;
// s is left as it was. The errors are 409: TRANSIZIONE_NON_AMMESSA when the table has no such step
// from the present axes, INVARIANTE_VIOLATA when the step would break a rule of the fine. An imported
// event is never refused: it is history of another law (Obiezione tells what today's would say).
func Applica(s Stato, e Evento) (Stato, error) {
	if e.Dati == nil {
		return s, invariante("l'evento non dice che cosa è accaduto")
	}
	if e.Importato {
		return s.dopo(e, s.con(e.decisi())), nil
	}
	riga, assi, ok := s.passo(e.Tipo(), e.decisi())
	if !ok {
		return s, nonAmmessa(s, e.Tipo())
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

// ripercorri lets an event of the log happen again without judging it: it was admitted once, by the rules
// of its day. The table must still know the step.
func ripercorri(s Stato, e Evento) (Stato, error) {
	assi := s.con(e.decisi())
	if !e.Importato {
		var ok bool
		if _, assi, ok = s.passo(e.Tipo(), e.decisi()); !ok {
			return s, nonAmmessa(s, e.Tipo())
		}
	}
	return s.dopo(e, assi), nil
}

// dopo is the state after an event that leads to these axes; s is left as it was.
func (s Stato) dopo(e Evento, assi Assi) Stato {
	nuovo := s.copia()
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

// decisi are the states that an event chooses among those its row admits.
func (e Evento) decisi() Assi {
	switch x := e.Dati.(type) {
	case Inserito:
		return Assi{Punti: x.Punti}.con(e.Deciso)
	case Contestato:
		return Assi{Debito: x.Debito}.con(e.Deciso)
	}
	return e.Deciso
}

// procede moves on to the axes after the event and lets it have its effect.
func (s *Stato) procede(e Evento, assi Assi) {
	eraChiuso := s.DebitoChiuso()
	s.Sequenza++
	s.Assi = assi
	s.accade(e)
	if e.Apre != nil {
		s.apri(*e.Apre, e)
	}
	switch chiuso := s.DebitoChiuso(); {
	case chiuso && !eraChiuso:
		s.smetti(e)
	case eraChiuso && !chiuso:
		s.riprendi()
	}
	s.deriva()
}

// accade changes what is beside the axes. It never fails: what it needs has been checked, or is missing
// from an imported history.
func (s *Stato) accade(e Evento) {
	switch x := e.Dati.(type) {
	case Inserito:
		s.Posizioni, s.Violazioni = append(s.Posizioni, x.Posizioni...), append(s.Violazioni, x.Violazioni...)
	case Contestato:
		s.servi(e, x.scadenze())
	case AvvisiEmessi:
		s.emetti(x)
	case IntestatarioTrovato:
		s.nomina(e, x)
	case IntestatarioAnomalo:
		s.apri(Anomalia{ID: x.Anomalia, Tipo: anomaliaIntestatario + x.Esito, Testo: x.Motivo}, e)
	case PosizioneAperta:
		s.Posizioni = append(s.Posizioni, x.Nuova)
	case AttoGenerato:
		s.su(e, func(p *Posizione) { p.Atto = x.atto() })
	case SpeseAddebitate:
		s.addebita(e, x)
	case AnomaliaRisolta:
		s.Anomalie = slices.DeleteFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == x.Anomalia })
		s.conta(x.Conto)
	case Fatto:
		s.fatto(e, x)
	default:
		s.accadeNotifica(e)
		s.accadeDenaro(e)
		s.accadeRicorso(e)
	}
}

func (s *Stato) fatto(e Evento, x Fatto) {
	s.su(e, func(p *Posizione) {
		switch x.Quale {
		case EventoPosizioneChiusa:
			p.Chiusa = cmp.Or(e.Causa, x.Testo, string(x.Quale))
			s.annullaAvvisi(func(a Avviso) bool { return a.Posizione == p.ID })
			s.chiudiScadenze(e, func(z Scadenza) bool { return z.Posizione == p.ID })
			s.lascia(e)
		case EventoProvaContestata:
			p.ProvaDubbia = true
		case EventoProvaConfermata:
			p.ProvaDubbia, p.Prova = false, cmp.Or(e.Prova, p.Prova)
		default: // the rest is about the fine
		}
	})
}

// lascia gives up the attempts to serve the position of the event.
func (s *Stato) lascia(e Evento) {
	for i, n := range s.Notifiche {
		if n.Posizione == e.Posizione && n.Stato == NotificaInCorso {
			s.Notifiche[i].Stato, s.Notifiche[i].Esito = NotificaTolta, e.DataLegale
		}
	}
}

// su changes the position of the event, where it has one.
func (s *Stato) su(e Evento, cambia func(*Posizione)) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.ID == e.Posizione })
	if i >= 0 {
		cambia(&s.Posizioni[i])
	}
}

// anomaliaIntestatario begins the kinds of anomaly that an answer of the registry settles.
const anomaliaIntestatario = "INTESTATARIO_"

func (s *Stato) nomina(e Evento, x IntestatarioTrovato) {
	s.su(e, func(p *Posizione) { p.Soggetto = x.IDSoggetto })
	s.Anomalie = slices.DeleteFunc(s.Anomalie, Anomalia.diIntestatario)
}

func (s *Stato) apri(a Anomalia, e Evento) {
	a.Aperta = e.Registrato.UTC()
	s.Anomalie = append(s.Anomalie, a)
}

func (s *Stato) emetti(x AvvisiEmessi) {
	for i, a := range s.Avvisi {
		if slices.Contains(x.Sostituiti, a.ID) {
			s.Avvisi[i].Stato = AvvisoSostituito
		}
	}
	for _, a := range x.Avvisi {
		a.Stato = AvvisoEmesso
		s.Avvisi = append(s.Avvisi, a)
	}
}

// atto is the id of the act among the documents.
func (x AttoGenerato) atto() uuid.UUID {
	for _, d := range x.Documenti {
		if d.Tipo == DocumentoAtto {
			return d.ID
		}
	}
	return uuid.Nil
}

func nonAmmessa(s Stato, t Tipo) error {
	return problem.Conflitto("TRANSIZIONE_NON_AMMESSA", fmt.Sprintf(
		"L'evento %s non è ammesso: procedura «%s», debito «%s», ricorso «%s», punti «%s», riscossione «%s».", parolaEvento(t),
		parolaProcedura(s.Procedura), parolaDebito(s.Debito), parolaRicorso(s.Ricorso), parolaPunti(s.Punti), parolaRiscossione(s.Riscossione)))
}

// obiezione is the rule that an event would break, or the reason why it may not happen.
type obiezione string

// Error is the rule itself.
func (o obiezione) Error() string { return string(o) }

// invariante refuses an event for a reason.
func invariante(motivo string) error {
	return problem.Conflitto("INVARIANTE_VIOLATA", "L'evento non è ammesso: "+motivo+".").With(obiezione(motivo))
}

// regola refuses an event that does not meet a rule.
func regola(r string) error {
	return problem.Conflitto("INVARIANTE_VIOLATA", "L'evento non è ammesso. Regola: «"+r+"».").With(obiezione(r))
}
