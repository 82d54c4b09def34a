package sso

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Store remembers the proofs that have been used, in the platform database.
type Store struct{ Pools *db.Pools }

// consumatore is the name under which used proofs are noted among the messages taken: that table is
// the platform's memory of what must not happen twice, and is swept long after a proof has expired.
const consumatore = "sso"

// Consuma notes that a proof has let somebody in; false when it had already, on whichever replica.
func (s Store) Consuma(ctx context.Context, stato string) (prima bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	somma := sha256.Sum256([]byte(stato))
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		prima, err = tx.Receive(consumatore, hex.EncodeToString(somma[:]))
		return err
	})
	return prima, err
}
