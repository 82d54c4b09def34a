// Package freno slows who guesses: it counts wrong answers by key, in memory, and makes the key wait longer and longer
// once it has given too many. Right answers cost nothing. It remembers as many keys as it was told, and gives up first
// the one that has been wrong least lately.
package freno

import (
	"container/list"
	"sync"
	"time"

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
	chiavi int
	adesso func() time.Time

	mu    sync.Mutex
	voci  map[string]*list.Element
	usate *list.List // front: wrong last
}

type voce struct {
	chiave string
	errori *rate.Limiter // a token is an error that costs no wait
	attese int           // in a row; one is forgiven each perdono
	fino   time.Time     // the end of the last
}

// Nuovo lets each key be wrong alMinuto times a minute, and as many at once; the error after which none is left makes it
// wait, twice as long each time. adesso is the clock.
func Nuovo(alMinuto, chiavi int, adesso func() time.Time) *Freno {
	return &Freno{passo: time.Minute / time.Duration(alMinuto), scorta: alMinuto, chiavi: chiavi,
		adesso: adesso, voci: map[string]*list.Element{}, usate: list.New()}
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
	if e := f.voci[chiave]; e != nil {
		if attesa := diElemento(e).fino.Sub(adesso); attesa > 0 {
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
	if e := f.voci[chiave]; e != nil {
		f.usate.MoveToFront(e)
		return diElemento(e)
	}
	if f.usate.Len() >= f.chiavi {
		vecchia := f.usate.Back()
		f.usate.Remove(vecchia)
		delete(f.voci, diElemento(vecchia).chiave)
	}
	v := &voce{chiave: chiave, errori: rate.NewLimiter(rate.Every(f.passo), f.scorta)}
	f.voci[chiave] = f.usate.PushFront(v)
	return v
}

func diElemento(e *list.Element) *voce { return e.Value.(*voce) } //nolint:forcetypeassert // nothing else enters the list
