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
// its turn, Chiamata how long a call may last: the turn is kept longer than that.
type Sequenza struct {
	Store            Store
	Adesso           func() time.Time
	Attesa, Chiamata time.Duration
}

// Turno is a number, and for a register that takes them in their order the right to be the one that calls it.
type Turno struct {
	Numero string
	tieni  func(context.Context) error
	lascia func()
	dura   time.Duration
}

// NuovoTurno is a turn for calls that last as long as dura: tieni says whether it is still its own, and lascia gives it away.
func NuovoTurno(numero string, dura time.Duration, tieni func(context.Context) error, lascia func()) Turno {
	return Turno{Numero: numero, dura: dura, tieni: tieni, lascia: lascia}
}

// Tieni is asked just before a call leaves: the call's context, which ends while the turn is still its own. A turn that has become
// another's meanwhile, since what came before the call took too long, is ErrTurnoPerso, and the call must not leave.
func (t Turno) Tieni(ctx context.Context) (context.Context, context.CancelFunc, error) {
	if t.tieni == nil {
		return ctx, func() {}, nil
	}
	fine := time.Now().Add(t.dura)
	if err := t.tieni(ctx); err != nil {
		return nil, nil, err
	}
	ctx, cancella := context.WithDeadline(ctx, fine)
	return ctx, cancella, nil
}

// Lascia gives the turn to the next.
func (t Turno) Lascia() {
	if t.lascia != nil {
		t.lascia()
	}
}

// ErrTurnoPerso is a turn that is another's by now. The call may be made again, in another turn.
var ErrTurnoPerso = errors.New("turno perso")

const (
	// ogni is how often a turn that another has is asked for again.
	ogni = 25 * time.Millisecond
	// margine is how much longer than a call its turn is: what has left may still arrive after its caller has given up.
	margine = 2 * time.Second
)

// formaNumero is the instant in UTC to the thousandth: seventeen figures that grow.
const formaNumero = "20060102150405.000"

// minimo is the least number of an instant.
func (s Sequenza) minimo() int64 {
	istante := s.Adesso().UTC().Format(formaNumero)
	n, _ := strconv.ParseInt(istante[:14]+istante[15:], 10, 64) // figures
	return n
}

// Numero gives the next number, and no turn.
func (s Sequenza) Numero(ctx context.Context, registro string) (numero string, err error) {
	database, err := s.Store.Pools.Tenant(ctx)
	if err != nil {
		return "", err
	}
	err = database.Pool.QueryRow(ctx, `INSERT INTO sequenza AS s (registro, ultimo) VALUES ($1, $2)
		ON CONFLICT (registro) DO UPDATE SET ultimo = greatest(s.ultimo + 1, excluded.ultimo) RETURNING ultimo::bigint::text`, registro, s.minimo()).Scan(&numero)
	return numero, db.Wrap("sequenza", err)
}

// Prossima takes the turn and gives the next number, or the same for one that was given already. Who waits too long is told that
// too many are asking (esterno.ErrSaturated).
func (s Sequenza) Prossima(ctx context.Context, registro, gia string) (Turno, error) {
	database, err := s.Store.Pools.Tenant(ctx)
	if err != nil {
		return Turno{}, err
	}
	mio, fine := uuid.New(), time.Now().Add(s.Attesa)
	t := NuovoTurno("", s.Chiamata, func(ctx context.Context) error { return s.tieni(ctx, registro, mio) }, func() { s.lascia(ctx, registro, mio) })
	for {
		err = database.Pool.QueryRow(ctx, `INSERT INTO sequenza AS s (registro, ultimo, preso_fino, preso_da) VALUES ($1, $2, clock_timestamp() + $3, $4)
			ON CONFLICT (registro) DO UPDATE SET preso_fino = excluded.preso_fino, preso_da = excluded.preso_da,
				ultimo = CASE WHEN $5 THEN s.ultimo ELSE greatest(s.ultimo + 1, excluded.ultimo) END WHERE s.preso_fino < clock_timestamp()
			RETURNING ultimo::bigint::text`, registro, s.minimo(), s.Chiamata+margine, mio, gia != "").Scan(&t.Numero)
		switch {
		case err == nil && gia != "":
			t.Numero = gia
			fallthrough
		case err == nil:
			return t, nil
		case !errors.Is(err, pgx.ErrNoRows):
			return Turno{}, db.Wrap("sequenza", err)
		case time.Now().After(fine):
			return Turno{}, &esterno.Error{System: registro, Kind: esterno.ErrUnavailable, Cause: esterno.ErrSaturated}
		}
		if err := clock.Sleep(ctx, ogni); err != nil {
			return Turno{}, &esterno.Error{System: registro, Kind: esterno.ErrUnavailable, Cause: err}
		}
	}
}

// tieni makes a turn last as long as a call from now on, if it is still mio's.
func (s Sequenza) tieni(ctx context.Context, registro string, mio uuid.UUID) error {
	database, err := s.Store.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	tenuto, err := database.Pool.Exec(ctx, `UPDATE sequenza SET preso_fino = clock_timestamp() + $3 WHERE registro = $1 AND preso_da = $2`,
		registro, mio, s.Chiamata+margine)
	if err == nil && tenuto.RowsAffected() == 0 {
		return &esterno.Error{System: registro, Kind: esterno.ErrUnavailable, Cause: ErrTurnoPerso}
	}
	return db.Wrap("sequenza", err)
}

// lascia gives the turn to the next, unless it is somebody else's by now.
func (s Sequenza) lascia(ctx context.Context, registro string, mio uuid.UUID) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer fine()
	if database, err := s.Store.Pools.Tenant(ctx); err == nil {
		_, _ = database.Pool.Exec(ctx, `UPDATE sequenza SET preso_fino = '-infinity' WHERE registro = $1 AND preso_da = $2`, registro, mio)
	}
}
