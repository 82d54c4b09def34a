package auth

import (
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// Revoca is an account that was blocked or changed while tokens given to it before are not expired.
type Revoca struct {
	Utente      string
	Generazione int64 // tokens of a lower one are no longer good
	Bloccato    bool  // and those of this one neither
}

// Revoche are the accounts whose older tokens are no longer good, as last read from the platform
// database; safe for concurrent use.
type Revoche struct {
	mu     sync.RWMutex
	lette  bool
	esatte bool
	conti  map[string]Revoca
}

// Imposta replaces them all.
func (r *Revoche) Imposta(tutte []Revoca) {
	conti := make(map[string]Revoca, len(tutte))
	for _, x := range tutte {
		conti[strings.ToLower(x.Utente)] = x
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lette, r.conti = true, conti
}

// Esigi makes everybody wait for the first reading: a process just started must not let in who was
// blocked before it.
func (r *Revoche) Esigi() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.esatte = true
}

// Lette reports whether they have been read at least once.
func (r *Revoche) Lette() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.lette
}

// ammette is nil for an identity that is still good. Core signs nothing for a blocked account: a
// generation above the one read is of an account unblocked since that reading.
func (r *Revoche) ammette(i Identita) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.esatte && !r.lette {
		return problem.NonDisponibile("DATI_NON_PRONTI", "Lo stato delle utenze non è ancora stato letto.")
	}
	x, presente := r.conti[strings.ToLower(i.Utente)]
	if presente && (i.Generazione < x.Generazione || i.Generazione == x.Generazione && x.Bloccato) {
		return problem.SenzaCredenziali()
	}
	return nil
}
