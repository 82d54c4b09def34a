package scrittura

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// Coppia reads two ids of a message; without them it can never be worked.
func Coppia(m bus.Message, a, b string) (uuid.UUID, uuid.UUID, error) {
	primo, errA := uuid.Parse(a)
	secondo, errB := uuid.Parse(b)
	if errA != nil || errB != nil {
		return primo, secondo, bus.Permanent(fmt.Errorf("verbale: %s: identificativi non validi: %q, %q", m.Subject, a, b))
	}
	return primo, secondo, nil
}
