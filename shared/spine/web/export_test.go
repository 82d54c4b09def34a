package web

import (
	"context"
	"time"
)

// Affretta gives requests less time.
func (s *Server) Affretta(tempo time.Duration) { s.tempo = tempo }

// OccupaTavolo takes all the room for drawing images.
func (s *Server) OccupaTavolo(ctx context.Context) error { return s.tavolo.Acquire(ctx, tavoloIntero) }
