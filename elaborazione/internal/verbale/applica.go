package verbale

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/importo"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// Applica is the only way a fine changes: it gives the state after an event, or refuses. It is pure;
// s is left as it was. The errors are 409: TRANSIZIONE_NON_AMMESSA when the table has no such step
// from the present axes, INVARIANTE_VIOLATA when the step would break a rule of the fine.
func Applica(s Stato, e Evento) (Stato, error) {
	if e.Dati == nil {
		return s, invariante("l'evento non dice che cosa è accaduto")
	}
	assi, ok := s.passo(e.Tipo(), deciso(e.Dati))
	if !ok {
		return s, nonAmmessa(s, e.Tipo())
	}
	nuovo := s.copia()
	nuovo.Sequenza++
	nuovo.Assi = assi
	if err := nuovo.effetto(e); err != nil {
		return s, err
	}
	return nuovo, nil
}

// deciso are the states that an event chooses among those its row admits.
func deciso(d Dati) Assi {
	switch x := d.(type) {
	case Inserito:
		return Assi{Punti: x.Punti}
	case Contestato:
		return Assi{Debito: x.Debito}
	}
	return Assi{}
}

// effetto changes what is beside the axes. It sees the axes after the step.
func (s *Stato) effetto(e Evento) error {
	switch x := e.Dati.(type) {
	case Inserito:
		return s.inserisci(x)
	case Contestato:
		return s.contesta(e, x)
	case AvvisiEmessi:
		return s.emetti(x)
	case IntestatarioRichiesto:
		return s.cerca(e)
	case IntestatarioTrovato:
		return s.nomina(e, x)
	case IntestatarioAnomalo:
		return s.apri(x.Anomalia)
	case AttoGenerato:
		return s.stampa(e, x)
	}
	return nil
}

func (s *Stato) inserisci(x Inserito) error {
	if len(x.Posizioni) == 0 {
		return invariante("un verbale ha almeno una posizione")
	}
	for i, p := range x.Posizioni {
		switch {
		case p.ID == uuid.Nil || p.Ordine != i+1 || !p.GiornoZero.IsZero():
			return invariante("le posizioni si aprono in ordine, prima di ogni notifica")
		case p.Titolo == Trasgressore && p.Soggetto == uuid.Nil:
			return invariante("la posizione del trasgressore ha sempre una persona")
		case slices.ContainsFunc(s.Posizioni, func(q Posizione) bool { return q.ID == p.ID || q.Titolo == p.Titolo }):
			return invariante("ogni titolo apre una sola posizione")
		}
		s.Posizioni = append(s.Posizioni, p)
	}
	return nil
}

// contesta perfects the driver's position on the spot.
func (s *Stato) contesta(e Evento, x Contestato) error {
	p, err := s.posizione(e)
	if err != nil {
		return err
	}
	if p.Titolo != Trasgressore || !p.GiornoZero.IsZero() || e.DataLegale.IsZero() {
		return invariante("la contestazione immediata riguarda il trasgressore, una volta sola, in un giorno certo")
	}
	p.GiornoZero = e.DataLegale
	s.DataNotifica, s.ScadenzaPagamento = primo(s.DataNotifica, e.DataLegale), x.ScadenzaPagamento
	return nil
}

// emetti adds notices; a closed debt stops any new paper about money (invariant a).
func (s *Stato) emetti(x AvvisiEmessi) error {
	if s.DebitoChiuso() {
		return invariante("il debito è chiuso: nessun nuovo avviso")
	}
	if len(x.Avvisi) == 0 {
		return invariante("manca l'avviso")
	}
	for _, a := range x.Avvisi {
		if err := s.ammetti(a); err != nil {
			return err
		}
		a.Stato = AvvisoEmesso
		s.Avvisi = append(s.Avvisi, a)
	}
	s.ImportoCent = minimo(s.Avvisi)
	return nil
}

