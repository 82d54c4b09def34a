package registri

import (
	"errors"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// ricordi are the registers' answers that a vehicle is not theirs, or not of that day: while the next register is away the
// message comes again and again, and the one that has answered is not asked, and paid, each time.
type ricordi struct {
	mu  sync.Mutex
	voi map[string]ricordo
}

type ricordo struct {
	err  error
	fino time.Time
}

const (
	ricordiAlPiu = 10_000
	ricordaPer   = 24 * time.Hour
)

// di gives what is remembered under a key; nil: nothing. A question without a key of its own is always asked.
func (r *ricordi) di(suo, chiave string, adesso time.Time) error {
	if chiave == "" {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if x, noto := r.voi[suo]; noto && adesso.Before(x.fino) {
		return x.err
	}
	return nil
}

// tieni remembers an answer that does not change by asking again.
func (r *ricordi) tieni(suo, chiave string, err error, adesso time.Time) {
	if chiave == "" || !errors.Is(err, esterno.ErrNotFound) && !errors.Is(err, registro.ErrAltroGiorno) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.voi == nil || len(r.voi) >= ricordiAlPiu {
		r.voi = map[string]ricordo{}
	}
	r.voi[suo] = ricordo{err, adesso.Add(ricordaPer)}
}
