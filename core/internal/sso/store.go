package sso

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store remembers the proofs that have been used, in the platform database.
type Store struct{ Pools *db.Pools }

// The names under which used proofs, and notices of a provider, are noted among the messages taken: that table is
// the platform's memory of what must not happen twice, and is swept long after a proof has expired.
const (
	consumatore       = "sso"
	consumatoreAvvisi = "sso-uscita"
)

// Consuma notes that a proof has let somebody in; false when it had already, on whichever replica.
func (s Store) Consuma(ctx context.Context, stato string) (prima bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		prima, err = tx.Receive(consumatore, impronta(stato))
		return err
	})
	return prima, err
}

func impronta(testo string) string {
	somma := sha256.Sum256([]byte(testo))
	return hex.EncodeToString(somma[:])
}

// Chiudi ends the sessions that a provider says are over, tells every replica and leaves a line for each; false for a notice
// that was taken before.
func (s Store) Chiudi(ctx context.Context, d disconnessa) (prima bool, err error) {
	ctx = auth.With(ctx, auth.Identity{User: "accesso unico", Tenant: d.Comando})
	err = voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		prima, err = tx.Receive(consumatoreAvvisi, impronta(d.Comando+"\n"+d.Emittente+"\n"+d.ID))
		if err != nil || !prima {
			return err
		}
		chiuse, err := sessione.ChiudiGarantite(tx, sessione.Garante{Comando: d.Comando, Emittente: d.Emittente, Soggetto: d.Soggetto, SID: d.SID})
		if err != nil {
			return err
		}
		for _, u := range chiuse {
			o := voce.Oggetto{Tipo: "operatore", Tenant: u.Tenant, Chiave: u.Username}
			if err := voce.Annuncia(ctx, tx, event.OperatoreCambiato(u.Tenant, u.Username), o, "USCITO_DAL_FORNITORE"); err != nil {
				return err
			}
		}
		return nil
	})
	return prima, err
}
