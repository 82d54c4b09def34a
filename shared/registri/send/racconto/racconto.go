// Package racconto tells a notification by SEND in plain Italian, from its timeline, the state of its attempt and its proofs: what
// happened and when, what no longer counts, what comes next and by when. The office and the citizen read the same steps; the words for the
// citizen name no person. It is pure.
package racconto

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Livello is who reads.
type Livello int

// The levels. SenzaPersone is an officer who may not read persons: the steps of the office without addresses.
const (
	Cittadino Livello = iota
	SenzaPersone
	Ufficio
)

// nonSiVede replaces words that tell of a person.
const nonSiVede = "con questo ruolo il motivo non si vede"

// Tentativo is what connessione keeps of an attempt (connessione_v1.invio).
type Tentativo struct {
	Stato     verbale.StatoInvio
	Chiesto   time.Time
	Inviato   *time.Time
	Accettato *time.Time
	Giorno    calendario.Giorno // service took effect; none: it did not
	Via       cds.Canale
	Prevista  calendario.Giorno // SCHEDULE_REFINEMENT's day
	Elementi  []string          // ids of the elements that give Giorno
	Rifiuti   []Rifiuto
	Subito    bool // refused at once: nothing left
	Annullo   *time.Time
	Persona   string
	Ferma     string
}

// Rifiuto is a fault that SEND, or the platform before it, found: code, field and words.
type Rifiuto struct {
	Codice    string `json:"codice"`
	Campo     string `json:"campo,omitempty"`
	Dettaglio string `json:"dettaglio,omitempty"`
}

// Costo is what a notification costs the command. Stimato says that the sum may still change.
type Costo struct {
	Stimato      bool         `json:"stimato"`
	DigitaleCent importo.Cent `json:"digitaleCent"` // SEND's fee
	DirittiCent  importo.Cent `json:"dirittiCent"`  // the command's own
	CartaCent    importo.Cent `json:"cartaCent"`    // letters, before VAT
	IVACent      importo.Cent `json:"ivaCent"`
	TotaleCent   importo.Cent `json:"totaleCent"`
	Lettere      int          `json:"lettere"`
}

// Elemento is an element of the timeline. Superato: a correction took it away.
type Elemento struct {
	parole.Elemento

	Superato bool
}

// Riga is an element as it is kept (invio, elemento, categoria, accaduto, superato, grezzo::text of connessione_v1.invio_elemento).
type Riga struct {
	Invio               uuid.UUID
	Elemento, Categoria string
	Accaduto            *time.Time
	Superato            bool
	Grezzo              string
}

// Leggi decodes a row. Where the JSON cannot be decoded, or was erased with the fine, the element has the values of the columns.
func (r Riga) Leggi() Elemento {
	var e parole.Elemento
	if json.Unmarshal([]byte(r.Grezzo), &e) != nil || e.Categoria != r.Categoria {
		e = parole.Elemento{}
		if r.Accaduto != nil {
			e.Accaduto = *r.Accaduto
		}
	}
	e.ID, e.Categoria = r.Elemento, r.Categoria
	return Elemento{Elemento: e, Superato: r.Superato}
}

// Sequenze groups rows into timelines by the id of their attempt, each in the order of the rows.
func Sequenze(righe []Riga) map[uuid.UUID][]Elemento {
	sequenze := map[uuid.UUID][]Elemento{}
	for _, r := range righe {
		sequenze[r.Invio] = append(sequenze[r.Invio], r.Leggi())
	}
	return sequenze
}

// Prova is a file about an element that SEND gave or will give (connessione_v1.invio_prova).
type Prova struct {
	ID, Categoria, Elemento string
	Nome                    string
	Presa                   *time.Time // none: SEND has not given the file
	Superata                bool
}

// Passo is a step. Quando is zero where SEND does not say when. Dettagli are addresses, numbers and codes, for the office alone. Effetto
// says that service took effect by this step.
type Passo struct {
	Quando   time.Time
	Testo    string
	Dettagli []string
	Superato bool
	Effetto  bool
	Prove    []Prova
}

// Giorno is the step's day, of Rome.
func (p Passo) Giorno() calendario.Giorno { return calendario.Da(p.Quando) }

// Racconto is the story. Poi is what comes next and by when.
type Racconto struct {
	Passi []Passo
	Poi   []string
}

