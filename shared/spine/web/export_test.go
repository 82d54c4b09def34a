package web

import "time"

// Affretta gives requests less time.
func (s *Server) Affretta(tempo time.Duration) { s.tempo = tempo }
