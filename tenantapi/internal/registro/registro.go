// Package registro writes the audit of searches in batches, at most one second late, so that a
// search never waits for a commit.
package registro

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	ogni      = time.Second
	inCoda    = 10_000 // lines that wait at most, in the queue and again beside it
	perBlocco = 500
)

// Diario collects lines and writes them per tenant.
type Diario struct {
	pools *db.Pools
	log   *slog.Logger
	voci  chan voce
	fine  chan struct{}
	fermo sync.WaitGroup
}

type voce struct {
	tenant  tenant.Tenant
	accesso db.Access
}

// Nuovo starts the writer; Chiudi ends it.
func Nuovo(p *db.Pools, log *slog.Logger) *Diario {
	d := &Diario{pools: p, log: log, voci: make(chan voce, inCoda), fine: make(chan struct{})}
	d.fermo.Go(d.scrivi)
	return d
}

// Annota hands over a line; when the queue is full the caller waits: no line is dropped. The error is
// a 503 when ctx ends first: what cannot be recorded is not shown.
func (d *Diario) Annota(ctx context.Context, t tenant.Tenant, a db.Access) error {
	select {
	case d.voci <- voce{t, a}:
		return nil
	case <-ctx.Done():
		return problem.NonDisponibile("REGISTRO_OCCUPATO", "La ricerca non si può registrare: riprovare.").With(ctx.Err())
	}
}

// Offri hands over a line of a refusal: when the queue is full it goes to the log instead, so that strangers who are kept
// out make nobody wait.
func (d *Diario) Offri(t tenant.Tenant, a db.Access) {
	select {
	case d.voci <- voce{t, a}:
	default:
		d.log.Warn("registro pieno: un rifiuto non è scritto", "tenant", t.Nome, "esito", a.Esito, "motivo", a.Motivo)
	}
}

// Chiudi writes the remaining lines. No line may be handed over after it.
func (d *Diario) Chiudi() {
	close(d.fine)
	d.fermo.Wait()
}

func (d *Diario) scrivi() {
	orologio := time.NewTicker(ogni)
	defer orologio.Stop()
	attesa := map[string][]voce{}
	for {
		select {
		case v := <-d.prossime(attesa):
			attesa[v.tenant.Nome] = append(attesa[v.tenant.Nome], v)
			if len(attesa[v.tenant.Nome])%perBlocco != 0 {
				continue
			}
		case <-orologio.C:
		case <-d.fine:
			for len(d.voci) > 0 {
				v := <-d.voci
				attesa[v.tenant.Nome] = append(attesa[v.tenant.Nome], v)
			}
			d.versa(attesa)
			return
		}
		d.versa(attesa)
	}
}

// prossime is where new lines come from; from nowhere while too many wait for a database that fails.
func (d *Diario) prossime(attesa map[string][]voce) <-chan voce {
	ferme := 0
	for _, voci := range attesa {
		ferme += len(voci)
	}
	if ferme >= inCoda {
		return nil
	}
	return d.voci
}

// versa writes each tenant's lines; what fails stays for the next turn.
func (d *Diario) versa(attesa map[string][]voce) {
	for nome, voci := range attesa {
		ctx, fine := context.WithTimeout(tenant.With(context.Background(), voci[0].tenant), 10*time.Second)
		err := d.versaTenant(ctx, voci)
		fine()
		if err != nil {
			d.log.Error("registro non scritto, riprova", "tenant", nome, "righe", len(voci), "errore", err)
			continue
		}
		delete(attesa, nome)
	}
}

func (d *Diario) versaTenant(ctx context.Context, voci []voce) error {
	database, err := d.pools.Tenant(ctx)
	if err != nil {
		return err
	}
	righe := make([]db.Access, len(voci))
	for i, v := range voci {
		righe[i] = v.accesso
	}
	return db.Audit(ctx, database.Pool, righe...)
}
