package freno

import (
	"context"
	"slices"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Turni lets a bounded number of works go on at once and gives a free place to the addresses in turn, so that who has
// many works waiting makes another wait for one of them, not for all. The zero value has no place; safe for concurrent use.
type Turni struct {
	mu     sync.Mutex
	liberi int
	code   map[string][]*inAttesa
	giro   []string // the addresses with somebody waiting, the next to be served first
}

type inAttesa struct{ tocca chan struct{} }

// NuoviTurni makes so many places.
func NuoviTurni(posti int) *Turni { return &Turni{liberi: posti, code: map[string][]*inAttesa{}} }

// Prendi waits for the turn of an address; lascia gives the place back. A caller that gives up gets REALM_OCCUPATO.
func (t *Turni) Prendi(ctx context.Context, indirizzo string) (lascia func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, occupato(err)
	}
	t.mu.Lock()
	if t.liberi > 0 {
		t.liberi--
		t.mu.Unlock()
		return t.lascia, nil
	}
	io := &inAttesa{tocca: make(chan struct{})}
	if len(t.code[indirizzo]) == 0 {
		t.giro = append(t.giro, indirizzo)
	}
	t.code[indirizzo] = append(t.code[indirizzo], io)
	t.mu.Unlock()
	select {
	case <-io.tocca:
		return t.lascia, nil
	case <-ctx.Done():
		t.rinuncia(indirizzo, io)
		return nil, occupato(ctx.Err())
	}
}

// lascia hands the place to the next address in turn, or keeps it free.
func (t *Turni) lascia() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.giro) == 0 {
		t.liberi++
		return
	}
	di := t.giro[0]
	primo := t.code[di][0]
	t.togli(di, 0)
	if len(t.code[di]) > 0 {
		t.giro = append(t.giro[1:], di)
	} else {
		t.giro = t.giro[1:]
		delete(t.code, di)
	}
	close(primo.tocca)
}

// rinuncia leaves the queue, or gives back the place that came at the same moment.
func (t *Turni) rinuncia(di string, io *inAttesa) {
	t.mu.Lock()
	for i, x := range t.code[di] {
		if x != io {
			continue
		}
		t.togli(di, i)
		if len(t.code[di]) == 0 {
			delete(t.code, di)
			t.giro = slices.DeleteFunc(t.giro, func(x string) bool { return x == di })
		}
		t.mu.Unlock()
		return
	}
	t.mu.Unlock()
	t.lascia()
}

func (t *Turni) togli(di string, i int) { t.code[di] = slices.Delete(t.code[di], i, i+1) }

func occupato(causa error) error {
	return problem.NonDisponibile("REALM_OCCUPATO", "Troppi accessi in corso: riprovare.").With(causa)
}
