package web

import (
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The limits of the streams of events: of one reader, and of the process.
const (
	StreamsOfReader  = 8
	StreamsOfProcess = 4000
	reopenAfter      = 30 * time.Second // for a reader who was refused
)

// Streams counts the streams of events that a process holds open. The zero value counts from nothing; it is safe for concurrent use.
type Streams struct {
	mu   sync.Mutex
	open map[string]int
	all  int
}

// Enter counts one more stream of a reader until leave is called, or refuses it with 429.
func (s *Streams) Enter(reader string) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[reader] >= StreamsOfReader || s.all >= StreamsOfProcess {
		return nil, problem.Troppe(reopenAfter)
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	s.open[reader]++
	s.all++
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		if s.open[reader]--; s.open[reader] == 0 {
			delete(s.open, reader)
		}
	}), nil
}
