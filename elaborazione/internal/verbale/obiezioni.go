package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// obietta says what there is against an event before it happens, beyond the axes: the invariants of
// design, section 4, and the sense of what it says.
func (s Stato) obietta(riga Transizione, e Evento) error {
	if riga.Chiede && s.DebitoChiuso() {
		return invariante("il debito è chiuso: non si chiede più nulla")
	}
	if riga.Aggrava {
		if motivo := s.Fermo(e.Posizione); motivo != "" {
			return invariante("maggiorazione e riscossione sono ferme: " + motivo)
		}
		if motivo := s.nonEsecutivo(e); len(riga.Riscossione.A) > 0 && motivo != "" {
			return invariante("la riscossione non può cominciare: " + motivo)
		}
	}
	if riga.Riapre && e.Causa == "" {
		return invariante("manca il motivo")
	}
	if e.Apre != nil {
		if err := s.anomaliaNuova(e.Apre.ID); err != nil {
			return err
		}
	}
	if e.Posizione != uuid.Nil {
		if _, ok := s.Posizione(e.Posizione); !ok {
			return regola("l'evento riguarda una posizione del verbale")
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
			return invariante("manca la persona trovata")
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
			return regola("l'anomalia è aperta")
		}
	case Fatto:
		return s.obiettaFatto(e, x)
	}
	return s.obiettaNotifica(e)
}

func (s Stato) obiettaPosizioni(nuove []Posizione, ordine int) error {
	if len(nuove) == 0 {
		return regola("un verbale ha almeno una posizione")
	}
	for i, p := range nuove {
		switch {
		case p.ID == uuid.Nil || p.Ordine != ordine+i || !p.GiornoZero.IsZero():
			return regola("le posizioni si aprono in ordine, prima di ogni notifica")
		case p.Titolo == Trasgressore && p.Soggetto == uuid.Nil:
			return regola("la posizione del trasgressore ha sempre una persona")
		case p.Titolo != Trasgressore && p.Titolo != Obbligato:
			return regola("una posizione ha il suo titolo")
		case slices.ContainsFunc(slices.Concat(s.Posizioni, nuove[:i]), func(q Posizione) bool {
			return q.ID == p.ID || q.Titolo == p.Titolo && q.Chiusa == ""
		}):
			return regola("ogni titolo ha una sola posizione aperta")
		}
	}
	return nil
}

func (s Stato) obiettaContestato(e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	if !ok || p.Titolo != Trasgressore || !p.GiornoZero.IsZero() || e.DataLegale.IsZero() {
		return regola("la contestazione immediata riguarda il trasgressore, una volta sola, in un giorno certo")
	}
	return nil
}

