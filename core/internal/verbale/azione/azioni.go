// Package azione holds an operator's actions on a fine: the forms that elaborazione admits, the input, and the request to
// elaborazione.
package azione

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// Azione is the form of an event on the page; whether it is offered, elaborazione says (Offerta). Campo is the text that
// the operator writes.
type Azione struct {
	Tipo                 verbale.TipoEvento
	Bottone, Spiegazione string
	Campo, Etichetta     string // motivo, esito or testo
	Massimo              int    // characters
	Conferma             string // box to tick before an irreversible action; empty: none
	Anomalia             uuid.UUID
	Riapre               bool   // with Anomalia: a closed fine goes on
	Chi                  string // of INTESTATARIO_TROVATO: how the person is named
	Permesso             auth.Permission
	adatta               func(*fascicolo.Verbale) bool // whether these words suit the fine; nil: always
	campi                func(*fascicolo.Verbale, Offerta) []Campo
	generica             bool // drawn from the answer alone
}

// perMotivo and perNota are the characters of a reason and of a note.
const perMotivo, perNota = 500, 2000

// azioni are the events for which the page has words of its own, but those of the anomalies and of who answers.
func azioni() []Azione {
	return slices.Concat(azioniDiNotifica(), azioniDelVerbale(), azioniDiChiusura(), azioniUltime())
}

