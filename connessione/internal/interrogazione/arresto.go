package interrogazione

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Vie gives the headers of the calls of a command to an e-service, as pdnd.Client does. While an e-service refuses the command
// (a wrong setting, a drifting clock, a key not yet known to it), background work pauses: after the pause one piece of work
// asks, over all replicas, and its answer lets the others go on. Persons are never stopped: their question is a try as well.
type Vie struct {
	Store  Store
	Sotto  Headers
	Adesso func() time.Time
}

// Headers is pdnd.Client.
type Headers interface {
	Signed(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error
	Bearer(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error
}

// Signed makes a call that carries whatever the e-service asks for.
func (v Vie) Signed(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	return v.chiama(ctx, call, v.Sotto.Signed, do)
}

// Bearer makes a call that carries a voucher and nothing else.
func (v Vie) Bearer(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	return v.chiama(ctx, call, v.Sotto.Bearer, do)
}

type via func(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error

func (v Vie) chiama(ctx context.Context, call pdnd.Call, sotto via, do func(context.Context, http.Header) error) error {
	if call.Work {
		if err := v.Store.ammesso(ctx, call.EService, v.Adesso()); err != nil {
			return err
		}
	}
	risposto := false
	err := sotto(ctx, call, func(ctx context.Context, h http.Header) error {
		err := do(ctx, h)
		e := esterno.As(err)
		risposto = err == nil || e != nil && e.Status != 0 && !nonAmmesso(e) && !errors.Is(err, esterno.ErrUnavailable)
		return err
	})
	codice, transazione := rifiuto(err)
	switch {
	case codice != "":
		return errors.Join(err, v.Store.arresta(context.WithoutCancel(ctx), arresto{call.EService, codice, transazione}, v.Adesso()))
	case risposto:
		return errors.Join(err, v.Store.riprende(context.WithoutCancel(ctx), call.EService))
	}
	return err
}

// Prova makes a call that asks nothing. A refusal is kept as that of any call; an answer lets one piece of work try at once, and is no
// proof for what the others ask: what they get says so.
func (v Vie) Prova(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	err := v.Sotto.Signed(ctx, call, do)
	if codice, transazione := rifiuto(err); codice != "" {
		return errors.Join(err, v.Store.arresta(context.WithoutCancel(ctx), arresto{call.EService, codice, transazione}, v.Adesso()))
	}
	if err == nil {
		err = v.Store.ritenta(context.WithoutCancel(ctx), call.EService, v.Adesso())
	}
	return err
}

// rifiuto is the code by which an e-service, or PDND before it, refuses the command, with the gateway's transaction id if any;
// empty for any other error. A missing e-service in the settings is no refusal.
func rifiuto(err error) (codice, transazione string) {
	if p := problem.As(err); p != nil {
		if diImpostazione(p) && p.Codice != pdnd.CodeNotConfigured {
			return p.Codice, ""
		}
		return "", ""
	}
	e := esterno.As(err)
	if e == nil || !nonAmmesso(e) {
		return "", ""
	}
	transazione, _ = strings.CutPrefix(e.Detail, "transazione ")
	return e.Code, transazione
}

// arresto is a refusal of an e-service.
type arresto struct{ registro, codice, transazione string }

// primaPausa is how long work leaves an e-service alone after its first refusal; it doubles, up to 16 times that.
const primaPausa = 30 * time.Second

// arresta keeps that an e-service does not let the command in. The pause grows when it is over, not with every question that was
// on its way.
func (s Store) arresta(ctx context.Context, a arresto, adesso time.Time) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `INSERT INTO arresto AS a (registro, codice, transazione, dal, ultimo, fino) VALUES ($1, $2, $3, $4::timestamptz, $4::timestamptz, $4::timestamptz + $5::interval)
		ON CONFLICT (registro) DO UPDATE SET codice = $2, transazione = $3, ultimo = excluded.ultimo`, a.registro, a.codice, a.transazione, adesso, primaPausa)
	return db.Wrap("arresto", err)
}

// riprende forgets a refusal: the e-service has answered.
func (s Store) riprende(ctx context.Context, registro string) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `DELETE FROM arresto WHERE registro = $1`, registro)
	return db.Wrap("arresto", err)
}

// ritenta ends the pause of an e-service: the next piece of work asks.
func (s Store) ritenta(ctx context.Context, registro string, adesso time.Time) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `UPDATE arresto SET fino = least(fino, $2::timestamptz), volte = 0 WHERE registro = $1`, registro, adesso)
	return db.Wrap("arresto", err)
}

// ammesso refuses work while an e-service is left alone; the first piece of work after the pause is let through, and the pause
// begins again, longer, until it is answered.
func (s Store) ammesso(ctx context.Context, registro string, adesso time.Time) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var codice string
	err = database.Pool.QueryRow(ctx, `WITH sonda AS (UPDATE arresto SET fino = $2::timestamptz + $3::interval * (2 ^ least(volte, 4))::integer, volte = volte + 1
			WHERE registro = $1 AND fino <= $2::timestamptz RETURNING registro)
		SELECT a.codice FROM arresto a WHERE a.registro = $1 AND a.fino > $2::timestamptz AND NOT EXISTS (SELECT FROM sonda)`, registro, adesso, primaPausa).Scan(&codice)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return db.Wrap("arresto", err)
	}
	return problem.NonDisponibile(Negato, "L'e-service «"+registro+"» non ammette il comando ("+codice+"): "+pdnd.Cure(codice)+
		" Le domande in coda aspettano e ripartono da sole.")
}