func (s Stato) obiettaAvvisi(x AvvisiEmessi, giorno calendario.Giorno) error {
	if len(x.Avvisi) == 0 {
		return invariante("manca l'avviso")
	}
	presenti := slices.DeleteFunc(slices.Clone(s.Avvisi), func(a Avviso) bool {
		return slices.Contains(x.Sostituiti, a.ID) && a.Stato != AvvisoPagato
	})
	for i, a := range x.Avvisi {
		p, ok := s.Posizione(a.Posizione)
		if !ok || p.Chiusa != "" {
			return regola("l'avviso è di una posizione aperta del verbale")
		}
		if a.ID == uuid.Nil || !a.Tipo.Valido() || a.ImportoCent <= 0 || a.SpeseCent < 0 || a.SpeseCent >= a.ImportoCent {
			return regola("l'avviso ha uno scopo e un importo maggiore delle spese")
		}
		if slices.ContainsFunc(slices.Concat(s.Avvisi, x.Avvisi[:i]), func(b Avviso) bool {
			return a.NumeroAvviso == b.NumeroAvviso && a.Ente == b.Ente
		}) {
			return invariante("il numero di avviso " + a.NumeroAvviso + " è già usato")
		}
		if err := contro(a, presenti); err != nil {
			return err
		}
		if motivo := s.nonAncora(a, giorno); motivo != "" {
			return invariante("l'avviso " + string(a.Tipo) + " non si emette: " + motivo)
		}
		a.Stato = AvvisoEmesso
		presenti = append(presenti, a)
	}
	return nil
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

// nonEsecutivo says why there is no title yet for what is owed: an advance within the term is none, an
// order only once the thirty days from its service are over (artt. 203 c. 3, 204 and 206 CdS).
func (s Stato) nonEsecutivo(e Evento) string {
	switch s.Debito {
	case DebitoOrdinanza:
		if !s.Importato {
			return s.nonOrdinato(e)
		}
	case PagatoParziale:
		if !s.Importato && len(s.ordini(e.Posizione)) > 0 {
			return s.nonOrdinato(e)
		}
		p, _ := s.Servita()
		z, ok := s.Scadenza(p.ID, cds.PagamentoRidotto60)
		if ok && !e.DataLegale.After(z.Giorno) || !ok && !s.Importato {
			return "il termine per pagare non è decorso"
		}
	default: // INTERO came after its term; the table admits no other
	}
	return ""
}

// obiettaMovimento: what was printed or handed over is not taken away as if it had never been; a refund
// is written in the account.
func (s Stato) obiettaMovimento(x Movimento) error {
	switch x.Quale {
	case EventoScartato:
		if s.formato() {
			return invariante("l'atto è formato o consegnato: il verbale si annulla")
		}
	case EventoRimborso:
		if x.Conto == nil || x.Conto.RimborsatoCent <= s.Conto.RimborsatoCent {
			return regola("il rimborso si scrive nel conto")
		}
	default: // regge looks at the account
	}
	return nil
}

// contro compares a notice with those that stay.
func contro(a Avviso, presenti []Avviso) error {
	for _, b := range presenti {
		switch {
		case a.Posizione == b.Posizione && a.Tipo == b.Tipo && a.Tipo != cds.Rata && b.Stato == AvvisoEmesso:
			return invariante("la posizione ha già un avviso " + string(a.Tipo))
		case a.Posizione == b.Posizione && !scontoMinore(a, b):
			return regola("l'importo scontato non supera quello ridotto")
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

// obiettaRicerca: a person is never replaced in silence (invariant e).
func (s Stato) obiettaRicerca(e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	if !ok || p.Chiusa != "" {
		return regola("l'evento riguarda una posizione aperta del verbale")
	}
	if p.Soggetto != uuid.Nil {
		return invariante("la posizione ha già la sua persona")
	}
	return nil
}

func (s Stato) anomaliaNuova(id uuid.UUID) error {
	if id == uuid.Nil || slices.ContainsFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == id }) {
		return regola("l'anomalia ha un identificativo suo")
	}
	return nil
}

// obiettaAtto: one act a position, of a known addressee.
func (s Stato) obiettaAtto(e Evento, x AttoGenerato) error {
	p, ok := s.Posizione(e.Posizione)
	switch {
	case !ok || p.Chiusa != "":
		return regola("l'evento riguarda una posizione aperta del verbale")
	case p.Soggetto == uuid.Nil:
		return regola("l'atto ha un destinatario")
	case p.Atto != uuid.Nil:
		return invariante("la posizione ha già il suo atto")
	case x.atto() == uuid.Nil:
		return invariante("manca il documento dell'atto")
	}
	return nil
}

func (s Stato) obiettaSpese(e Evento, x SpeseAddebitate) error {
	if x.SpeseCent < 0 {
		return regola("le spese non sono negative")
	}
	for _, p := range s.Posizioni {
		if (e.Posizione == uuid.Nil || p.ID == e.Posizione) && !p.GiornoZero.IsZero() {
			return invariante("a chi è notificato non si chiedono altre spese: la somma è quella dell'atto")
		}
	}
	return nil
}

func (s Stato) obiettaFatto(e Evento, x Fatto) error {
	p, ok := s.Posizione(e.Posizione)
	switch x.Quale {
	case EventoPosizioneChiusa:
		if !ok || p.Chiusa != "" {
			return regola("l'evento riguarda una posizione aperta del verbale")
		}
		if e.Causa == "" && x.Testo == "" {
			return invariante("manca il motivo")
		}
	case EventoProvaContestata, EventoProvaConfermata:
		return obiettaProva(e, x, p, ok)
	case EventoNotaAggiunta, EventoAnomaliaAperta:
		if x.Testo == "" && e.Apre == nil {
			return invariante("manca il testo")
		}
	default: // the axes say it all
	}
	return nil
}

func obiettaProva(e Evento, x Fatto, p Posizione, ok bool) error {
	if !ok || p.GiornoZero.IsZero() {
		return regola("la prova è di una posizione notificata")
	}
	if x.Quale == EventoProvaConfermata && e.Prova == "" && p.Prova == "" {
		return invariante("manca la prova")
	}
	return nil
}
