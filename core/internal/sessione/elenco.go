package sessione

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Aperta is a session of an operator as he sees it in the list of his own: what opens it is not in it.
type Aperta struct {
	Dal, Ultima time.Time // the login, the last activity
	Questa      bool      // the caller's own
	Sso         bool      // opened by single sign-on
}

// alPiuAperte is how many sessions a list has: nobody works in more.
const alPiuAperte = 100

// Aperte are the live sessions of the operator of the context's, the one used last first.
func (s *Servizio) Aperte(ctx context.Context) ([]Aperta, error) {
	attuale, ok := Da(ctx)
	if !ok {
		return nil, problem.SenzaCredenziali()
	}
	return s.store.aperte(ctx, attuale, s.vita())
}

// ChiudiAltre ends every session of the operator but the context's, and gives how many.
func (s *Servizio) ChiudiAltre(ctx context.Context) (int, error) {
	attuale, ok := Da(ctx)
	if !ok {
		return 0, problem.SenzaCredenziali()
	}
	return s.store.chiudiAltre(ctx, attuale)
}

const aperte = `SELECT s.chiave = $2, s.creata, s.attiva, coalesce((s.attributi->'autenticazione'->>'validatoSso')::boolean, false)
	FROM sessione s WHERE s.username = $1 AND ` + conta + `$4::interval) > $3 ORDER BY s.attiva DESC, s.creata LIMIT $5`

func (s Store) aperte(ctx context.Context, x Sessione, v vita) (tutte []Aperta, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, aperte, x.Operatore.Username, x.Chiave[:], v.limite, v.oltre, alPiuAperte)
	if err != nil {
		return nil, db.Wrap("sessioni aperte", err)
	}
	tutte, err = pgx.CollectRows(righe, func(r pgx.CollectableRow) (a Aperta, err error) {
		return a, r.Scan(&a.Questa, &a.Dal, &a.Ultima, &a.Sso)
	})
	return tutte, db.Wrap("sessioni aperte", err)
}

// chiudiAltre writes its line with what it does: no session ends without one.
func (s Store) chiudiAltre(ctx context.Context, x Sessione) (quante int, err error) {
	err = s.transazione(ctx, func(tx pgx.Tx) error {
		c, err := tx.Exec(ctx, `DELETE FROM sessione WHERE username = $1 AND chiave <> $2`, x.Operatore.Username, x.Chiave[:])
		if err != nil {
			return fmt.Errorf("altre: %w", err)
		}
		quante = int(c.RowsAffected())
		return db.Audit(ctx, tx, db.Access{Attore: x.Operatore.Username, Azione: "SESSIONI_CHIUSE", OggettoTipo: "operatore",
			Oggetto: x.Operatore.Tenant + "/" + x.Operatore.Username, Motivo: fmt.Sprintf("sessioni chiuse: %d", quante), Esito: "OK"})
	})
	return quante, err
}
