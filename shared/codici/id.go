package codici

import "github.com/google/uuid"

// ID reads an identifier as the platform writes it, 36 signs with four dashes, in capitals or not; false for
// anything else, the other spellings that uuid.Parse takes among it.
func ID(testo string) (uuid.UUID, bool) {
	id, err := uuid.Parse(testo)
	return id, err == nil && len(testo) == len(id.String())
}
