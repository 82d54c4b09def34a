// Package freno slows guessing: it counts wrong answers by key and, past a number, makes the key wait longer and longer. Freno
// counts in memory: right answers cost nothing, and different ones offset wrong ones to come. It holds a set number of keys and
// drops first the key whose last error is oldest. Conto counts in the database.
package freno

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	// attesaMassima bounds a wait.
	attesaMassima = 15 * time.Minute
	// perdono is after how long without a new wait the next one is half as long.
	perdono = 10 * time.Minute
	// ricordo is how long a key that was wrong about a target is one of those that its waits are for.
	ricordo = time.Hour
	// perGiusta is how many errors a right answer pays for, once within ricordo.
	perGiusta = 2
	// raddoppi bounds the exponent: with it the shortest of waits is past the longest.
	raddoppi = 20
)

// Freno limits by key. Safe for concurrent use.
type Freno struct {
	misura
	adesso func() time.Time

	mu      sync.Mutex
	voci    *simplelru.LRU[string, *voce]     // by when they were wrong last
	falliti *simplelru.LRU[string, time.Time] // of targets: who was wrong about which, and when; nil: a wait is for everybody
	giuste  *simplelru.LRU[string, time.Time] // right answers of a key that paid, and when
	crediti *simplelru.LRU[string, int]       // of a key: errors that are paid for
}

// misura is how many errors cost no wait, in how long one more is given, and the longest of waits.
type misura struct {
	passo   time.Duration
	scorta  int
	massima time.Duration
}

// alMinuto is the measure of so many errors a minute, and as many at once. The database keeps microseconds.
func alMinuto(quanti int) misura {
	return misura{passo: (time.Minute / time.Duration(quanti)).Round(time.Microsecond), scorta: quanti, massima: attesaMassima}
}

// voce is the state of a key.
type voce struct {
	pieno  time.Time // when all the errors that cost no wait are there again
	attese int       // in a row; one is forgiven each perdono
	fino   time.Time // the end of the last
}

// sbaglia counts a wrong answer that no wait has kept from being given; inizia says that a wait begins with it.
func (m misura) sbaglia(v *voce, adesso time.Time) (inizia bool) {
	restaUno := func() bool { return v.pieno.Sub(adesso) <= time.Duration(m.scorta-1)*m.passo }
	if restaUno() {
		if v.pieno.Before(adesso) {
			v.pieno = adesso
		}
		v.pieno = v.pieno.Add(m.passo)
	}
	if restaUno() || v.fino.After(adesso) {
		return false
	}
	v.attese = max(0, v.attese-int(adesso.Sub(v.fino)/perdono))
	v.fino = adesso.Add(min(m.passo<<min(v.attese, raddoppi), m.massima))
	v.attese++
	return true
}

// Nuovo lets each key be wrong errori times a minute, and as many at once; the error after which none is left makes it
// wait, twice as long each time. adesso is the clock.
func Nuovo(errori, chiavi int, adesso func() time.Time) *Freno {
	return &Freno{misura: alMinuto(errori), adesso: adesso,
		voci: memoria[*voce](chiavi), giuste: memoria[time.Time](chiavi), crediti: memoria[int](chiavi)}
}

// Bersagli is Nuovo for keys that are targets: it counts the wrong answers about a key from every caller, but only callers
// wrong about it in the last hour have to wait. The others are answered, so that an attack does not keep the owner out.
func Bersagli(errori, chiavi int, adesso func() time.Time) *Freno {
	f := Nuovo(errori, chiavi, adesso)
	f.falliti = memoria[time.Time](chiavi)
	return f
}

// Fino bounds the waits of a brake that many may share.
func (f *Freno) Fino(massima time.Duration) *Freno {
	f.massima = massima
	return f
}

func memoria[V any](chiavi int) *simplelru.LRU[string, V] {
	voci, err := simplelru.NewLRU[string, V](chiavi, nil)
	if err != nil {
		panic(err) // a number of keys that is not positive is a mistake of the program
	}
	return voci
}

// Soglia is a key under a limit. Chi is who gives the answer, where the key is a target. Prova is the answer itself, where right ones
// are weighed against wrong ones: many persons behind one address are right about many things, and who guesses is about few.
type Soglia struct {
	Freno  *Freno
	Chiave string
	Chi    string
	Prova  string
}

func (s Soglia) fallito() string { return s.Chiave + " " + s.Chi }

// Attendi is the 429 of the first key that has to wait, before any work is done for it; nil when none has to.
func Attendi(soglie ...Soglia) error {
	for _, s := range soglie {
		if err := s.Freno.attende(s); err != nil {
			return err
		}
	}
	return nil
}

// Giudica decides, when the answer is known, whether it may be given: a key that has to wait gets 429, right or wrong, so
// that many guesses at the same moment teach no more than as many one after the other. A wrong answer is counted on every
// key; rallenta says that one of them has to wait from now on.
func Giudica(giusta bool, soglie ...Soglia) (rallenta bool, err error) {
	for _, s := range soglie {
		inizia, err := s.Freno.giudica(s, giusta)
		if err != nil {
			return rallenta, err
		}
		rallenta = rallenta || inizia
	}
	return rallenta, nil
}

func (f *Freno) attende(s Soglia) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.resta(s, f.adesso())
}

// resta is the 429 of a key that has to wait at a moment.
func (f *Freno) resta(s Soglia, adesso time.Time) error {
	if f.falliti != nil {
		if quando, c := f.falliti.Peek(s.fallito()); !c || adesso.Sub(quando) > ricordo {
			return nil
		}
	}
	if v, c := f.voci.Peek(s.Chiave); c {
		if attesa := v.fino.Sub(adesso); attesa > 0 {
			return problem.Troppe(attesa)
		}
	}
	return nil
}

func (f *Freno) giudica(s Soglia, giusta bool) (inizia bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	adesso := f.adesso()
	if err := f.resta(s, adesso); err != nil {
		return false, err
	}
	if giusta {
		f.accredita(s, adesso)
		return false, nil
	}
	if n, c := f.crediti.Get(s.Chiave); c && n > 0 {
		f.crediti.Add(s.Chiave, n-1)
		return false, nil
	}
	if f.falliti != nil {
		f.falliti.Add(s.fallito(), adesso)
	}
	return f.sbaglia(f.voce(s.Chiave), adesso), nil
}

// accredita weighs a right answer, once an hour; no key has more errors paid for than it has for nothing.
func (f *Freno) accredita(s Soglia, adesso time.Time) {
	if s.Prova == "" {
		return
	}
	quale := s.Chiave + " " + s.Prova
	if quando, c := f.giuste.Peek(quale); c && adesso.Sub(quando) <= ricordo {
		return
	}
	f.giuste.Add(quale, adesso)
	n, _ := f.crediti.Get(s.Chiave)
	f.crediti.Add(s.Chiave, min(n+perGiusta, f.scorta))
}

// voce is the entry of a key that is wrong now.
func (f *Freno) voce(chiave string) *voce {
	if v, c := f.voci.Get(chiave); c {
		return v
	}
	v := &voce{}
	f.voci.Add(chiave, v)
	return v
}
