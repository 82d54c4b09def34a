// Package orfani sweeps the document store of what no row names: files are written before their rows, and a
// stop in between leaves them. Once a day, slowly, a file older than a day that no row names is set aside;
// a file set aside a day ago that still no row names is deleted. Until then it can be read, and is put
// back when a row names it: no row that is being written meanwhile loses its file. A file left half written by a
// writer that died goes too, when it is a day old.
package orfani

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	eta      = 24 * time.Hour         // before a file without a row is an orphan, and again before it is deleted
	ogni     = 24 * time.Hour         // between two rounds
	prima    = 30 * time.Minute       // from the start to the first one
	scarto   = 30 * time.Minute       // replicas do not go together
	insieme  = 10_000                 // files looked for in the rows at once
	passo    = 20 * time.Millisecond  // between two files that are moved
	respiro  = 500 * time.Millisecond // between two searches, and two commands
	sospetti = 1000                   // orphans, more than the named files, that a person should look at first

	lasciaEntro = 5 * time.Second // to give the sweep of a tenant back
)

// Spazzino sweeps the store of the active tenants.
type Spazzino struct {
	Deposito *deposito.Deposito
	Pools    *db.Pools
	Tenant   *tenant.Directory
	Adesso   func() time.Time
	Log      *slog.Logger

	misure *misure
	passo  time.Duration
}

// Nuovo makes the sweeper of a process, of its parts, with its metrics.
func Nuovo(s Spazzino, metriche prometheus.Registerer) *Spazzino {
	s.misure, s.passo = nuoveMisure(metriche), passo
	return &s
}

// Avvia starts the rounds. The function it gives stops them and waits for the file that is being moved.
func (s *Spazzino) Avvia() (ferma func()) {
	ctx, smette := context.WithCancel(context.Background())
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		for fra := prima; clock.Sleep(ctx, fra+rand.N(scarto)) == nil; fra = ogni { //nolint:gosec // jitter, not a secret
			s.Giro(ctx)
		}
	}()
	return func() { smette(); <-finito }
}

// Giro sweeps every active tenant once, one after the other.
func (s *Spazzino) Giro(ctx context.Context) {
	for i, t := range s.Tenant.Active() {
		if i > 0 && clock.Sleep(ctx, respiro) != nil {
			return
		}
		e, err := s.Spazza(ctx, t)
		s.misure.conta(e)
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "documenti orfani non spazzati", "tenant", t.Nome, "errore", err)
			continue
		}
		if e != (Esito{Visti: e.Visti}) {
			s.Log.InfoContext(ctx, "documenti orfani", "tenant", t.Nome, "visti", e.Visti, "accantonati", e.Accantonati,
				"ripristinati", e.Ripristinati, "eliminati", e.Eliminati, "corrotti", e.Corrotti, "provvisori", e.Provvisori)
		}
	}
	s.misure.fine(s.Adesso())
}

// Esito counts the files of a round.
type Esito struct {
	Visti        int // older than a day
	Accantonati  int
	Ripristinati int
	Eliminati    int
	Corrotti     int // without a row and not what they were: left for a person
	Provvisori   int // half written by a writer that died, and deleted
}

// Spazza sweeps one tenant; another process may be at it, and then there is nothing to do. It stops when it
// cannot read all the rows that may name a file, or when orphans are so many that the rows may be those that
// are missing. A database that is not in use is left closed.
func (s *Spazzino) Spazza(ctx context.Context, t tenant.Tenant) (Esito, error) {
	g := &giro{Spazzino: s, tenant: t.Nome, limite: s.Adesso().Add(-eta)}
	err := s.Pools.Visit(ctx, t, g.spazza)
	return g.esito, err
}

func (s *giro) spazza(ctx context.Context, pool *db.Pool) error {
	lascia, mio, err := s.prendi(ctx, pool)
	if err != nil || !mio {
		return err
	}
	defer lascia()
	if s.esito.Provvisori, err = s.Deposito.TogliProvvisori(ctx, s.tenant, s.limite); err != nil {
		return err
	}
	if err := s.leggiColonne(ctx); err != nil {
		return err
	}
	if err := s.aGruppi(ctx, s.Deposito.ElencaAccantonati, s.rivedi); err != nil {
		return err
	}
	return s.aGruppi(ctx, s.Deposito.Elenca, s.accantona)
}

// giro is the sweep of one tenant.
type giro struct {
	*Spazzino

	tenant string
	conn   *pgxpool.Conn
	cerca  string // finds the files that some row names
	limite time.Time
	esito  Esito
}

type elenco func(ctx context.Context, tenant string, visita func(deposito.Voce) error) error

// aGruppi hands files over by groups, with a rest between them.
func (s *giro) aGruppi(ctx context.Context, elenca elenco, f func(context.Context, []deposito.Voce) error) error {
	var gruppo []deposito.Voce
	err := elenca(ctx, s.tenant, func(v deposito.Voce) error {
		if gruppo = append(gruppo, v); len(gruppo) < insieme {
			return nil
		}
		err := f(ctx, gruppo)
		gruppo = gruppo[:0]
		if err == nil {
			err = clock.Sleep(ctx, respiro)
		}
		return err
	})
	if err == nil && len(gruppo) > 0 {
		err = f(ctx, gruppo)
	}
	return err
}

// rivedi puts back what a row names after all, and deletes what has been aside for a day.
func (s *giro) rivedi(ctx context.Context, voci []deposito.Voce) error {
	nominati, err := s.nominati(ctx, voci)
	if err != nil {
		return err
	}
	for _, v := range voci {
		switch {
		case nominati[v.SHA256]:
			err = s.Deposito.Ripristina(ctx, s.tenant, v.SHA256)
			s.esito.Ripristinati++
		case v.Scritto.Before(s.limite):
			err = s.Deposito.Scarta(ctx, s.tenant, v.SHA256)
			s.esito.Eliminati++
		default:
			continue
		}
		if err != nil {
			return fmt.Errorf("orfani: %w", err)
		}
		if err := clock.Sleep(ctx, s.passo); err != nil {
			return err
		}
	}
	return nil
}

func (s *giro) accantona(ctx context.Context, voci []deposito.Voce) error {
	var vecchi []deposito.Voce
	for _, v := range voci {
		if v.Scritto.Before(s.limite) {
			vecchi = append(vecchi, v)
		}
	}
	nominati, err := s.nominati(ctx, vecchi)
	if err != nil {
		return err
	}
	s.esito.Visti += len(vecchi)
	cancellati, err := s.cancellati(ctx, vecchi)
	if err != nil {
		return err
	}
	if orfani := len(vecchi) - len(nominati) - cancellati; orfani > sospetti && orfani > len(nominati) {
		return fmt.Errorf("orfani: %d file su %d non hanno una riga: manca la banca dati?", orfani, len(vecchi))
	}
	for _, v := range vecchi {
		if nominati[v.SHA256] {
			continue
		}
		fatto, err := s.Deposito.Accantona(ctx, s.tenant, v.SHA256, s.limite)
		switch {
		case errors.Is(err, deposito.ErrCorrotto):
			s.esito.Corrotti++
		case err != nil:
			return fmt.Errorf("orfani: %w", err)
		case fatto:
			s.esito.Accantonati++
		}
		if err := clock.Sleep(ctx, s.passo); err != nil {
			return err
		}
	}
	return nil
}
