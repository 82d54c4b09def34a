package verbale

import (
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Azione is an event that an operator may ask for on the page: elaborazione alone judges it, here are those
// that it would not refuse for the state of the fine. Campo is the text that the operator writes.
type Azione struct {
	Tipo                 verbale.TipoEvento
	Bottone, Spiegazione string
	Campo, Etichetta     string // motivo, esito or testo
	Massimo              int    // characters
	Conferma             string // what is ticked before what cannot be undone; empty: nothing
	Anomalia             uuid.UUID
	Riapre               bool   // with Anomalia: what was closed goes on
	Chi                  string // of INTESTATARIO_TROVATO: how the person is named
	permesso             auth.Permission
	procedure            []verbale.Procedura
	seAnche              func(*Verbale) bool // what else of the fine admits it; nil: nothing
	campi                func(*Verbale) []campoAzione
}

// perMotivo and perNota are the characters of a reason and of a note.
const perMotivo, perNota = 500, 2000

// azioni are all of them but those of the anomalies and of who answers.
func azioni() []Azione {
	return slices.Concat(azioniDiNotifica(), azioniDelVerbale(), azioniDiChiusura(), azioniUltime())
}

func azioniDelVerbale() []Azione {
	return []Azione{
		{Tipo: verbale.EventoValidato, Bottone: "Valida il verbale", Spiegazione: "Il comando accetta il verbale: si emettono gli avvisi e si cerca chi ne risponde.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, permesso: auth.PermessoVerbaleDecidi, procedure: []verbale.Procedura{verbale.DaValidare}},
		{Tipo: verbale.EventoIntestatarioRichiesto, Bottone: "Chiedi di nuovo l'intestatario", Spiegazione: "Si interroga di nuovo l'archivio dei veicoli per il giorno della violazione.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, permesso: auth.PermessoVerbaleDecidi,
			procedure: append(verbale.ProcedureConAtto(), verbale.Validato, verbale.IntestatarioIncerto), seAnche: (*Verbale).manca},
		{Tipo: verbale.EventoPosizioneChiusa, Bottone: "Non cercare più l'intestatario", Spiegazione: "Il verbale prosegue verso chi è già noto; dalla posizione senza persona non si chiede più nulla.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", permesso: auth.PermessoVerbaleDecidi,
			procedure: verbale.ProcedureInCorso(), seAnche: (*Verbale).altriNoti},
		{Tipo: verbale.EventoEstintoDecesso, Bottone: "Chiudi per decesso", Spiegazione: "Chi rispondeva è morto il giorno della violazione o dopo: l'obbligo non passa agli eredi (art. 199 CdS, art. 7 L. 689/1981).",
			Campo: "motivo", Etichetta: "Motivo, con la prova del decesso", Massimo: perMotivo, Conferma: "Ho verificato il decesso: non si può tornare indietro", permesso: auth.PermessoVerbaleDecidi,
			procedure: verbale.ProcedureInCorso(), seAnche: (*Verbale).decesso},
		{Tipo: verbale.EventoScartato, Bottone: "Scarta il verbale", Spiegazione: "Il verbale è tolto prima che un atto esista: nulla sarà chiesto a nessuno.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", permesso: auth.PermessoVerbaleDecidi,
			procedure: append(verbale.ProcedureNonAccettate(), verbale.ProcedureSenzaAtto()...),
			seAnche:   func(v *Verbale) bool { return !v.formato() }},
	}
}

func azioniUltime() []Azione {
	return []Azione{
		{Tipo: verbale.EventoAnnullato, Bottone: "Annulla in autotutela", Spiegazione: "L'atto esiste già: il comando lo annulla (art. 21-nonies L. 241/1990). Nulla è più dovuto, ciò che fu versato si rimborsa.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", permesso: auth.PermessoVerbaleDecidi,
			procedure: append(verbale.ProcedureInCorso(), verbale.DaValidare, verbale.Definito), seAnche: (*Verbale).formato},
		{Tipo: verbale.EventoNotaAggiunta, Bottone: "Aggiungi la nota", Spiegazione: "Resta nella storia del verbale.",
			Campo: "testo", Etichetta: "Nota", Massimo: perNota, permesso: auth.PermessoVerbaleAnnota},
	}
}

// risoluzioni are the ways to settle one anomaly as the fine is: what was closed may go on only where
// something was.
func (v *Verbale) risoluzioni(a lettura.Anomalia) []Azione {
	if diIntestatario(a) && v.manca() {
		return nil // it is settled by saying who answers, or by closing
	}
	tutte := []Azione{risoluzione(a.ID, false)}
	if a.Tipo == verbale.AnomaliaTermineScaduto && !v.Debito.Chiuso() {
		tutte[0].Bottone, tutte[0].Etichetta = "Lascia partire l'atto", "Da quale giorno decorre il termine, e perché"
		tutte[0].Spiegazione = "L'atto si stampa, se non lo è già, e attende la prossima spedizione. Resta nella storia del verbale."
		tutte[0].Conferma = "Ho verificato le date: il termine per questo destinatario non è passato"
		if v.altriOltre(a.ID) {
			tutte = append(tutte, Azione{Tipo: verbale.EventoPosizioneChiusa, Bottone: "Non chiedere più nulla a questo destinatario", Anomalia: a.ID,
				Spiegazione: "Per lui il termine è passato: l'obbligo di pagare si estingue (art. 201 c. 5 CdS). Il verbale prosegue verso gli altri.",
				Campo:       "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato le date: non si può tornare indietro", permesso: auth.PermessoVerbaleDecidi})
		}
	}
	if v.Debito.Chiuso() && slices.Contains(append(verbale.ProcedureInCorso(), verbale.Definito, verbale.EstintoTermini), v.Procedura) {
		tutte = append(tutte, risoluzione(a.ID, true))
	}
	return tutte
}

// ferma says why the state itself waits for a person where no anomaly says it; empty: it does not.
func (v *Verbale) ferma() string {
	switch {
	case v.Procedura == verbale.IntestatarioIncerto && v.manca() && !slices.ContainsFunc(v.daDecidere(), diIntestatario):
		return verbale.AnomaliaIntestatarioIncerto.Parola() + ". " + verbale.AnomaliaIntestatarioIncerto.Rimedio()
	case v.Procedura == verbale.NonNotificabile:
		return "l'atto non ha raggiunto nessuno. Qui sotto: mandarlo di nuovo, registrare un esito arrivato dopo, chiudere quella posizione, " +
			"estinguere se il termine è passato (art. 201 c. 5 CdS), annullare in autotutela."
	}
	return ""
}

// risoluzione settles one anomaly.
func risoluzione(anomalia uuid.UUID, riapre bool) Azione {
	x := Azione{Tipo: verbale.EventoAnomaliaRisolta, Bottone: "Risolvi", Spiegazione: "Come si è risolto, per chi leggerà la storia. Il verbale resta com'è.", Campo: "esito",
		Etichetta: "Esito", Massimo: perMotivo, Anomalia: anomalia, permesso: auth.PermessoVerbaleDecidi}
	if riapre {
		x.Bottone, x.Riapre = "Risolvi e riapri", true
		x.Spiegazione = "Perché ciò che era chiuso riparte: il verbale torna in corso e il debito è quello che la legge e i versamenti danno oggi."
		x.Conferma = "Ho verificato: la somma che resta torna dovuta"
	}
	return x
}

// ammessa reports that the role may ask for it and the fine is in a state that has it.
func (x Azione) ammessa(v *Verbale, s sessione.Sessione) bool {
	switch {
	case !s.Puo(x.permesso), len(x.procedure) > 0 && !slices.Contains(x.procedure, v.Procedura):
		return false
	case x.seAnche != nil:
		return x.seAnche(v)
	}
	return true
}

// manca reports that a position waits for its person.
func (v *Verbale) manca() bool {
	_, manca := v.senzaPersona()
	return manca
}

// altriNoti reports that a position waits for its person and another has hers.
func (v *Verbale) altriNoti() bool {
	p, manca := v.senzaPersona()
	return manca && v.altriOltre(p)
}

// altriOltre reports that somebody else than the person of a position answers.
func (v *Verbale) altriOltre(posizione uuid.UUID) bool {
	return slices.ContainsFunc(v.Posizioni, func(p lettura.Posizione) bool { return p.ID != posizione && p.Noto && p.Chiusa == "" })
}

// aperta reports that an anomaly of a kind waits.
func (v *Verbale) aperta(tipo verbale.TipoAnomalia) bool {
	return slices.ContainsFunc(v.Anomalie, func(a lettura.Anomalia) bool { return a.Chiusa == nil && a.Tipo == tipo })
}

// formato reports that somebody holds the report, or an act exists.
func (v *Verbale) formato() bool {
	return slices.ContainsFunc(v.Posizioni, func(p lettura.Posizione) bool { return !p.GiornoZero.IsZero() }) ||
		slices.ContainsFunc(v.Documenti, func(d lettura.Documento) bool { return d.Tipo == verbale.DocumentoAtto })
}

// decesso reports that somebody has said that who answers is dead, and since when the debt dies with them.
func (v *Verbale) decesso() bool {
	if v.Debito.Chiuso() {
		return false
	}
	return v.Indagine != nil && v.Indagine.Codice == verbale.IndagineDecedutoDopo || v.aperta(verbale.AnomaliaDecesso)
}

// senzaPersona is the first position whose person is not known and is still looked for.
func (v *Verbale) senzaPersona() (uuid.UUID, bool) {
	i := slices.IndexFunc(v.Posizioni, func(p lettura.Posizione) bool { return !p.Noto && p.Chiusa == "" })
	if i < 0 {
		return uuid.Nil, false
	}
	return v.Posizioni[i].ID, true
}

// sequenza is the last event that the page shows.
func (v *Verbale) sequenza() int {
	if len(v.Eventi) == 0 {
		return 0
	}
	return v.Eventi[len(v.Eventi)-1].Sequenza
}

// moduloAzione is the form of an action as it was sent.
type moduloAzione struct {
	Tipo               verbale.TipoEvento
	Testo, Idempotenza string
	Anomalia           uuid.UUID
	Riapre             bool
	Intestatario       intestatario
	Campi              map[string]string // of campoAzione, by their name in the form
	Sequenza           int
	Confermata         bool
	Rifiuto            pagine.Rifiuto
}

// azione finds what the form asks for.
func (m moduloAzione) azione(v *Verbale) (Azione, error) {
	if m.Anomalia != uuid.Nil {
		for _, a := range v.daDecidere() {
			for _, x := range v.risoluzioni(a) {
				if x.Anomalia == m.Anomalia && x.Tipo == m.Tipo && x.Riapre == m.Riapre {
					return x, nil
				}
			}
		}
	}
	switch m.Tipo {
	case verbale.EventoAnomaliaRisolta:
		return risoluzione(m.Anomalia, m.Riapre), nil
	case verbale.EventoIntestatarioTrovato:
		if x, ok := intestazione(m.Intestatario.Chi); ok {
			return x, nil
		}
	default:
	}
	i := slices.IndexFunc(azioni(), func(x Azione) bool { return x.Tipo == m.Tipo })
	if i < 0 {
		return Azione{}, problem.CampoNonValido("tipo", "non è un'azione di questa pagina")
	}
	return azioni()[i], nil
}

// richiestaEvento is the body of POST /verbali/{id}/eventi.
type richiestaEvento struct {
	Tipo        verbale.TipoEvento `json:"tipo"`
	Motivo      string             `json:"motivo"`
	DataLegale  string             `json:"dataLegale,omitempty"`
	Posizione   string             `json:"posizione,omitempty"`
	Prova       string             `json:"prova,omitempty"`
	Dati        map[string]any     `json:"dati,omitempty"`
	Idempotenza string             `json:"idempotenza"`
	Sequenza    *int               `json:"sequenza,omitempty"`
}

// richiesta writes what elaborazione is asked for. A note does not care for what happened meanwhile.
func (m moduloAzione) richiesta(v *Verbale) (json.RawMessage, error) {
	r := richiestaEvento{Tipo: m.Tipo, Motivo: m.Testo, Idempotenza: m.Idempotenza}
	if m.Sequenza > 0 && m.Tipo != verbale.EventoNotaAggiunta {
		r.Sequenza = &m.Sequenza
	}
	switch m.Tipo {
	case verbale.EventoIntestatarioRichiesto, verbale.EventoIntestatarioTrovato, verbale.EventoPosizioneChiusa:
		if m.Anomalia != uuid.Nil { // of a position whose act is held: it has its id
			r.Posizione = m.Anomalia.String()
		} else if p, manca := v.senzaPersona(); manca {
			r.Posizione = p.String()
		}
		if m.Tipo == verbale.EventoIntestatarioTrovato {
			r.Dati = m.Intestatario.dati()
		}
	case verbale.EventoAnomaliaRisolta:
		r.Dati = map[string]any{"anomalia": m.Anomalia.String(), "esito": m.Testo}
		if m.Riapre {
			r.Dati["riapre"] = true
		}
	case verbale.EventoNotaAggiunta:
		r.Motivo, r.Dati = "Nota dell'operatore", map[string]any{"testo": m.Testo}
	default:
		if x, err := m.azione(v); err == nil {
			m.scrivi(&r, x.extra(v))
		}
	}
	return json.Marshal(r)
}

// fatto says what was just done; nothing for what this page does not do.
func fatto(tipo verbale.TipoEvento) string {
	return map[verbale.TipoEvento]string{
		verbale.EventoValidato: "Verbale validato.", verbale.EventoScartato: "Verbale scartato.", verbale.EventoIntestatarioRichiesto: "Intestatario richiesto.",
		verbale.EventoAnomaliaRisolta: "Anomalia risolta.", verbale.EventoNotaAggiunta: "Nota aggiunta.", verbale.EventoIntestatarioTrovato: "Destinatario indicato: l'atto si forma tra poco.",
		verbale.EventoPosizioneChiusa: "Da questa posizione non si chiede più nulla.", verbale.EventoAnnullato: "Verbale annullato.", verbale.EventoEstintoDecesso: "Verbale chiuso per decesso.",
		verbale.EventoNotificaPerfezionata: "Notifica registrata.", verbale.EventoNotificaNonRiuscita: "Tentativo non riuscito registrato.",
		verbale.EventoNotificaAvviata: "Invio registrato.",
		verbale.EventoEstintoTermini:  "Verbale estinto.", verbale.EventoArchiviato: "Verbale archiviato.",
	}[tipo]
}
