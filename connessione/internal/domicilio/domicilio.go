// Package domicilio finds the digital domicile of a person, a company or a public body in the registers, chooses the address to
// use and keeps the answer for the day: in law the moment of sending counts, so yesterday's answer is asked again.
package domicilio

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Fonte is a register of domiciles, as the command of the context is connected to it. Errors are
// esterno's, or a *problem.Error with a sentence for a person.
type Fonte interface {
	Nome() string // as people call it, with its article
	Collegata(ctx context.Context) bool
	Cerca(ctx context.Context, d Domanda) (Risposta, error)
}

// Domanda is a question to a Fonte. Iniziata is the register's own id of a question that left already, empty for none; Ricorda
// keeps that of a new one before its answer is waited for.
type Domanda struct {
	interrogazione.Richiesta

	CodiceFiscale string
	Iniziata      string
	Ricorda       func(ctx context.Context, id string) error
}

// Risposta is what a Fonte holds of a tax code; no domicile is an answer too. Registro names it, as Domicilio.Fonte; Millesimi is what
// it cost, in thousandths of a euro. NonInterrogabile: the register takes no such code, so it has said nothing.
type Risposta struct {
	Registro  string
	Domicili  []Domicilio
	Alle      time.Time // as the register says; zero where it does not
	Impronta  string    // SHA-256 of what it wrote, hexadecimal
	Millesimi int64
	Scartati  int // domiciles of which the address cannot be read

	NonInterrogabile bool
}

// illeggibile reports that there are domiciles and none of them can be read.
func (r Risposta) illeggibile() bool { return len(r.Domicili) == 0 && r.Scartati > 0 }

// Persone is the register of persons' domiciles, which verifies an address and takes lists too. A list is asked for under an id; one
// that the register no longer has is esterno.ErrNotFound. Its answers are by tax code.
type Persone interface {
	Fonte
	Raggiungibile(ctx context.Context) error                   // why the command cannot ask it, if it cannot
	Chiave(ctx context.Context, codice string) (string, error) // tells its answers of the tests from the others
	Verifica(ctx context.Context, d Domanda, indirizzo string, giorno calendario.Giorno) (Verifica, error)
	Affida(ctx context.Context, q interrogazione.Richiesta, codici []string) (id string, err error)
	Ritira(ctx context.Context, q interrogazione.Richiesta, id string, codici []string) (per map[string]Risposta, pronto bool, err error)
}

// Verifica is whether an address was somebody's, and when that was looked at.
type Verifica struct {
	Esito bool
	Alle  time.Time
}

// Service finds domiciles within the tenant of the context. Imprese (INI-PEC) and Enti (IPA) are each command's own, and
// nil only in an installation that has none; Persone is INAD.
type Service struct {
	Store         interrogazione.Store
	Persone       Persone
	Imprese, Enti Fonte
	Anagrafe      *anagrafe.Copy
	Adesso        func() time.Time
	Soglia        int // persons of a list from which the register's own lists are asked; 0: a hundred
}

// Esito is what the registers hold of a tax code, on the day of Alle.
type Esito struct {
	Domicili   []Domicilio `json:"domicili"`
	Alle       time.Time   `json:"alle"`
	Avvertenze []string    `json:"avvertenze,omitempty"`
	Prova      *Prova      `json:"prova,omitempty"`

	id    uuid.UUID
	esito string
}

// Prova is the proof of an answer: the proceeding under which the register keeps the question, the register's own time of the
// answer, the SHA-256 of the body that it wrote. For a person in no register only the proceeding is set.
type Prova struct {
	Pratica    string    `json:"pratica"`
	Dichiarato time.Time `json:"dichiarato,omitzero"`
	Impronta   string    `json:"impronta,omitempty"`
}

// Altro is what goes into the transaction of a look-up beside it; nil for nothing.
type Altro func(Esito) interrogazione.Effetto

// InCorso is what a caller reads while a register prepares its answer, or somebody else is asking for the same.
const InCorso = "INTERROGAZIONE_IN_CORSO"

// Trova gives the domiciles of a tax code as they are today, asking the registers once a day for it. In the same transaction
// as the look-up goes altro, which may be nil.
func (s Service) Trova(ctx context.Context, q interrogazione.Richiesta, codice string, altro Altro) (Esito, error) {
	chiave, err := s.Persone.Chiave(ctx, codice)
	if err != nil {
		return Esito{}, err
	}
	r, libera, err := s.Store.Attendi(ctx, interrogazione.Domicili, chiave, codice, calendario.Da(s.Adesso()))
	switch {
	case errors.Is(err, interrogazione.ErrInCorso):
		return Esito{}, problem.NonDisponibile(InCorso, "Il domicilio di questa persona si sta già chiedendo: riprovare fra poco.")
	case err != nil && ctx.Err() != nil:
		return Esito{}, problem.NonDisponibile(interrogazione.NonDisponibile, "Il domicilio non si conosce ancora.").With(err)
	case err != nil:
		return Esito{}, err
	case r.Risposto:
		return s.diOggi(ctx, q, r, altro)
	}
	defer libera()
	return s.chiedi(ctx, q, r, altro)
}

