// Package scadenzario moves the debt of fines when their terms end: the day after the last useful day
// of the reduced payments (art. 202 c. 1 and 203 c. 3 CdS) the term is over, the price is another one,
// and the debt left after sixty days gets a notice of its own. Several replicas do it together, and one
// that was stopped half-way is simply run again: a term that was acted upon is marked in the change
// that acts. The same round takes up the acts that waited for a setting of the command.
package scadenzario

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/atto"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	giroOgni = 10 * time.Minute       // holds end, services are recorded late, replicas die
	scarto   = time.Minute            // replicas do not start together
	riprova  = 500 * time.Millisecond // until tenants and registers have been read
)

// Scadenzario runs the terms of every active tenant. Its parts are to be set before Avvia.
type Scadenzario struct {
	Archivio *archivio.Store
	Atti     *atto.Service
	Pools    *db.Pools
	Anagrafe *anagrafe.Copy
	Tenant   *tenant.Directory
	Adesso   func() time.Time
	Log      *slog.Logger

	porzione int           // terms of a transaction
	turno    int           // transactions of a tenant before the others have theirs
	passo    time.Duration // between one tenant and the next
	misure   *misure
}

// Nuovo makes the scadenzario of a process with its metrics, on the clock of the acts that it takes up.
func Nuovo(a *atto.Service, p *db.Pools, t *tenant.Directory, log *slog.Logger, metriche prometheus.Registerer) *Scadenzario {
	return &Scadenzario{
		Archivio: a.Archivio, Atti: a, Pools: p, Anagrafe: a.Ufficio.Anagrafe, Tenant: t, Adesso: a.Adesso, Log: log,
		porzione: 250, turno: 20, passo: 50 * time.Millisecond, misure: nuoveMisure(metriche),
	}
}

// Avvia starts the rounds: as soon as tenants and registers are there, after midnight in Rome, and
// every ten minutes. The function it gives stops them and waits for the transaction that is going on.
func (s *Scadenzario) Avvia() (ferma func()) {
	ctx, smette := context.WithCancel(context.Background())
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		for clock.Sleep(ctx, s.attesa()) == nil {
			if s.pronto() {
				s.Giro(ctx)
			}
		}
	}()
	return func() { smette(); <-finito }
}

func (s *Scadenzario) pronto() bool { return s.Anagrafe.Ready() && s.Tenant.Ready() }

// attesa is how long to wait for the next round: the first comes as soon as it can.
func (s *Scadenzario) attesa() time.Duration {
	if !s.misure.iniziata.Load() {
		return riprova
	}
	return finoAl(s.Adesso()) + rand.N(scarto) //nolint:gosec // jitter, not a secret
}

// finoAl is the time from adesso to the next round, without the jitter: midnight in Rome when it comes
// before.
func finoAl(adesso time.Time) time.Duration {
	anno, mese, giorno := adesso.In(calendario.Roma()).Date()
	mezzanotte := time.Date(anno, mese, giorno+1, 0, 0, 0, 0, calendario.Roma())
	return min(giroOgni, mezzanotte.Sub(adesso))
}
