package vita

import (
	"slices"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Ammette reports that a row of the table admits the event from the present axes.
func (s Stato) Ammette(t verbale.TipoEvento) bool {
	_, _, ok := s.Passo(t, Assi{})
	return ok
}

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

// dopo gives the state after the step; deciso is what the event says, where it says anything.
func (p Passaggio[S]) dopo(adesso, deciso S) (S, bool) {
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

// perEvento is the table by event: it never changes, and every insertion asks it several times.
//
//nolint:gochecknoglobals // made once from Transizioni
var perEvento = sync.OnceValue(func() map[verbale.TipoEvento][]Transizione {
	righe := map[verbale.TipoEvento][]Transizione{}
	for _, x := range Transizioni() {
		righe[x.Evento] = append(righe[x.Evento], x)
	}
	return righe
})

// RigheDi gives the rows of one kind of event.
func RigheDi(t verbale.TipoEvento) []Transizione { return perEvento()[t] }

// Passo finds the first row of the event that admits the present axes, and the axes after it; deciso
// are the states that the event itself names.
func (a Assi) Passo(t verbale.TipoEvento, deciso Assi) (Transizione, Assi, bool) {
	for _, riga := range RigheDi(t) {
		if dopo, ok := riga.applica(a, deciso); ok {
			return riga, dopo, true
		}
	}
	return Transizione{}, a, false
}

func (t *Transizione) applica(a, deciso Assi) (dopo Assi, ok bool) {
	var si [5]bool
	dopo.Procedura, si[0] = t.Procedura.dopo(a.Procedura, deciso.Procedura)
	dopo.Debito, si[1] = t.Debito.dopo(a.Debito, deciso.Debito)
	dopo.Ricorso, si[2] = t.Ricorso.dopo(a.Ricorso, deciso.Ricorso)
	dopo.Punti, si[3] = t.Punti.dopo(a.Punti, deciso.Punti)
	dopo.Riscossione, si[4] = t.Riscossione.dopo(a.Riscossione, deciso.Riscossione)
	return dopo, si == [5]bool{true, true, true, true, true}
}