// prendi is the day's question about a tax code: Store.Prendi.
func (s Service) prendi(ctx context.Context, codice string) (interrogazione.Riga, func(), error) {
	chiave, err := s.Persone.Chiave(ctx, codice)
	if err != nil {
		return interrogazione.Riga{}, nil, err
	}
	return s.Store.Prendi(ctx, interrogazione.Domicili, chiave, codice, calendario.Da(s.Adesso()))
}

// diOggi gives an answer of the day again; that it was looked at is recorded like a question.
func (s Service) diOggi(ctx context.Context, q interrogazione.Richiesta, r interrogazione.Riga, altro Altro) (Esito, error) {
	e, err := s.leggi(ctx, r)
	if err != nil {
		return e, err
	}
	n := nota(r)
	n.Riuso, n.Costi = true, nil
	return e, s.Store.Annota(ctx, q, n, effetto(altro, e))
}

func effetto(altro Altro, e Esito) interrogazione.Effetto {
	if altro == nil {
		return nil
	}
	return altro(e)
}

func nota(r interrogazione.Riga) libro.Riga {
	return libro.Riga{Tipo: libro.Domicilio, CodiceFiscale: r.CodiceFiscale, Risposta: uuid.NullUUID{UUID: r.ID, Valid: true},
		Esito: r.Esito, Fonte: r.Fonte, Costi: r.Costi}
}

// chiedi asks the registers in their order, and writes what they said before anybody sees it.
func (s Service) chiedi(ctx context.Context, q interrogazione.Richiesta, r interrogazione.Riga, altro Altro) (Esito, error) {
	letto, err := s.cerca(ctx, q, r)
	r.Costi = letto.costi
	if err != nil {
		return Esito{}, s.Store.Fallita(ctx, q, nota(r), err)
	}
	return s.scrivi(ctx, q, r, letto, altro)
}

// lettura is what the registers said of a tax code, what it cost, and what proves it: the hash of the body, and when the register
// says that it answered.
type lettura struct {
	contenuto

	impronta   string
	dichiarato time.Time
	costi      map[string]int64 // thousandths of a euro by register that was asked
}

// contenuto is what a row of answers holds.
type contenuto struct {
	Domicili   []Domicilio `json:"domicili"`
	Avvertenze []string    `json:"avvertenze,omitempty"`
}

func (s Service) scrivi(ctx context.Context, q interrogazione.Richiesta, r interrogazione.Riga, c lettura, altro Altro) (Esito, error) {
	r.Alle, r.Esito, r.Fonte = s.Adesso(), event.DomicilioNonTrovato, ""
	r.Impronta, r.Pratica, r.Costi = c.impronta, q.Pratica, c.costi
	if !c.dichiarato.IsZero() {
		r.Dichiarato = &c.dichiarato
	}
	for _, d := range c.Domicili {
		if r.Esito != event.DomicilioTrovato {
			r.Fonte = d.Fonte
		}
		if d.serve(r.Alle) {
			r.Esito = event.DomicilioTrovato
		}
	}
	if len(c.Domicili) == 0 && slices.Contains(c.Avvertenze, avvisoNonInterrogabile) {
		r.Esito = event.DomicilioNonInterrogabile
	}
	var err error
	if r.Risposta, err = json.Marshal(c.contenuto); err != nil {
		return Esito{}, err
	}
	e, err := s.leggi(ctx, r)
	if err != nil {
		return e, err
	}
	return e, s.Store.Rispondi(ctx, r, q, nota(r), effetto(altro, e))
}

// leggi gives a row as callers see it: the choice is made anew each time, by the settings and the instant of now.
func (s Service) leggi(ctx context.Context, r interrogazione.Riga) (Esito, error) {
	var c contenuto
	if err := json.Unmarshal(r.Risposta, &c); err != nil {
		return Esito{}, err
	}
	domicili := Scegli(c.Domicili, s.preferenza(ctx), s.Adesso())
	e := Esito{Domicili: domicili, Alle: r.Alle.In(roma(r.Alle)), Avvertenze: c.Avvertenze, id: r.ID, esito: r.Esito}
	if r.Pratica != "" {
		e.Prova = &Prova{Pratica: r.Pratica, Impronta: r.Impronta}
	}
	if e.Prova != nil && r.Dichiarato != nil {
		e.Prova.Dichiarato = r.Dichiarato.In(roma(*r.Dichiarato))
	}
	return e, nil
}

const avvisoNonInterrogabile = "L'INAD non ammette questo codice fiscale: il domicilio non si può chiedere."

