package bus

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	righePerGiro   = 500
	giroOgni       = 5 * time.Minute
	conferma       = 10 * time.Second       // for the bus to acknowledge the messages sent
	riposoPieno    = time.Second            // before trying again what the bus did not take
	riposoGuasto   = 30 * time.Second       // before trying again what only a person can mend; most of a failing run
	riposoBreve    = 5 * time.Millisecond   // between two looks: what commits meanwhile leaves together, in one transaction
	riposoOccupata = 50 * time.Millisecond  // another process is relaying: it may have looked before our commit
	interoOgni     = 250 * time.Millisecond // between two looks at a whole outbox that a full subject keeps from emptying
	quotaIntero    = 10                     // rests for each of them
	quotaGuardia   = 4                      // rests for each look, while what cannot leave has to be read over: a fifth of a processor
	tenantInsieme  = 2                      // connections of all sweeps together (design, section 5)
	tenantSubito   = 8                      // tenants of a sweep that are looked at without a pause
	passoGiro      = 50 * time.Millisecond  // between the others: 500 tenants take half a minute and a tenth of a processor
	segnalatiAlPiu = 100
	giorniRicevuto = 45 // that the inbox is kept (design, section 3)
)

// Relay relays the outbox of every tenant to the bus, in order per fine, one process at a time per
// database: woken after each commit, and sweeping all tenants at start and every five minutes for
// what a dead process left. A sweep goes slowly, brings the schemas up to date on its way and leaves
// nothing open.
type Relay struct {
	bus    *Bus
	pools  *db.Pools
	schema map[string]string // database kind → schema name, "" for tenants' databases
	tenant func() []tenant.Tenant
	visite chan struct{} // one place for each connection of the sweeps
	inGiro atomic.Bool   // a sweep of all is going on

	mu        sync.Mutex
	attive    map[string]*round
	serviti   map[tenant.Tenant]bool // that Segui was last told of
	segnalati []string               // ids of rows that the log has told of
}

// round is the state of one tenant's relay.
type round struct {
	attende pending
	altre   bool          // rows of others were in the table
	scossa  chan struct{} // ends a rest
	intero  time.Time     // before which the rows behind a full subject are not read again
}

// SearchPath says which schemas of this service have an outbox; an empty name means none there.
type SearchPath struct{ Platform, Tenant string }

// NewRelay makes the relay; tenants lists the active ones. It takes over the pools' alarm.
func NewRelay(b *Bus, p *db.Pools, percorso SearchPath, tenants func() []tenant.Tenant) *Relay {
	s := &Relay{bus: b, pools: p, tenant: tenants, visite: make(chan struct{}, tenantInsieme),
		attive: map[string]*round{}, serviti: map[tenant.Tenant]bool{},
		schema: map[string]string{tenant.Platform: percorso.Platform, "": percorso.Tenant}}
	p.OnPublish(s.pubblicate)
	return s
}

// Start starts the sweeps: at once at each connection to the bus, then every five minutes.
func (s *Relay) Start() {
	s.bus.OnConnect(func() { s.spazzaTutti(s.bus.ctx) })
	s.bus.avvia(func(ctx context.Context) {
		for ctx.Err() == nil {
			_ = clock.Sleep(ctx, giroOgni+rand.N(giroOgni/5)) //nolint:gosec // jitter, not a secret
			s.spazzaTutti(ctx)
		}
	})
}

// spazzaTutti sweeps all tenants, unless it is being done: a bus that comes and goes adds no sweeps.
func (s *Relay) spazzaTutti(ctx context.Context) {
	if s.inGiro.CompareAndSwap(false, true) {
		defer s.inGiro.Store(false)
		s.spazza(ctx, s.tenant())
	}
}

// Follow sweeps the tenants that were not served before: at the first reading of the tenants, all of
// them; later those created, taken up again or moved to another server. It is for
// tenant.Directory.OnChange and returns at once.
func (s *Relay) Follow(tutti []tenant.Tenant) {
	serviti := map[tenant.Tenant]bool{}
	var nuovi []tenant.Tenant
	s.mu.Lock()
	for _, t := range tutti {
		if t.Stato != tenant.Active {
			continue
		}
		serviti[t] = true
		if !s.serviti[t] {
			nuovi = append(nuovi, t)
		}
	}
	s.serviti = serviti
	s.mu.Unlock()
	if len(nuovi) > 0 {
		s.bus.avvia(func(ctx context.Context) { s.spazza(ctx, nuovi) })
	}
}

