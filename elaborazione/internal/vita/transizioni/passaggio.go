// Package transizioni is the table of states: the five axes of a fine, and which event moves them from where to where, for
// whose hand. Each chapter of its life has its rows in the file of its name; what else there may be against an event, and
// what it does beside moving the axes, is in vita, above. An event that has no row here never happens.
package transizioni

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Transizione is one row of the table by which a fine changes. An axis that a row does not name stays
// as it is.
type Transizione struct {
	Evento      verbale.TipoEvento
	Significato string // what it means, for an officer
	Chi         Chi
	Procedura   Passaggio[verbale.Procedura]
	Debito      Passaggio[verbale.Debito]
	Ricorso     Passaggio[verbale.Ricorso]
	Punti       Passaggio[verbale.Punti]
	Riscossione Passaggio[verbale.Riscossione]
	// Chiede: the event is a paper or an act that asks for money; a closed debt refuses it (invariant a).
	Chiede bool
	// Aggrava: the event is surcharge or enforcement; an appeal, a hold, a missing or doubtful proof of
	// service refuse it (invariant b).
	Aggrava bool
	// Riapre: the event may open a closed axis again, because a person says so and why (invariant e).
	Riapre bool
}

// Chi may record an event. The platform may record all of them.
type Chi string

// Those who may record an event: the platform alone; the operator who reads fines and registers
// payments; the office, which decides about them (design, section 6: OPERATORE and UFFICIO).
const (
	SoloSistema  Chi = "PIATTAFORMA"
	ChiOpera     Chi = "OPERATORE"
	ChiDecide    Chi = "UFFICIO"
	ChiSuoCanale Chi = "CANALE" // a person, through a door of its own only: payments
)

// Passaggio is the step of one axis: from any of Da to A. Several A mean that the event itself says
// which; where it does not, the axis stays if it may, else takes the first. None means that the axis
// stays where it is, but must be in one of Da.
type Passaggio[S ~string] struct {
	Da []S
	A  []S
}

// Dopo gives the state after the step; deciso is what the event says, where it says anything.
func (p Passaggio[S]) Dopo(adesso, deciso S) (S, bool) {
	switch {
	case len(p.Da) == 0:
		return adesso, deciso == "" || deciso == adesso
	case !slices.Contains(p.Da, adesso):
		return adesso, false
	case len(p.A) == 0:
		return adesso, deciso == "" || deciso == adesso
	case deciso == "" && slices.Contains(p.A, adesso):
		return adesso, true
	case deciso == "":
		return p.A[0], true
	}
	return deciso, slices.Contains(p.A, deciso)
}

func passa[S ~string](da S, a ...S) Passaggio[S] { return Passaggio[S]{Da: []S{da}, A: a} }

func resta[S ~string](da ...S) Passaggio[S] { return Passaggio[S]{Da: da} }

// da starts a step from any of several states.
type da[S ~string] []S

func (d da[S]) a(stati ...S) Passaggio[S] { return Passaggio[S]{Da: d, A: stati} }

// unione lists the states of several groups.
func unione[S ~string](gruppi ...[]S) da[S] { return slices.Concat(gruppi...) }

// Tutte is the table, chapter by chapter in the order in which a fine usually lives them: all that may happen to it.
// An event that has no row there is refused. Imported history is not held against it.
func Tutte() []Transizione {
	return slices.Concat(inserimento, avvisi, intestatario, visura, atto, notifica, denaro, ricorso, punti,
		riscossione, rettifica, annullamento, fascicolo)
}

// perEvento is the table by event: it never changes, and every insertion asks it several times.
//
//nolint:gochecknoglobals // made once from Transizioni
var perEvento = sync.OnceValue(func() map[verbale.TipoEvento][]Transizione {
	righe := map[verbale.TipoEvento][]Transizione{}
	for _, x := range Tutte() {
		righe[x.Evento] = append(righe[x.Evento], x)
	}
	return righe
})

// Di gives the rows of one kind of event.
func Di(t verbale.TipoEvento) []Transizione { return perEvento()[t] }

// Passo finds the first row of the event that admits the present axes, and the axes after it; deciso
// are the states that the event itself names.
func (a Assi) Passo(t verbale.TipoEvento, deciso Assi) (Transizione, Assi, bool) {
	for _, riga := range Di(t) {
		if dopo, ok := riga.applica(a, deciso); ok {
			return riga, dopo, true
		}
	}
	return Transizione{}, a, false
}

func (t *Transizione) applica(a, deciso Assi) (dopo Assi, ok bool) {
	var si [5]bool
	dopo.Procedura, si[0] = t.Procedura.Dopo(a.Procedura, deciso.Procedura)
	dopo.Debito, si[1] = t.Debito.Dopo(a.Debito, deciso.Debito)
	dopo.Ricorso, si[2] = t.Ricorso.Dopo(a.Ricorso, deciso.Ricorso)
	dopo.Punti, si[3] = t.Punti.Dopo(a.Punti, deciso.Punti)
	dopo.Riscossione, si[4] = t.Riscossione.Dopo(a.Riscossione, deciso.Riscossione)
	return dopo, si == [5]bool{true, true, true, true, true}
}

// Contrari is how many axes the row does not admit.
func (t *Transizione) Contrari(a Assi) (n int) {
	for _, si := range []bool{ammesso(t.Procedura.Da, a.Procedura), ammesso(t.Debito.Da, a.Debito), ammesso(t.Ricorso.Da, a.Ricorso),
		ammesso(t.Punti.Da, a.Punti), ammesso(t.Riscossione.Da, a.Riscossione)} {
		if !si {
			n++
		}
	}
	return n
}

func ammesso[S ~string](da []S, adesso S) bool { return len(da) == 0 || slices.Contains(da, adesso) }

// Contrasta lists the axes that the row does not admit, in words, with the states that it does.
func (t *Transizione) Contrasta(a Assi) (perche []string) {
	perche = append(perche, serve("procedura", t.Procedura.Da, a.Procedura, verbale.Procedura.InFrase)...)
	perche = append(perche, serve("debito", t.Debito.Da, a.Debito, verbale.Debito.InFrase)...)
	perche = append(perche, serve("ricorso", t.Ricorso.Da, a.Ricorso, verbale.Ricorso.InFrase)...)
	perche = append(perche, serve("punti", t.Punti.Da, a.Punti, verbale.Punti.InFrase)...)
	return append(perche, serve("riscossione", t.Riscossione.Da, a.Riscossione, verbale.Riscossione.InFrase)...)
}

func serve[S ~string](asse string, da []S, adesso S, parola func(S) string) []string {
	if ammesso(da, adesso) {
		return nil
	}
	nomi := make([]string, 0, len(da))
	for _, x := range da {
		if nome := "«" + parola(x) + "»"; x != "" && !slices.Contains(nomi, nome) {
			nomi = append(nomi, nome)
		}
	}
	return []string{fmt.Sprintf("%s %s, è «%s»", asse, strings.Join(nomi, " o "), parola(adesso))}
}
