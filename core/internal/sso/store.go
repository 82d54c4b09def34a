package sso

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/piattaforma-verbali/verbali/shared/db"
)

// Store remembers the proofs that have been used and writes the register, in the platform database.
type Store struct{ Piscine *db.Piscine }

// consumatore is the name under which used proofs are noted among the messages taken: that table is
// the platform's memory of what must not happen twice, and is swept long after a proof has expired.
const consumatore = "sso"

// Consuma notes that a proof has come back; false when it had already, on whichever replica.
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

// Rifiutato writes the line of an answer that proved nothing: nobody is named, because nobody is known.
func (s Store) Rifiutato(ctx context.Context, motivo, indirizzo string) error {
	banca, err := s.Piscine.Piattaforma(ctx)
	if err != nil {
		return err
	}
	return banca.Registra(ctx, db.Accesso{Attore: "(accesso unico)", Azione: "ACCESSO", OggettoTipo: "modulo", Oggetto: "core",
		Motivo: motivo, Esito: "RIFIUTATO", Indirizzo: indirizzo})
}