// spazza looks once at the outbox of the platform and of these tenants, one after the other with a
// pause, through at most two connections over all sweeps. An outbox that does not empty at once goes on
// by itself and holds no other up.
func (s *Relay) spazza(ctx context.Context, tutti []tenant.Tenant) {
	var g sync.WaitGroup
	for i, t := range append([]tenant.Tenant{{Nome: tenant.Platform}}, tutti...) {
		if i > tenantSubito {
			_ = clock.Sleep(ctx, passoGiro)
		}
		select {
		case <-ctx.Done():
			g.Wait()
			return
		case s.visite <- struct{}{}:
		}
		mio := s.prenota(t.Nome, nil)
		if mio == nil {
			<-s.visite
			continue
		}
		g.Go(func() {
			defer func() { <-s.visite }()
			if riposo := s.passa(ctx, t.Nome, 0, s.visita); riposo > 0 || !s.finita(t.Nome) {
				s.bus.avvia(func(ctx context.Context) {
					mio.riposa(ctx, riposo, 0)
					s.corri(ctx, t.Nome, mio)
				})
			}
		})
	}
	g.Wait()
}

// sgombera forgets the messages taken long ago: none can come back after that time.
func (s *Relay) sgombera(ctx context.Context, nome string, pool *db.Pool) {
	_, err := pool.Exec(ctx, `DELETE FROM ricevuto WHERE quando < now() - make_interval(days => $1)`, giorniRicevuto)
	if err != nil && ctx.Err() == nil {
		s.bus.log.WarnContext(ctx, "messaggi ricevuti non sgomberati", "di", nome, "errore", err)
	}
}

func (s *Relay) schemaDi(nome string) string {
	if nome == tenant.Platform {
		return s.schema[tenant.Platform]
	}
	return s.schema[""]
}

// Wake makes the relay of a tenant look at its outbox. It returns at once.
func (s *Relay) Wake(nome string) { s.pubblicate(nome, nil) }

// pubblicate hands the relay of a tenant the rows that a commit has written; without any it looks at the outbox.
func (s *Relay) pubblicate(nome string, righe []db.OutboxRow) {
	if mio := s.prenota(nome, righe); mio != nil {
		s.bus.avvia(func(ctx context.Context) { s.corri(ctx, nome, mio) })
	}
}

// prenota claims the relay of a tenant for what it has to look at; one already running does it, and nil is given.
func (s *Relay) prenota(nome string, righe []db.OutboxRow) *round {
	if s.schemaDi(nome) == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.attive[nome]; g != nil {
		g.attende.aggiungi(righe)
		select {
		case g.scossa <- struct{}{}:
		default:
		}
		return nil
	}
	g := &round{scossa: make(chan struct{}, 1)}
	g.attende.aggiungi(righe)
	s.attive[nome] = g
	return g
}

// corri empties the outbox of one tenant, resting when the bus or the database does not follow.
func (s *Relay) corri(ctx context.Context, nome string, mio *round) {
	var riposo time.Duration
	for ctx.Err() == nil {
		inizio := time.Now()
		riposo = s.passa(ctx, nome, riposo, s.svuota)
		guardia := time.Since(inizio)
		if riposo == 0 {
			_ = clock.Sleep(ctx, riposoBreve)
			if s.finita(nome) {
				return
			}
		}
		mio.riposa(ctx, riposo, guardia)
	}
}

// riposa waits that long, or until it is woken; however often it is woken it stays a moment, and up to riposoPieno
// after a long look: each commit wakes it, and what waits for a full subject is read over at every look.
func (g *round) riposa(ctx context.Context, quanto, guardia time.Duration) {
	almeno := min(quanto, max(riposoOccupata, min(quotaGuardia*guardia, riposoPieno)))
	_ = clock.Sleep(ctx, almeno)
	t := time.NewTimer(quanto - almeno)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	case <-g.scossa:
	}
}

// finita ends the relay of a tenant unless it was woken while it ran.
func (s *Relay) finita(nome string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.attive[nome]
	if g.altre && g.attende.vuota() {
		g.altre, g.attende.tavola = false, true
	}
	if !g.attende.vuota() {
		return false
	}
	delete(s.attive, nome)
	return true
}

// passa looks once at what there is to look at and says how long to rest; prima is the rest before this run, which
// doubles as long as runs fail. After a rest the table is read.
func (s *Relay) passa(ctx context.Context, nome string, prima time.Duration,
	guarda func(ctx context.Context, t tenant.Tenant, p pending) (time.Duration, error),
) (riposo time.Duration) {
	p := s.ritira(nome)
	t, servito := s.servito(nome)
	if !servito || p.vuota() {
		return 0 // the outbox of a tenant that is no longer served waits for its return
	}
	if nome != tenant.Platform {
		ctx = tenant.With(ctx, t)
	}
	defer func() {
		if riposo > 0 {
			s.allaTavola(nome)
		}
	}()
	riposo, err := guarda(ctx, t, p)
	if err == nil || ctx.Err() != nil {
		return riposo
	}
	if !errors.Is(err, errScollegata) { // the connection has told of itself
		s.bus.log.WarnContext(ctx, "staffetta in attesa", "di", nome, "errore", err)
	}
	return min(max(2*prima, riposoPieno), riposoGuasto)
}

