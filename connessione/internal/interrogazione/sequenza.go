package interrogazione

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Sequenza numbers the calls of a command to a register, one call at a time over all replicas. Attesa is how long a call waits for
// its turn, Chiamata how long a call may last: the turn is kept longer than that.
type Sequenza struct {
	Store            Store
	Adesso           func() time.Time
	Attesa, Chiamata time.Duration
}

// Turno is a number and, for a register that wants its numbers in order, the right to make the next call.
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
// another's meanwhile, since what came before the call took too long, is turno.ErrPerso, and the call must not leave.
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

const (
	// ogni is how often a turn that another replica has is asked for again.
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

// Prossima takes the turn and gives the next number, or keeps a number already given. After waiting too long the caller gets
// esterno.ErrSaturated.
func (s Sequenza) Prossima(ctx context.Context, registro, gia string) (Turno, error) {
	turni := turno.Turni{Pools: s.Store.Pools, Ambito: "sequenza", Dura: s.Chiamata + margine, Segnali: s.Store.Segnali}
	var mio turno.Turno
	err := turni.Aspetta(ctx, registro, s.Attesa, ogni, func() (preso bool, err error) {
		mio, preso, err = turni.Prendi(ctx, registro, uuid.NullUUID{})
		return preso, err
	})
	via := func(causa error) error {
		return &esterno.Error{System: registro, Kind: esterno.ErrUnavailable, Cause: causa}
	}
	switch {
	case errors.Is(err, turno.ErrOccupato):
		return Turno{}, via(esterno.ErrSaturated)
	case err != nil && ctx.Err() != nil:
		return Turno{}, via(err)
	case err != nil:
		return Turno{}, err
	}
	t := NuovoTurno(gia, s.Chiamata, func(ctx context.Context) error {
		if err := mio.Rinnova(ctx); errors.Is(err, turno.ErrPerso) {
			return via(err)
		} else if err != nil {
			return err
		}
		return nil
	}, func() { _ = mio.Lascia(ctx) })
	if gia == "" {
		if t.Numero, err = s.Numero(ctx, registro); err != nil {
			t.Lascia()
		}
	}
	return t, err
}
