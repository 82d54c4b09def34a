// Package sveglia tells who works in turns what is new, within the process.
package sveglia

import (
	"maps"
	"slices"
	"sync"
)

// Sveglia holds what somebody was told of since it was last asked. Without one, a nil, nobody is told. It is safe for concurrent use.
type Sveglia[K comparable] struct {
	mu    sync.Mutex
	nuove map[K]struct{}
}

// Suona tells of a thing.
func (s *Sveglia[K]) Suona(k K) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.nuove == nil {
		s.nuove = map[K]struct{}{}
	}
	s.nuove[k] = struct{}{}
}

// Prendi gives what was told since the last time, each once.
func (s *Sveglia[K]) Prendi() []K {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	nuove := slices.Collect(maps.Keys(s.nuove))
	clear(s.nuove)
	return nuove
}
