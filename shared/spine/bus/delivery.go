package bus

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	natsEntro     = 2 * time.Second // for the bus to be there: a command does not wait for it longer
	consegnaEntro = 5 * time.Second // for the messages to leave
	guardaOgni    = 20 * time.Millisecond
)

// Deliver empties an outbox for a command that is about to end: that of the tenant, of the platform for
// the zero one. It gives how many messages are left, because the bus did not answer in time; that is no
// failure: the service sends them when it next connects, or in its sweep. An empty outbox asks nothing of
// the bus.
func Deliver(ctx context.Context, o Options, p *db.Pools, percorso SearchPath, chi tenant.Tenant) (restano int, err error) {
	nome, quali, database, err := uscitaDi(ctx, p, chi)
	if err != nil {
		return 0, err
	}
	if restano, err = inUscita(ctx, database); err != nil || restano == 0 {
		return restano, err
	}
	linea, err := Open(o)
	if err != nil {
		return restano, err
	}
	defer linea.Close()
	if finche(ctx, natsEntro, linea.Conn.IsConnected) {
		NewRelay(linea, p, percorso, func() []tenant.Tenant { return quali }).Wake(nome)
		finche(ctx, consegnaEntro, func() bool {
			restano, err = inUscita(ctx, database)
			return err != nil || restano == 0
		})
	}
	return restano, err
}

// uscitaDi is where the outbox is, and the tenants whose relays may run: none beside the platform's.
func uscitaDi(ctx context.Context, p *db.Pools, chi tenant.Tenant) (nome string, quali []tenant.Tenant, b *db.Database, err error) {
	if chi.Nome == "" {
		b, err = p.Platform(ctx)
		return tenant.Platform, nil, b, err
	}
	b, err = p.Tenant(tenant.With(ctx, chi))
	return chi.Nome, []tenant.Tenant{chi}, b, err
}

func inUscita(ctx context.Context, b *db.Database) (n int, err error) {
	err = b.Pool.QueryRow(ctx, `SELECT count(*) FROM uscita`).Scan(&n)
	return n, db.Wrap("uscita", err)
}

// finche asks again until the answer is yes (true) or the time is over.
func finche(ctx context.Context, entro time.Duration, vero func() bool) bool {
	ctx, fine := context.WithTimeout(ctx, entro)
	defer fine()
	ogni := time.NewTicker(guardaOgni)
	defer ogni.Stop()
	for !vero() {
		select {
		case <-ctx.Done():
			return false
		case <-ogni.C:
		}
	}
	return true
}
