package interrogazione

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Sequenza numbers the calls of a command to a register, one call at a time over all replicas. Attesa is how long a call waits for
// its turn; Tempo how long it keeps it at most, for one whose process died.
type Sequenza struct {
	Store  Store
	Adesso func() time.Time
	Attesa time.Duration
	Tempo  time.Duration
}

// ogni is how often a turn that another has is asked for again.
const ogni = 25 * time.Millisecond

// formaNumero is the instant in Rome's wall time to the thousandth: seventeen figures that grow.
const formaNumero = "20060102150405.000"

// Prossima takes the turn and gives the next number, or the same for one that was given already. Who waits too long is told that
// too many are asking (esterno.ErrSaturated).
func (s Sequenza) Prossima(ctx context.Context, registro, gia string) (numero string, lascia func(), err error) {
	database, err := s.Store.Pools.Tenant(ctx)
	if err != nil {
		return "", nil, err
	}
	mio, fine := uuid.New(), time.Now().Add(s.Attesa)
	for {
		istante := s.Adesso().UTC().Format(formaNumero)
		minimo, _ := strconv.ParseInt(istante[:14]+istante[15:], 10, 64) // figures
		err = database.Pool.QueryRow(ctx, `INSERT INTO sequenza AS s (registro, ultimo, preso_fino, preso_da) VALUES ($1, $2, clock_timestamp() + $3, $4)
			ON CONFLICT (registro) DO UPDATE SET preso_fino = excluded.preso_fino, preso_da = excluded.preso_da,
				ultimo = CASE WHEN $5 THEN s.ultimo ELSE greatest(s.ultimo + 1, excluded.ultimo) END WHERE s.preso_fino < clock_timestamp()
			RETURNING ultimo::bigint::text`, registro, minimo, s.Tempo, mio, gia != "").Scan(&numero)
		switch {
		case err == nil && gia != "":
			numero = gia
			fallthrough
		case err == nil:
			return numero, func() { s.lascia(ctx, registro, mio) }, nil
		case !errors.Is(err, pgx.ErrNoRows):
			return "", nil, db.Wrap("sequenza", err)
		case time.Now().After(fine):
			return "", nil, &esterno.Error{System: registro, Kind: esterno.ErrUnavailable, Cause: esterno.ErrSaturated}
		}
		if err := clock.Sleep(ctx, ogni); err != nil {
			return "", nil, &esterno.Error{System: registro, Kind: esterno.ErrUnavailable, Cause: err}
		}
	}
}

// lascia gives the turn to the next, unless it is somebody else's by now.
func (s Sequenza) lascia(ctx context.Context, registro string, mio uuid.UUID) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer fine()
	if database, err := s.Store.Pools.Tenant(ctx); err == nil {
		_, _ = database.Pool.Exec(ctx, `UPDATE sequenza SET preso_fino = '-infinity' WHERE registro = $1 AND preso_da = $2`, registro, mio)
	}
}
