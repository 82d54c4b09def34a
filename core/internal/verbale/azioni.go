package verbale

import (
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// The events that the page of a fine offers.
const (
	eventoValidato    = "VERBALE_VALIDATO"
	eventoScartato    = "VERBALE_SCARTATO"
	eventoIntestatari = "INTESTATARIO_RICHIESTO"
	eventoRisolta     = "ANOMALIA_RISOLTA"
	eventoNota        = "NOTA_AGGIUNTA"
)

// Azione is an event that an operator may ask for on the page: elaborazione alone judges it, here are those
// that it would not refuse for the state of the fine. Campo is the text that the operator writes.
type Azione struct {
	Tipo, Bottone, Spiegazione string
	Campo, Etichetta           string // motivo, esito or testo
	Massimo                    int    // characters
	Conferma                   string // what is ticked before what cannot be undone; empty: nothing
	Anomalia                   uuid.UUID
	permesso                   auth.Permesso
	procedure                  []string
}

// azioni are all of them but those of the anomalies.
func azioni() []Azione {
	const perMotivo, perNota = 500, 2000
	return []Azione{
		{Tipo: eventoValidato, Bottone: "Valida il verbale", Spiegazione: "Il comando accetta il verbale: si emettono gli avvisi e si cerca chi ne risponde.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, permesso: auth.PermessoVerbaleDecidi, procedure: []string{"DA_VALIDARE"}},
		{Tipo: eventoIntestatari, Bottone: "Chiedi di nuovo l'intestatario", Spiegazione: "Si interroga di nuovo l'archivio dei veicoli per il giorno della violazione.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, permesso: auth.PermessoVerbaleDecidi,
			procedure: []string{"VALIDATO", "INTESTATARIO_ANOMALO", "ATTO_GENERATO", "IN_NOTIFICA", "NON_NOTIFICABILE"}},
		{Tipo: eventoScartato, Bottone: "Scarta il verbale", Spiegazione: "Il verbale è tolto prima che un atto esista: nulla sarà chiesto a nessuno.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato: non si può tornare indietro", permesso: auth.PermessoVerbaleDecidi,
			procedure: []string{"RILEVATO", "PREAVVISATO", "DA_VALIDARE", "VALIDATO", "INTESTATARIO_RICHIESTO", "INTESTATARIO_ANOMALO", "INTESTATARIO_TROVATO"}},
		{Tipo: eventoNota, Bottone: "Aggiungi la nota", Spiegazione: "Resta nella storia del verbale.",
			Campo: "testo", Etichetta: "Nota", Massimo: perNota, permesso: auth.PermessoVerbaleAnnota},
	}
}

// risoluzione settles one anomaly.
func risoluzione(a Anomalia) Azione {
	return Azione{Tipo: eventoRisolta, Bottone: "Risolvi", Spiegazione: "Come si è risolto, per chi leggerà la storia.", Campo: "esito",
		Etichetta: "Esito", Massimo: 500, Anomalia: a.ID, permesso: auth.PermessoVerbaleDecidi}
}

// ammessa reports that the role may ask for it and the fine is in a state that has it.
func (x Azione) ammessa(v *Verbale, s sessione.Sessione) bool {
	switch {
	case !s.Puo(x.permesso), len(x.procedure) > 0 && !slices.Contains(x.procedure, v.Procedura):
		return false
	case x.Tipo == eventoIntestatari:
		_, manca := v.senzaPersona()
		return manca
	}
	return true
}

// senzaPersona is the first position whose person is not known and is still looked for.
func (v *Verbale) senzaPersona() (uuid.UUID, bool) {
	i := slices.IndexFunc(v.Posizioni, func(p Posizione) bool { return !p.Noto && p.Chiusa == "" })
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
	Tipo, Testo, Idempotenza string
	Anomalia                 uuid.UUID
	Sequenza                 int
	Confermata               bool
	Rifiuto                  pagine.Rifiuto
}

// azione finds what the form asks for.
func (m moduloAzione) azione() (Azione, error) {
	if m.Tipo == eventoRisolta {
		return risoluzione(Anomalia{ID: m.Anomalia}), nil
	}
	i := slices.IndexFunc(azioni(), func(x Azione) bool { return x.Tipo == m.Tipo })
	if i < 0 {
		return Azione{}, problem.CampoNonValido("tipo", "non è un'azione di questa pagina")
	}
	return azioni()[i], nil
}

// richiestaEvento is the body of POST /verbali/{id}/eventi.
type richiestaEvento struct {
	Tipo        string            `json:"tipo"`
	Motivo      string            `json:"motivo"`
	Posizione   string            `json:"posizione,omitempty"`
	Dati        map[string]string `json:"dati,omitempty"`
	Idempotenza string            `json:"idempotenza"`
	Sequenza    *int              `json:"sequenza,omitempty"`
}

// richiesta writes what elaborazione is asked for. A note does not care for what happened meanwhile.
func (m moduloAzione) richiesta(v *Verbale) (json.RawMessage, error) {
	r := richiestaEvento{Tipo: m.Tipo, Motivo: m.Testo, Idempotenza: m.Idempotenza}
	if m.Sequenza > 0 && m.Tipo != eventoNota {
		r.Sequenza = &m.Sequenza
	}
	switch m.Tipo {
	case eventoIntestatari:
		if p, manca := v.senzaPersona(); manca {
			r.Posizione = p.String()
		}
	case eventoRisolta:
		r.Dati = map[string]string{"anomalia": m.Anomalia.String(), "esito": m.Testo}
	case eventoNota:
		r.Motivo, r.Dati = "Nota dell'operatore", map[string]string{"testo": m.Testo}
	}
	return json.Marshal(r)
}

// fatto says what was just done; nothing for what this page does not do.
func fatto(tipo string) string {
	return map[string]string{
		eventoValidato: "Verbale validato.", eventoScartato: "Verbale scartato.", eventoIntestatari: "Intestatario richiesto.",
		eventoRisolta: "Anomalia risolta.", eventoNota: "Nota aggiunta.",
	}[tipo]
}
