// Package freno slows who guesses: it counts wrong answers by key, in memory, and makes the key wait longer and longer
// once it has given too many. Right answers cost nothing. It remembers as many keys as it was told, and gives up first
// the one that has been wrong least lately.
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
	// raddoppi bounds the exponent: with it the shortest of waits is past the longest.
	raddoppi = 20
)

// Freno limits by key. Safe for concurrent use.
type Freno struct {
	passo  time.Duration
	scorta int
	adesso func() time.Time

	mu   sync.Mutex
	voci *simplelru.LRU[string, *voce] // by when they were wrong last
}

type voce struct {
	errori *rate.Limiter // a token is an error that costs no wait
	attese int           // in a row; one is forgiven each perdono
	fino   time.Time     // the end of the last
}

// Nuovo lets each key be wrong alMinuto times a minute, and as many at once; the error after which none is left makes it
// wait, twice as long each time. adesso is the clock.
func Nuovo(alMinuto, chiavi int, adesso func() time.Time) *Freno {
	voci, err := simplelru.NewLRU[string, *voce](chiavi, nil)
	if err != nil {
		panic(err) // a number of keys that is not positive is a mistake of the program
	}
	return &Freno{passo: time.Minute / time.Duration(alMinuto), scorta: alMinuto, adesso: adesso, voci: voci}
}

// Soglia is a key under a limit.
type Soglia struct {
	Freno  *Freno
	Chiave string
}

// Attendi is the 429 of the first key that has to wait, before any work is done for it; nil when none has to.
func Attendi(soglie ...Soglia) error {
	for _, s := range soglie {
		if err := s.Freno.attende(s.Chiave); err != nil {
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
		inizia, err := s.Freno.giudica(s.Chiave, giusta)
		if err != nil {
			return rallenta, err
		}
		rallenta = rallenta || inizia
	}
	return rallenta, nil
}

func (f *Freno) attende(chiave string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.resta(chiave, f.adesso())
}

// resta is the 429 of a key that has to wait at a moment.
func (f *Freno) resta(chiave string, adesso time.Time) error {
	if v, c := f.voci.Peek(chiave); c {
		if attesa := v.fino.Sub(adesso); attesa > 0 {
			return problem.Troppe(attesa)
		}
	}
	return nil
}

func (f *Freno) giudica(chiave string, giusta bool) (inizia bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	adesso := f.adesso()
	if err := f.resta(chiave, adesso); err != nil || giusta {
		return false, err
	}
	v := f.voce(chiave)
	v.errori.AllowN(adesso, 1)
	if v.errori.TokensAt(adesso) >= 1 {
		return false, nil
	}
	v.attese = max(0, v.attese-int(adesso.Sub(v.fino)/perdono))
	v.fino = adesso.Add(min(f.passo<<min(v.attese, raddoppi), attesaMassima))
	v.attese++
	return true, nil
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
