package auth

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/snapshot"
)

// Revocation is an account that was blocked or changed while tokens given to it before are not expired.
type Revocation struct {
	User       string
	Generation int64 // tokens of a lower one are no longer good
	Blocked    bool  // and those of this one neither
}

// Revocations are the accounts whose older tokens are no longer good, as last read from the platform
// database; safe for concurrent use.
type Revocations struct {
	esatte atomic.Bool
	conti  snapshot.Copy[map[string]Revocation]

	mu     sync.Mutex
	cambio chan struct{} // closed at the next reading; nil: nobody waits for it
}

// Set replaces them all.
func (r *Revocations) Set(tutte []Revocation) {
	conti := make(map[string]Revocation, len(tutte))
	for _, x := range tutte {
		conti[strings.ToLower(x.User)] = x
	}
	r.conti.Set(&conti)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cambio != nil {
		close(r.cambio)
		r.cambio = nil
	}
}

// Changed is closed when they are next read: who goes on for long asks then whether he still may.
func (r *Revocations) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cambio == nil {
		r.cambio = make(chan struct{})
	}
	return r.cambio
}

// Require makes everybody wait for the first reading: a process just started must not let in who was
// blocked before it.
func (r *Revocations) Require() { r.esatte.Store(true) }

// Loaded reports whether they have been read at least once.
func (r *Revocations) Loaded() bool { return r.conti.Get() != nil }

// ammette is nil for an identity that is still good. Core signs nothing for a blocked account: a
// generation above the one read is of an account unblocked since that reading.
func (r *Revocations) ammette(i Identity) error {
	conti := r.conti.Get()
	if conti == nil {
		if !r.esatte.Load() {
			return nil
		}
		return problem.NonDisponibile("DATI_NON_PRONTI", "Lo stato delle utenze non è ancora stato letto.")
	}
	x, presente := (*conti)[strings.ToLower(i.User)]
	if presente && (i.Generation < x.Generation || i.Generation == x.Generation && x.Blocked) {
		return problem.SenzaCredenziali()
	}
	return nil
}
