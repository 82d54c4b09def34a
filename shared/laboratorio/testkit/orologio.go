package testkit

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// Orologio is tempo's.
type Orologio = tempo.Orologio

// Fisso is tempo's.
func Fisso(t time.Time) *Orologio { return tempo.Fisso(t) }
