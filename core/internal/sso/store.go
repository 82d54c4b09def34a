package sso

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/piattaforma-verbali/verbali/shared/db"
)

// Store remembers the proofs that have been used, in the platform database.
type Store struct{ Piscine *db.Piscine }

// consumatore is the name under which used proofs are noted among the messages taken: that table is
// the platform's memory of what must not happen twice, and is swept long after a proof has expired.
const consumatore = "sso"

// Consuma notes that a proof has let somebody in; false when it had already, on whichever replica.
func (s Store) Consuma(ctx context.Context, stato string) (prima bool, err error) {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return false, err
	}
	somma := sha256.Sum256([]byte(stato))
	err = banca.Transazione(ctx, func(tx *db.Tx) error {
		prima, err = tx.Ricevi(consumatore, hex.EncodeToString(somma[:]))
		return err
	})
	return prima, err
}