// servito gives a tenant if it is active; the platform always is.
func (s *Relay) servito(nome string) (tenant.Tenant, bool) {
	if nome == tenant.Platform {
		return tenant.Tenant{Nome: nome}, true
	}
	for _, t := range s.tenant() {
		if t.Nome == nome {
			return t, true
		}
	}
	return tenant.Tenant{}, false
}

// svuota opens the database of a tenant, which stays open as one in use does, and empties its outbox: from memory where it can.
func (s *Relay) svuota(ctx context.Context, t tenant.Tenant, p pending) (riposo time.Duration, err error) {
	if !s.bus.Conn.IsConnected() {
		return 0, errScollegata
	}
	database, err := s.pools.Of(ctx, t)
	if err != nil {
		return 0, err
	}
	if !p.tavola {
		if tutte, err := s.daMemoria(ctx, t.Nome, database.Pool, p.righe); tutte || err != nil {
			return 0, err
		}
	}
	inizio := time.Now()
	manca := s.mancaAlTutto(t.Nome)
	riposo, err = s.spedisci(ctx, t.Nome, database.Pool, manca <= 0)
	switch fine := time.Now(); {
	case riposo == 0:
	case manca <= 0:
		s.rimanda(t.Nome, fine.Add(max(interoOgni, quotaIntero*fine.Sub(inizio))))
	default:
		riposo = min(riposo, manca)
	}
	return riposo, err
}

// mancaAlTutto is how long a whole outbox is not to be looked at yet.
func (s *Relay) mancaAlTutto(nome string) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.attive[nome]; g != nil {
		return time.Until(g.intero)
	}
	return 0
}

func (s *Relay) rimanda(nome string, a time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.attive[nome]; g != nil {
		g.intero = a
	}
}

// visita looks into a database without leaving it open.
func (s *Relay) visita(ctx context.Context, t tenant.Tenant, _ pending) (riposo time.Duration, err error) {
	err = s.pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error {
		s.sgombera(ctx, t.Nome, pool)
		if !s.bus.Conn.IsConnected() {
			return errScollegata
		}
		riposo, err = s.spedisci(ctx, t.Nome, pool, true)
		return err
	})
	return riposo, err
}

// spedisci sends all that can leave and says how long to rest before looking again. Where a subject is full and intero is
// not set it looks at the first page alone: what has got room leaves from there. A tenant that is suspended meanwhile sends no
// further page.
func (s *Relay) spedisci(ctx context.Context, nome string, pool *db.Pool, intero bool) (riposo time.Duration, err error) {
	for g := nuovaGiacenza(); ; {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return s.turno(ctx, tx, nome, g) })
		switch {
		case errors.Is(err, errOccupata):
			return riposoOccupata, nil
		case err != nil:
			return 0, db.Wrap("staffetta", err)
		case g.fallisce != nil:
			return 0, fmt.Errorf("pubblicazione: %w", g.fallisce)
		case g.lette < righePerGiro, !intero && len(g.pieni) > 0:
			return g.riposo(), nil
		}
	}
}

// turno sends a page of rows and deletes those that the bus has acknowledged. The commit does not wait for
// the disk: rows that a crash brings back leave once more, and who receives them knows them by their id.
func (s *Relay) turno(ctx context.Context, tx pgx.Tx, nome string, g *backlog) error {
	var mia bool
	err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtext('verbali.uscita.' || $1)) FROM set_config('synchronous_commit', 'off', true)`, s.schemaDi(nome)).Scan(&mia)
	if err != nil {
		return fmt.Errorf("serratura: %w", err)
	}
	if !mia {
		return errOccupata
	}
	righe, err := leggiUscita(ctx, tx, g)
	if err != nil {
		return err
	}
	g.lette, g.spedite = len(righe), nil
	if _, servito := s.servito(nome); !servito { // after the reading: later rows stay
		g.lette = 0
		return nil
	}
	s.invia(ctx, righe, g)
	if len(g.spedite) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, `DELETE FROM uscita WHERE posizione = ANY($1)`, g.spedite); err != nil {
		return fmt.Errorf("uscita: %w", err)
	}
	return nil
}