func azioniDelVerbale() []Azione {
	return []Azione{
		{Tipo: verbale.EventoValidato, Bottone: "Valida il verbale", Spiegazione: "Il comando accetta il verbale: si emettono gli avvisi e si cerca chi ne risponde.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Permesso: auth.PermessoVerbaleDecidi},
		{Tipo: verbale.EventoIntestatarioRichiesto, Bottone: "Chiedi di nuovo l'intestatario", Spiegazione: "Si interroga di nuovo l'archivio dei veicoli per il giorno della violazione.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Permesso: auth.PermessoVerbaleDecidi, adatta: (*fascicolo.Verbale).Manca},
		{Tipo: verbale.EventoPosizioneChiusa, Bottone: "Non cercare più l'intestatario", Spiegazione: "Il verbale prosegue verso chi è già noto; dalla posizione senza persona non si chiede più nulla.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", Permesso: auth.PermessoVerbaleDecidi, adatta: (*fascicolo.Verbale).AltriNoti},
		{Tipo: verbale.EventoEstintoDecesso, Bottone: "Chiudi per decesso", Spiegazione: "Chi rispondeva è morto il giorno della violazione o dopo: l'obbligo non passa agli eredi (art. 199 CdS, art. 7 L. 689/1981).",
			Campo: "motivo", Etichetta: "Motivo, con la prova del decesso", Massimo: perMotivo, Conferma: "Ho verificato il decesso: non si può tornare indietro", Permesso: auth.PermessoVerbaleDecidi},
		{Tipo: verbale.EventoScartato, Bottone: "Scarta il verbale", Spiegazione: "Il verbale è tolto prima che un atto esista: nulla sarà chiesto a nessuno.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", Permesso: auth.PermessoVerbaleDecidi},
	}
}

func azioniUltime() []Azione {
	return []Azione{
		{Tipo: verbale.EventoAnnullato, Bottone: "Annulla in autotutela", Spiegazione: "L'atto esiste già: il comando lo annulla (art. 21-nonies L. 241/1990). Nulla è più dovuto, ciò che fu versato si rimborsa.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", Permesso: auth.PermessoVerbaleDecidi},
		{Tipo: verbale.EventoNotaAggiunta, Bottone: "Aggiungi la nota", Spiegazione: "Resta nella storia del verbale.",
			Campo: "testo", Etichetta: "Nota", Massimo: perNota, Permesso: auth.PermessoVerbaleAnnota},
	}
}

// risoluzioni are the ways to settle one anomaly that elaborazione admits; it may reopen only a fine with a closed axis.
func risoluzioni(v *fascicolo.Verbale, a lettura.Anomalia, o Offerta) []Azione {
	var tutte []Azione
	if a.Posizione != uuid.Nil && o.con(verbale.EventoPosizioneChiusa, "posizione", a.Posizione) {
		tutte = append(tutte, Azione{Tipo: verbale.EventoPosizioneChiusa, Bottone: "Chiudi la posizione di questo destinatario", Anomalia: a.ID,
			Spiegazione: "Da questa persona non si chiede più nulla; chi ne risponde davvero si indica aprendo la sua posizione, fra gli altri eventi qui sotto.",
			Campo:       "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", Permesso: auth.PermessoVerbaleDecidi})
	}
	if !o.con(verbale.EventoAnomaliaRisolta, "dati.anomalia", a.ID) {
		return tutte
	}
	tutte = append([]Azione{risoluzione(a.ID, false)}, tutte...)
	if a.Tipo == verbale.AnomaliaTermineScaduto && !v.Debito.Chiuso() {
		tutte[0].Bottone, tutte[0].Etichetta = "Lascia partire l'atto", "Da quale giorno decorre il termine, e perché"
		tutte[0].Spiegazione = "L'atto si stampa, se non lo è già, e attende la prossima spedizione. Resta nella storia del verbale."
		tutte[0].Conferma = "Ho verificato le date: il termine per questo destinatario non è passato"
		if v.AltriOltre(a.ID) && o.con(verbale.EventoPosizioneChiusa, "posizione", a.ID) {
			tutte = append(tutte, Azione{Tipo: verbale.EventoPosizioneChiusa, Bottone: "Non chiedere più nulla a questo destinatario", Anomalia: a.ID,
				Spiegazione: "Per lui il termine è passato: l'obbligo di pagare si estingue (art. 201 c. 5 CdS). Il verbale prosegue verso gli altri.",
				Campo:       "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato le date: non si può tornare indietro", Permesso: auth.PermessoVerbaleDecidi})
		}
	}
	if _, riapre := o.campo(verbale.EventoAnomaliaRisolta, "dati.riapre"); riapre && v.Debito.Chiuso() {
		tutte = append(tutte, risoluzione(a.ID, true))
	}
	return tutte
}

// risoluzione settles one anomaly.
func risoluzione(anomalia uuid.UUID, riapre bool) Azione {
	x := Azione{Tipo: verbale.EventoAnomaliaRisolta, Bottone: "Risolvi", Spiegazione: "Come si è risolto, per chi leggerà la storia. Il verbale resta com'è.", Campo: "esito",
		Etichetta: "Esito", Massimo: perMotivo, Anomalia: anomalia, Permesso: auth.PermessoVerbaleDecidi}
	if riapre {
		x.Bottone, x.Riapre = "Risolvi e riapri", true
		x.Spiegazione = "Perché ciò che era chiuso riparte: il verbale torna in corso e il debito è quello che la legge e i versamenti danno oggi."
		x.Conferma = "Ho verificato: la somma che resta torna dovuta"
	}
	return x
}

// Offerte are the forms of the page: those with words of their own where they suit, then the others, as elaborazione
// admits them.
func Offerte(v *fascicolo.Verbale, o Offerta) (proprie, generiche []Azione) {
	proprie = Ammesse(v, azioni(), o)
	return proprie, o.generiche(proprie)
}

// Ammesse are those that elaborazione admits and whose words suit the fine.
func Ammesse(v *fascicolo.Verbale, tutte []Azione, o Offerta) []Azione {
	return slices.DeleteFunc(tutte, func(x Azione) bool {
		_, ammessa := o.azione(x.Tipo)
		return !ammessa || x.adatta != nil && !x.adatta(v)
	})
}

// Modulo is the form of an action as it was sent.
type Modulo struct {
	Tipo               verbale.TipoEvento
	Testo, Idempotenza string
	Anomalia           uuid.UUID
	Riapre, Generica   bool
	Intestatario       intestatario
	Campi              map[string]string // of Campo, by their name in the form
	Sequenza           int
	Confermata         bool
	Rifiuto            pagine.Rifiuto
}

// Azione finds what the form asks for.
func (m Modulo) Azione(v *fascicolo.Verbale, o Offerta) (Azione, error) {
	if m.Anomalia != uuid.Nil {
		for _, a := range v.DaDecidere() {
			for _, x := range risoluzioni(v, a, o) {
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
	_, generiche := Offerte(v, o)
	for _, x := range slices.Concat(generiche, azioni()) {
		if x.Tipo == m.Tipo && x.generica == m.Generica {
			return x, nil
		}
	}
	return Azione{}, problem.CampoNonValido("tipo", "non è un'azione di questa pagina")
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

// Richiesta writes what elaborazione is asked for. A note does not care for what happened meanwhile.
func (m Modulo) Richiesta(v *fascicolo.Verbale, x Azione, extra []Campo) (json.RawMessage, error) {
	r := richiestaEvento{Tipo: m.Tipo, Motivo: m.Testo, Idempotenza: m.Idempotenza}
	if m.Sequenza > 0 && m.Tipo != verbale.EventoNotaAggiunta {
		r.Sequenza = &m.Sequenza
	}
	if x.generica {
		m.scrivi(&r, extra)
		return json.Marshal(r)
	}
	switch m.Tipo {
	case verbale.EventoIntestatarioRichiesto, verbale.EventoIntestatarioTrovato, verbale.EventoPosizioneChiusa:
		if m.Anomalia != uuid.Nil { // of a position whose act is held
			r.Posizione = v.DiAnomalia(m.Anomalia).String()
		} else if p, manca := v.SenzaPersona(); manca {
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
		m.scrivi(&r, extra)
	}
	return json.Marshal(r)
}

// Fatto confirms an action in words; empty for an event that no person records.
func Fatto(tipo verbale.TipoEvento) string {
	if !slices.Contains(verbale.TipiEvento(), tipo) {
		return ""
	}
	return cmp.Or(map[verbale.TipoEvento]string{
		verbale.EventoValidato: "Verbale validato.", verbale.EventoScartato: "Verbale scartato.", verbale.EventoIntestatarioRichiesto: "Intestatario richiesto.",
		verbale.EventoAnomaliaRisolta: "Anomalia risolta.", verbale.EventoNotaAggiunta: "Nota aggiunta.", verbale.EventoIntestatarioTrovato: "Destinatario indicato: l'atto si forma tra poco.",
		verbale.EventoPosizioneChiusa: "Da questa posizione non si chiede più nulla.", verbale.EventoAnnullato: "Verbale annullato.", verbale.EventoEstintoDecesso: "Verbale chiuso per decesso.",
		verbale.EventoNotificaPerfezionata: "Notifica registrata.", verbale.EventoNotificaNonRiuscita: "Tentativo non riuscito registrato.",
		verbale.EventoNotificaAvviata: "Invio registrato.", verbale.EventoViolazioneScelta: "Riga della violazione scelta.",
		verbale.EventoDispositivoIndicato: "Dati del dispositivo registrati.", verbale.EventoViolazioneRettificata: "Violazione rettificata: si chiede di meno.",
		verbale.EventoEstintoTermini: "Verbale estinto.", verbale.EventoArchiviato: "Verbale archiviato.",
	}[tipo], "Registrato. "+tipo.Parola()+".")
}
