package invio

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	passo          = 250 * time.Millisecond // between two looks for due work
	girAlPiu       = 8                      // commands at work at once
	giroEntro      = 2 * time.Minute
	altrove        = 10 * time.Second // before the next try for a command at which another replica works
	riposo         = 15 * time.Minute // of a command with nothing open: longer than an unused database stays open
	scarto         = 30 * time.Second // random, so that replicas do not start together
	dopoUnErrore   = 5 * time.Second
	turnoDura      = 30 * time.Second
	diSeguito      = 16 // rounds of a command that has more to do, before the others have their turn
	ambitoCanale   = "send"
	chiaveDelTurno = "canale"
)

// Giri calls Service.Giro for each command connected to SEND when some of its work is due. A command without a connection costs only a
// look at its settings.
type Giri struct {
	Service *Service
	Tenant  *tenant.Directory
	Log     *slog.Logger

	mu     sync.Mutex
	dopo   map[string]time.Time
	vanno  map[string]bool
	ancora map[string]bool // commands woken while they were at work
}

// Avvia starts the work. ferma stops it and waits for its end.
func (g *Giri) Avvia() (ferma func()) {
	g.dopo, g.vanno, g.ancora = map[string]time.Time{}, map[string]bool{}, map[string]bool{}
	ctx, smette := context.WithCancel(context.Background())
	var lavorano sync.WaitGroup
	posti := make(chan struct{}, girAlPiu)
	lavorano.Go(func() {
		for clock.Sleep(ctx, passo) == nil {
			if !g.Tenant.Ready() {
				continue
			}
			for _, t := range g.dovuti() {
				posti <- struct{}{}
				lavorano.Go(func() {
					defer func() { <-posti }()
					g.uno(ctx, t)
				})
			}
		}
	})
	return func() { smette(); lavorano.Wait() }
}

// dovuti lists the commands whose work is due, and marks them as at work.
func (g *Giri) dovuti() (tutti []tenant.Tenant) {
	svegliati, adesso := g.Service.Sveglia.Prendi(), clock.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, comando := range svegliati {
		g.dopo[comando] = time.Time{}
		g.ancora[comando] = g.vanno[comando]
	}
	for _, t := range g.Tenant.Active() {
		if g.vanno[t.Nome] || adesso.Before(g.dopo[t.Nome]) {
			continue
		}
		if !slices.Contains(svegliati, t.Nome) && !g.Service.Canali.collegato(t.Nome) {
			g.dopo[t.Nome] = adesso.Add(riposo) // Canali wakes the command when its connection opens
			continue
		}
		g.vanno[t.Nome] = true
		tutti = append(tutti, t)
	}
	return tutti
}

// uno works for a command until nothing more of it is due, a few rounds at most, and notes when it is to be looked at again.
func (g *Giri) uno(ctx context.Context, t tenant.Tenant) {
	giro := func() (time.Duration, error) {
		suo, fine := context.WithTimeout(tenant.With(ctx, t), giroEntro)
		defer fine()
		return g.Service.Giro(suo)
	}
	fra, err := giro()
	for n := 1; n < diSeguito && fra == 0 && err == nil && ctx.Err() == nil; n++ {
		fra, err = giro()
	}
	if err != nil && ctx.Err() == nil {
		g.Log.WarnContext(ctx, "notifiche di SEND", "tenant", t.Nome, "errore", err)
		fra = max(fra, dopoUnErrore)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.vanno, t.Nome)
	if !g.ancora[t.Nome] {
		g.dopo[t.Nome] = clock.Now().Add(fra)
	}
	delete(g.ancora, t.Nome)
}