// cerca asks each register that may hold a code and that the command is connected to, until one has a domicile that serves; what
// the others have is kept, and the proof is that of the last that has any. A register that is away or answers nonsense does not stop
// the search, but where no other has a domicile that serves the answer is its failure: nobody knows.
func (s Service) cerca(ctx context.Context, q interrogazione.Richiesta, r interrogazione.Riga) (l lettura, err error) {
	l.Domicili = []Domicilio{}
	guasto, err := s.dalleFonti(ctx, q, r, &l)
	if err != nil || l.serve(s.Adesso()) {
		return l, err
	}
	return l, guasto
}

// dalleFonti asks the registers in their order. guasto is the first failure of a register, after which the
// search goes on; err ends the search: an answer is on its way, a setting must be mended, or the day's quota is used up.
func (s Service) dalleFonti(ctx context.Context, q interrogazione.Richiesta, r interrogazione.Riga, l *lettura) (guasto, err error) {
	d := Domanda{Richiesta: q, CodiceFiscale: r.CodiceFiscale, Iniziata: r.Operazione, Ricorda: r.Parte}
	fonti := s.fonti(r.CodiceFiscale, q.Denominazione)
	for i, f := range fonti {
		if !f.Collegata(ctx) {
			l.Avvertenze = append(l.Avvertenze, f.Nome()+" non è collegato: non vi si è cercato.")
			continue
		}
		x, err := f.Cerca(ctx, d)
		err = interrogazione.Spiega(f.Nome(), err)
		if err != nil && i == len(fonti)-1 {
			return guasto, cmp.Or(guasto, err) // the last: nobody is left who could say otherwise
		}
		if err != nil && (!interrogazione.Guasto(err) || ctx.Err() != nil) {
			return guasto, err
		}
		if err != nil {
			guasto = cmp.Or(guasto, err)
			l.Avvertenze = append(l.Avvertenze, f.Nome()+" non ha dato una risposta utile: si è cercato altrove.")
			continue
		}
		if x.NonInterrogabile {
			l.Avvertenze = append(l.Avvertenze, avvisoNonInterrogabile)
			continue
		}
		l.paga(x)
		l.scartati(f.Nome(), x.Scartati)
		if len(x.Domicili) > 0 {
			l.Domicili, l.impronta, l.dichiarato = append(l.Domicili, x.Domicili...), x.Impronta, x.Alle
		}
		if l.serve(s.Adesso()) {
			return guasto, nil
		}
	}
	return guasto, nil
}

// paga notes that a register was asked, and what its answer cost.
func (l *lettura) paga(x Risposta) {
	if l.costi == nil {
		l.costi = map[string]int64{}
	}
	l.costi[x.Registro] += x.Millesimi
}

// serve reports that there is a domicile to which an act may be sent.
func (l *lettura) serve(adesso time.Time) bool {
	return slices.ContainsFunc(l.Domicili, func(d Domicilio) bool { return d.serve(adesso) })
}

// scartati warns of domiciles of a register that cannot be read.
func (l *lettura) scartati(registro string, quanti int) {
	if quanti > 0 {
		l.Avvertenze = append(l.Avvertenze, fmt.Sprintf("%s ha anche domicili che non si leggono (%d): non sono stati presi.", registro, quanti))
	}
}

// preferenza is which domicile a command uses of one who has both.
func (s Service) preferenza(ctx context.Context) string {
	scelta := domicili.DomicilioPersonale
	_ = s.impostazione(ctx, domicili.ChiaveDomicilioPreferito, &scelta) // a copy that is not there leaves the usual one
	return scelta
}

func (s Service) impostazione(ctx context.Context, chiave string, dst any) error {
	if err := s.Anagrafe.Wait(ctx); err != nil {
		return err
	}
	_, err := s.Anagrafe.Of(tenant.Name(ctx)).Impostazione(chiave, calendario.Da(s.Adesso()).String(), dst)
	return err
}

// Verifica asks whether an address was somebody's on a day.
func (s Service) Verifica(ctx context.Context, q interrogazione.Richiesta, codice, indirizzo string, giorno calendario.Giorno) (Verifica, error) {
	if err := s.Persone.Raggiungibile(ctx); err != nil {
		return Verifica{}, err
	}
	v, err := s.Persone.Verifica(ctx, Domanda{Richiesta: q, CodiceFiscale: codice}, indirizzo, giorno)
	err = interrogazione.Spiega(s.Persone.Nome(), err)
	n := libro.Riga{Tipo: libro.Verifica, CodiceFiscale: codice, Fonte: FonteInad, Esito: map[bool]string{true: "CONFERMATO", false: "NON_CONFERMATO"}[v.Esito]}
	if err == nil {
		n.Costi = map[string]int64{FonteInad: 0}
	} else if p := problem.As(err); p != nil {
		n.Esito = p.Codice
	}
	if scritto := s.Store.Annota(ctx, q, n, nil); scritto != nil {
		return Verifica{}, scritto
	}
	v.Alle = v.Alle.In(roma(v.Alle))
	return v, err
}

// roma is the zone of the instants that people read.
func roma(t time.Time) *time.Location { return calendario.Da(t).Inizio().Location() }
