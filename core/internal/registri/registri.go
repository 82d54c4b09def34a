// Package registri shows what waits because of the registers of the State: the acts whose addressee has a digital domicile, which
// no lot of paper takes by itself. elaborazione knows them with their terms; here they are counted and shown.
package registri

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Domicili is the address of the page of the acts to be sent to a digital domicile.
const Domicili = pagine.Base + "domiciliDigitali"

// nomeDomicili is the queue, as people read it.
const nomeDomicili = "Atti con domicilio digitale, da mandare"

// contaAlPiu bounds what the first page counts.
const contaAlPiu = 10_000

// Store counts in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

// Code are the rows of the first page. Who may not read fines opens none.
func (s Store) Code(ctx context.Context) ([]pagine.Coda, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	domicili := pagine.Coda{Nome: nomeDomicili, Indirizzo: Domicili}
	if err := database.Pool.QueryRow(ctx, `SELECT count(*) FROM (SELECT 1 FROM verbali_v1.domicilio_da_mandare LIMIT $1) x`, contaAlPiu+1).Scan(&domicili.Quanti); err != nil {
		return nil, db.Wrap("atti con domicilio digitale", err)
	}
	domicili.Quanti, domicili.Oltre = min(domicili.Quanti, contaAlPiu), domicili.Quanti > contaAlPiu
	if chi, ok := auth.From(ctx); !ok || !chi.Can(auth.PermessoVerbaleDecidi) {
		domicili.Indirizzo = ""
	}
	return []pagine.Coda{domicili}, nil
}