// Giro sends what is due for the context's command, reads its stream, fetches proofs, reads notifications again and tells SEND of
// payments, unless another replica does. fra is how long to wait before the next call. The error joins those of the parts, and one part
// does not stop the others; only a refusal of the command by SEND stops the rest.
func (s *Service) Giro(ctx context.Context) (fra time.Duration, err error) {
	comando := tenant.Name(ctx)
	c, err := s.Canali.Apri(comando)
	if err != nil {
		return riposo, s.ferma(ctx, fermaNonCollegata)
	}
	rifiuto, err := s.rifiutato(ctx)
	switch {
	case err != nil:
		return dopoUnErrore, err
	case rifiuto != nil && rifiuto.Ancora:
		return max(time.Until(rifiuto.Fino), passo), s.ferma(ctx, fermaPausa)
	}
	turni := turno.Turni{Pools: s.Pools, Ambito: ambitoCanale, Dura: turnoDura, Segnali: s.Segnali}
	mio, preso, err := turni.Prendi(ctx, chiaveDelTurno, uuid.NullUUID{})
	if err != nil || !preso {
		return altrove, err
	}
	defer func() { _ = mio.Lascia(ctx) }() // a turn that is not released expires by itself
	tenuto, smetti := mio.Reggi(ctx)
	defer smetti()
	fra = riposo + rand.N(scarto) //nolint:gosec // jitter, not a secret
	for _, parte := range []func(context.Context, string, canale) (time.Duration, error){s.leggiFlussi, s.spedisci, s.prendiProve, s.rileggi, s.diPagati} {
		quando, errore := parte(tenuto, comando, c)
		fra = min(fra, quando)
		if p := send.InPausa(errore); p != nil {
			return passo, errors.Join(err, s.arresta(context.WithoutCancel(ctx), p.Codice), s.ferma(ctx, fermaPausa))
		}
		if err = errors.Join(err, errore); tenuto.Err() != nil {
			return passo, err
		}
	}
	if rifiuto != nil {
		err = errors.Join(err, s.riprende(ctx))
	}
	return fra, err
}

// entro is the time left until an instant, at least zero; riposo when nothing is scheduled.
func entro(quando *time.Time, adesso time.Time) time.Duration {
	if quando == nil {
		return riposo
	}
	return max(quando.Sub(adesso), 0)
}

// primaPausa is how long SEND is left alone after its first refusal of the command. The pause doubles, up to 16 times that.
const primaPausa = 30 * time.Second

// pausa is a refusal of the command by SEND. Ancora: SEND is left alone until Fino.
type pausa struct {
	Codice    string
	Dal, Fino time.Time
	Ancora    bool
}

// rifiutato reads SEND's latest refusal of the command; nil while SEND lets the command in.
func (s *Service) rifiutato(ctx context.Context) (*pausa, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var p pausa
	err = database.Pool.QueryRow(ctx, `SELECT codice, dal, fino, fino > clock_timestamp() FROM arresto WHERE registro = $1`, sistema).
		Scan(&p.Codice, &p.Dal, &p.Fino, &p.Ancora)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // no refusal
	}
	return &p, db.Wrap("arresto", err)
}

// arresta records that SEND does not let the command in, and until when SEND is left alone.
func (s *Service) arresta(ctx context.Context, codice string) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `INSERT INTO arresto AS a (registro, codice, transazione, dal, ultimo, fino)
		VALUES ($1, $2, '', clock_timestamp(), clock_timestamp(), clock_timestamp() + $3::interval)
		ON CONFLICT (registro) DO UPDATE SET codice = excluded.codice, ultimo = excluded.ultimo, volte = a.volte + 1,
			fino = clock_timestamp() + $3::interval * power(2, least(a.volte, 4))`, sistema, codice, primaPausa)
	return db.Wrap("arresto", err)
}

// riprende deletes the refusal after a turn that met none.
func (s *Service) riprende(ctx context.Context) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `DELETE FROM arresto WHERE registro = $1`, sistema)
	return db.Wrap("arresto", err)
}

// ferma writes on the attempts that wait to leave the reason that holds them.
func (s *Service) ferma(ctx context.Context, perche string) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `UPDATE invio SET ferma = $1, ferma_dal = coalesce(CASE WHEN ferma = $1 THEN ferma_dal END, $2)
		WHERE stato = 'DA_INVIARE' AND prossimo IS NOT NULL AND ferma <> $1`, perche, s.Adesso())
	return db.Wrap("invio", err)
}

// tutte joins the errors of many calls; a refusal of the command is returned alone.
func tutte(errori []error) error {
	if i := slices.IndexFunc(errori, func(err error) bool { return send.InPausa(err) != nil }); i >= 0 {
		return errori[i]
	}
	return errors.Join(errori...)
}
