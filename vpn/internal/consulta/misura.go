package consulta

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// conta takes one of the look-ups that an account has in an hour of the clock, before the register is asked; 429 until the
// next hour for one too many. The first refusal of an hour has a line in the audit, the others are counted.
func (s Service) conta(ctx context.Context, accesso db.Access) error {
	limite, err := s.allOra(ctx)
	if err != nil {
		return err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	adesso := s.Adesso().UTC()
	ora := adesso.Truncate(time.Hour)
	var quante int
	err = database.Pool.QueryRow(ctx, `INSERT INTO misura AS m (attore, ora, quante) VALUES ($1, $2, 1)
		ON CONFLICT (attore, ora) DO UPDATE SET quante = m.quante + 1 WHERE m.quante < $3 RETURNING quante`,
		accesso.Attore, ora, limite).Scan(&quante)
	switch {
	case err == nil && quante == 1:
		_, err = database.Pool.Exec(ctx, `DELETE FROM misura WHERE ora < $1`, ora.AddDate(0, 0, -1))
		return db.Wrap("misura", err)
	case !errors.Is(err, pgx.ErrNoRows):
		return db.Wrap("misura", err)
	}
	troppe := problem.Troppe(ora.Add(time.Hour).Sub(adesso))
	troppe.Dettaglio = "Questa utenza ha già fatto le visure che il comando ammette in un'ora: riprovare più tardi."
	var rifiutate int
	err = database.Pool.QueryRow(ctx, `UPDATE misura SET rifiutate = rifiutate + 1 WHERE attore = $1 AND ora = $2 RETURNING rifiutate`,
		accesso.Attore, ora).Scan(&rifiutate)
	if err != nil {
		return db.Wrap("misura", err)
	}
	if rifiutate > 1 {
		return troppe
	}
	return errors.Join(esterno.Audit(ctx, s.Pools, accesso, troppe), troppe)
}

// allOra is what the command allows an account today, in Rome.
func (s Service) allOra(ctx context.Context) (int, error) {
	if err := s.Anagrafe.Wait(ctx); err != nil {
		return 0, err
	}
	limite := veicoli.ConsulteAllOra
	_, err := s.Anagrafe.Of(tenant.Name(ctx)).Impostazione(veicoli.ChiaveConsulteAllOra, calendario.Da(s.Adesso()).String(), &limite)
	return limite, err
}