// ammetti checks one notice against those that are there.
func (s *Stato) ammetti(a Avviso) error {
	if _, ok := s.Posizione(a.Posizione); !ok {
		return invariante("l'avviso è di una posizione del verbale")
	}
	if a.ID == uuid.Nil || !a.Tipo.Valido() || a.ImportoCent <= 0 || a.SpeseCent < 0 || a.SpeseCent >= a.ImportoCent {
		return invariante("l'avviso ha uno scopo e un importo maggiore delle spese")
	}
	for _, b := range s.Avvisi {
		switch {
		case a.NumeroAvviso == b.NumeroAvviso && a.Ente == b.Ente:
			return invariante("il numero di avviso " + a.NumeroAvviso + " è già usato")
		case a.Posizione == b.Posizione && a.Tipo == b.Tipo:
			return invariante("la posizione ha già un avviso " + string(a.Tipo))
		case a.Posizione == b.Posizione && !scontoMinore(a, b):
			return invariante("l'importo scontato non supera quello ridotto")
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

func (s *Stato) cerca(e Evento) error {
	p, err := s.posizione(e)
	if err != nil {
		return err
	}
	if p.Soggetto != uuid.Nil {
		return invariante("la posizione ha già la sua persona")
	}
	return nil
}

// nomina gives its person to a position; a person is never replaced in silence (invariant e).
func (s *Stato) nomina(e Evento, x IntestatarioTrovato) error {
	if err := s.cerca(e); err != nil {
		return err
	}
	if x.IDSoggetto == uuid.Nil {
		return invariante("manca la persona trovata")
	}
	p, err := s.posizione(e)
	if err != nil {
		return err
	}
	p.Soggetto = x.IDSoggetto
	s.Anomalie = nil
	return nil
}

func (s *Stato) apri(anomalia uuid.UUID) error {
	if anomalia == uuid.Nil || slices.Contains(s.Anomalie, anomalia) {
		return invariante("l'anomalia ha un identificativo suo")
	}
	s.Anomalie = append(s.Anomalie, anomalia)
	return nil
}

// stampa notes the act of a position: one, of a known addressee, while something can be asked.
func (s *Stato) stampa(e Evento, x AttoGenerato) error {
	p, err := s.posizione(e)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(x.Documenti, func(d Documento) bool { return d.Tipo == DocumentoAtto })
	switch {
	case p.Soggetto == uuid.Nil:
		return invariante("l'atto ha un destinatario")
	case p.Atto != uuid.Nil:
		return invariante("la posizione ha già il suo atto")
	case i < 0:
		return invariante("manca il documento dell'atto")
	case s.DebitoChiuso():
		return invariante("il debito è chiuso: nessun nuovo atto")
	}
	p.Atto = x.Documenti[i].ID
	return nil
}

// posizione finds the position of an event, to be changed.
func (s *Stato) posizione(e Evento) (*Posizione, error) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.ID == e.Posizione })
	if i < 0 {
		return nil, invariante("l'evento riguarda una posizione del verbale")
	}
	return &s.Posizioni[i], nil
}

// primo is the earlier of two days; no day is later than any.
func primo(a, b calendario.Giorno) calendario.Giorno {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// minimo is the smallest sum printed on the notices.
func minimo(avvisi []Avviso) (c importo.Cent) {
	for _, a := range avvisi {
		if c == 0 || a.ImportoCent < c {
			c = a.ImportoCent
		}
	}
	return c
}

func nonAmmessa(s Stato, t Tipo) error {
	return problem.Conflitto("TRANSIZIONE_NON_AMMESSA", fmt.Sprintf(
		"L'evento %s non è ammesso: procedura %s, debito %s, ricorso %s.", t, oNessuna(s.Procedura), oNessuna(s.Debito), oNessuna(s.Ricorso)))
}

func oNessuna[S ~string](s S) string {
	if s == "" {
		return "(nessuna)"
	}
	return string(s)
}

func invariante(regola string) error {
	return problem.Conflitto("INVARIANTE_VIOLATA", "L'evento non è ammesso: "+regola+".")
}