// Di tells the story. Elements are in the order in which they were read: of two with one id the later reading counts.
func Di(t Tentativo, elementi []Elemento, prove []Prova, l Livello) Racconto {
	passi := t.suoi(l)
	valide := parole.Ultime(elementi, func(e Elemento) string { return e.ID })
	voci := categorie()
	for _, e := range valide {
		v, nota := voci[e.Categoria]
		p, detto := t.passo(e, v, nota, l)
		if !detto {
			continue
		}
		for _, x := range prove {
			if x.Elemento == e.ID && l != Cittadino {
				p.Prove = append(p.Prove, x)
			}
		}
		passi = append(passi, p)
	}
	slices.SortStableFunc(passi, func(a, b Passo) int {
		if a.Quando.IsZero() != b.Quando.IsZero() { // without an instant: at the end
			return b.Quando.Compare(a.Quando)
		}
		return a.Quando.Compare(b.Quando)
	})
	return Racconto{Passi: passi, Poi: t.poi(valide, l)}
}

// suoi lists the steps that the platform itself took.
func (t Tentativo) suoi(l Livello) (passi []Passo) {
	chiesta := Passo{Quando: t.Chiesto, Testo: "Il comando ha scelto di notificare con SEND, la piattaforma delle notifiche digitali"}
	if l != Cittadino {
		chiesta.Testo = "Chiesta la notifica con SEND"
	}
	passi = append(passi, chiesta)
	if l != Cittadino && t.Inviato != nil {
		passi = append(passi, Passo{Quando: *t.Inviato, Testo: "Mandata a SEND"})
	}
	if l != Cittadino && t.Subito {
		passi = append(passi, Passo{Testo: "Non è partita: " + t.perche(), Dettagli: t.rifiuti(l)})
	}
	if t.Annullo != nil {
		passi = append(passi, Passo{Quando: *t.Annullo, Testo: "Il comando ha chiesto di annullare la notifica"})
	}
	return passi
}

// perche says the faults of a refusal in words.
func (t Tentativo) perche() string {
	motivi := make([]string, len(t.Rifiuti))
	for i, r := range t.Rifiuti {
		motivi[i] = Motivo(r.Codice).Che
	}
	return cmp.Or(strings.Join(motivi, "; "), "il motivo non è noto")
}

// rifiuti lists the faults as SEND told them. Only Ufficio reads them, for they may name an address.
func (t Tentativo) rifiuti(l Livello) (righe []string) {
	for _, r := range t.Rifiuti {
		if riga := unisci(": ", r.Campo, r.Dettaglio); riga != "" && l == Ufficio {
			righe = append(righe, riga)
		}
	}
	return righe
}

// passo tells an element in the words of its category v; nota says that the category is known. The result is false when the element says
// nothing to the reader.
func (t Tentativo) passo(e Elemento, v voce, nota bool, l Livello) (Passo, bool) {
	d := parole.Dettagli{}
	if e.Dettagli != nil {
		d = *e.Dettagli
	}
	if !nota { // the list is open: the office sees the name, the citizen nothing
		return Passo{Quando: quando(e, d), Testo: "SEND dice: " + e.Categoria, Superato: e.Superato}, l != Cittadino && e.Categoria != ""
	}
	if v.secondo != nil {
		v = v.secondo(d)
	}
	p := Passo{Quando: quando(e, d), Testo: v.ufficio, Superato: e.Superato}
	switch {
	case l == Cittadino:
		p.Testo = v.cittadino
	case v.riservata && l == SenzaPersone:
		p.Testo = "SEND ha dato un esito: " + nonSiVede
	case v.dettagli != nil:
		p.Dettagli = v.dettagli(d, l == Ufficio)
	}
	if e.Categoria == parole.RichiestaRifiutata && l != Cittadino {
		p.Testo, p.Dettagli = v.ufficio+": "+t.perche(), t.rifiuti(l)
	}
	if p.Testo != "" && (e.Categoria == parole.Visione || e.Categoria == parole.Decorrenza) {
		p = t.effetto(p, e)
	}
	return p, p.Testo != ""
}

// effetto says on a step whether service took effect by it, or had taken effect before.
func (t Tentativo) effetto(p Passo, e Elemento) Passo {
	switch {
	case e.Superato || t.Giorno.IsZero():
	case !slices.Contains(t.Elementi, e.ID):
		p.Testo += ": la notifica era già avvenuta " + t.Giorno.Detto("il")
	case e.Categoria == parole.Visione:
		p.Effetto, p.Testo = true, p.Testo+": la notifica è perfezionata ("+cds.NormaSend+")"
	default:
		p.Effetto, p.Testo = true, "Perfezionata per decorrenza dei termini ("+cds.NormaSend+")"
	}
	return p
}

// quando is the instant of an element: the legal one or that of the delivery where SEND gives it, else its eventTimestamp.
func quando(e Elemento, d parole.Dettagli) time.Time {
	legale := map[string]time.Time{parole.Visione: d.EventTimestamp, parole.Decorrenza: d.EventTimestamp, parole.CartaEsito: d.DataNotifica,
		parole.DigitaleEsito: d.DataNotifica}[e.Categoria]
	for _, t := range []time.Time{legale, e.Accaduto, e.Istante} {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
