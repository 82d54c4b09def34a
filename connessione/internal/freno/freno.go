// Package freno slows who guesses: it counts wrong answers by key, in memory, and makes the key wait longer and longer
// once it has given too many. Right answers cost nothing, and different ones pay for wrong ones to come. It remembers as many
// keys as it was told, and gives up first the one that has been wrong least lately.
package freno

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

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
	passo   time.Duration
	scorta  int
	massima time.Duration // of a wait
	adesso  func() time.Time

	mu      sync.Mutex
	voci    *simplelru.LRU[string, *voce]     // by when they were wrong last
	falliti *simplelru.LRU[string, time.Time] // of targets: who was wrong about which, and when; nil: a wait is for everybody
	giuste  *simplelru.LRU[string, time.Time] // right answers of a key that paid, and when
	crediti *simplelru.LRU[string, int]       // of a key: errors that are paid for
}

type voce struct {
	errori *rate.Limiter // a token is an error that costs no wait
	attese int           // in a row; one is forgiven each perdono
	fino   time.Time     // the end of the last
}

// Nuovo lets each key be wrong alMinuto times a minute, and as many at once; the error after which none is left makes it
// wait, twice as long each time. adesso is the clock.
func Nuovo(alMinuto, chiavi int, adesso func() time.Time) *Freno {
	return &Freno{passo: time.Minute / time.Duration(alMinuto), scorta: alMinuto, massima: attesaMassima, adesso: adesso,
		voci: memoria[*voce](chiavi), giuste: memoria[time.Time](chiavi), crediti: memoria[int](chiavi)}
}

// Bersagli is Nuovo for keys that are targets: wrong answers about one are counted whoever gives them, and its waits are only for
// those who were wrong about it in the last hour. Whoever was not is answered, so that nobody is kept from what is his.
func Bersagli(alMinuto, chiavi int, adesso func() time.Time) *Freno {
	f := Nuovo(alMinuto, chiavi, adesso)
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
	v := f.voce(s.Chiave)
	v.errori.AllowN(adesso, 1)
	if v.errori.TokensAt(adesso) >= 1 || v.fino.After(adesso) {
		return false, nil
	}
	v.attese = max(0, v.attese-int(adesso.Sub(v.fino)/perdono))
	v.fino = adesso.Add(min(f.passo<<min(v.attese, raddoppi), f.massima))
	v.attese++
	return true, nil
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
	v := &voce{errori: rate.NewLimiter(rate.Every(f.passo), f.scorta)}
	f.voci.Add(chiave, v)
	return v
}
