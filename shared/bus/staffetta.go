package bus

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

const (
	righePerGiro   = 500
	giroOgni       = 5 * time.Minute
	conferma       = 10 * time.Second      // for the bus to acknowledge what was sent
	riposoPieno    = time.Second           // before trying again what the bus did not take
	riposoOccupata = 50 * time.Millisecond // another process is relaying: it may have looked before our commit
	tenantInsieme  = 2                     // connections of a sweep (design, section 5)
)

// codicePieno is JetStream's answer when a subject holds its most (MaxMsgsPerSubject).
const codicePieno jetstream.ErrorCode = 10077

// Staffetta relays the outbox of every tenant to the bus, in order, one process at a time per
// database: woken after each commit, and sweeping all tenants at start and every five minutes for
// what a dead process left.
type Staffetta struct {
	bus     *Bus
	piscine *db.Piscine
	schema  map[string]string // database kind → schema name, "" for tenants' databases
	tenant  func() []tenant.Tenant

	mu     sync.Mutex
	attive map[string]*giro
}

// giro is the state of one tenant's relay: running, and whether it was woken meanwhile.
type giro struct{ ancora bool }

// Percorso says which schemas of this service have an outbox; an empty name means none there.
type Percorso struct{ Piattaforma, Tenant string }

// NuovaStaffetta makes the relay; tenants lists the active ones. It takes over the pools' alarm.
func NuovaStaffetta(b *Bus, p *db.Piscine, percorso Percorso, tenants func() []tenant.Tenant) *Staffetta {
	s := &Staffetta{bus: b, piscine: p, tenant: tenants, attive: map[string]*giro{},
		schema: map[string]string{tenant.Piattaforma: percorso.Piattaforma, "": percorso.Tenant}}
	p.AllaPubblicazione(s.Sveglia)
	return s
}

// Avvia starts the sweeps: at once at each connection to the bus, then every five minutes.
func (s *Staffetta) Avvia() {
	s.bus.AllaConnessione(s.spazza)
	s.bus.avvia(func(ctx context.Context) {
		for ctx.Err() == nil {
			attendi(ctx, giroOgni+rand.N(giroOgni/5))
			s.spazza()
		}
	})
}

// spazza looks once at every outbox, through at most two connections.
func (s *Staffetta) spazza() {
	var g errgroup.Group
	g.SetLimit(tenantInsieme)
	for _, t := range append([]tenant.Tenant{{Nome: tenant.Piattaforma}}, s.tenant()...) {
		if !s.prenota(t.Nome) {
			continue
		}
		g.Go(func() error {
			s.corri(s.bus.ctx, t.Nome)
			return nil
		})
	}
	_ = g.Wait()
}

func (s *Staffetta) schemaDi(nome string) string {
	if nome == tenant.Piattaforma {
		return s.schema[tenant.Piattaforma]
	}
	return s.schema[""]
}

// Sveglia makes the relay of a tenant look at its outbox. It returns at once.
func (s *Staffetta) Sveglia(nome string) {
	if s.prenota(nome) {
		s.bus.avvia(func(ctx context.Context) { s.corri(ctx, nome) })
	}
}

// prenota claims the relay of a tenant; one already running is told to look again.
func (s *Staffetta) prenota(nome string) bool {
	if s.schemaDi(nome) == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.attive[nome]; g != nil {
		g.ancora = true
		return false
	}
	s.attive[nome] = &giro{}
	return true
}

// corri empties the outbox of one tenant, resting when the bus or the database does not follow.
func (s *Staffetta) corri(ctx context.Context, nome string) {
	for {
		riposo, err := s.svuota(ctx, nome)
		if err != nil && ctx.Err() == nil {
			s.bus.log.WarnContext(ctx, "staffetta in attesa", "di", nome, "errore", err)
			riposo = riposoPieno
		}
		if riposo > 0 {
			attendi(ctx, riposo)
		}
		if ctx.Err() != nil || (riposo == 0 && s.finita(nome)) {
			return
		}
	}
}

// finita ends the relay of a tenant unless it was woken while it ran.
func (s *Staffetta) finita(nome string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attive[nome].ancora {
		s.attive[nome].ancora = false
		return false
	}
	delete(s.attive, nome)
	return true
}

// svuota sends until the outbox is empty, or says how long to rest before going on. The outbox of a
// tenant that is no longer served waits for its return.
func (s *Staffetta) svuota(ctx context.Context, nome string) (riposo time.Duration, err error) {
	ctx = conTenant(ctx, nome, s.tenant())
	if _, servito := tenant.Da(ctx); !servito && nome != tenant.Piattaforma {
		return 0, nil
	}
	banca, err := s.apri(ctx, nome)
	if err != nil {
		return 0, err
	}
	for {
		var lette, inviate int
		err := pgx.BeginFunc(ctx, banca.Pool, func(tx pgx.Tx) error {
			var err error
			lette, inviate, err = s.turno(ctx, tx, nome)
			return err
		})
		switch {
		case errors.Is(err, errOccupata):
			return riposoOccupata, nil
		case err != nil:
			return 0, db.Errore("staffetta", err)
		case inviate < lette:
			return riposoPieno, nil
		case lette < righePerGiro:
			return 0, nil
		}
	}
}

func (s *Staffetta) apri(ctx context.Context, nome string) (*db.Banca, error) {
	if nome == tenant.Piattaforma {
		return s.piscine.Piattaforma(ctx)
	}
	return s.piscine.Tenant(ctx)
}

// errOccupata says that another process is relaying this outbox.
var errOccupata = errors.New("bus: staffetta già attiva altrove")

type riga struct {
	posizione         int64
	id                string
	soggetto, oggetto string
	corpo             []byte
	traccia           string
	quando            time.Time
}

// turno sends up to 500 rows and deletes those that the bus has acknowledged.
func (s *Staffetta) turno(ctx context.Context, tx pgx.Tx, nome string) (lette, inviate int, err error) {
	var mia bool
	err = tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtext('verbali.uscita.' || $1))`, s.schemaDi(nome)).Scan(&mia)
	if err != nil {
		return 0, 0, fmt.Errorf("serratura: %w", err)
	}
	if !mia {
		return 0, 0, errOccupata
	}
	righe, err := leggiUscita(ctx, tx)
	if err != nil || len(righe) == 0 {
		return 0, 0, err
	}
	fatte := s.invia(ctx, righe)
	if len(fatte) == 0 {
		return len(righe), 0, nil
	}
	_, err = tx.Exec(ctx, `DELETE FROM uscita WHERE posizione = ANY($1)`, fatte)
	if err != nil {
		return 0, 0, fmt.Errorf("uscita: %w", err)
	}
	return len(righe), len(fatte), nil
}

func leggiUscita(ctx context.Context, tx pgx.Tx) ([]riga, error) {
	rows, err := tx.Query(ctx, `SELECT posizione, id::text, soggetto, oggetto, corpo, traccia, quando
		FROM uscita ORDER BY posizione LIMIT $1`, righePerGiro)
	if err != nil {
		return nil, fmt.Errorf("uscita: %w", err)
	}
	righe, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (riga, error) {
		var x riga
		err := r.Scan(&x.posizione, &x.id, &x.soggetto, &x.oggetto, &x.corpo, &x.traccia, &x.quando)
		return x, err
	})
	if err != nil {
		return nil, fmt.Errorf("uscita: %w", err)
	}
	return righe, nil
}

// invia publishes the rows in order without waiting for each answer, then collects the answers: it
// gives the positions that the bus holds. A subject that is full keeps its rows; the others pass.
func (s *Staffetta) invia(ctx context.Context, righe []riga) []int64 {
	attese := make([]jetstream.PubAckFuture, len(righe))
	for i, r := range righe {
		f, err := s.bus.JS.PublishMsgAsync(r.messaggio(s.bus.modulo), jetstream.WithMsgID(r.id))
		if err != nil {
			s.bus.log.WarnContext(ctx, "pubblicazione rifiutata", "soggetto", r.soggetto, "errore", err)
			break
		}
		attese[i] = f
	}
	scade := time.NewTimer(conferma)
	defer scade.Stop()
	fatte := make([]int64, 0, len(righe))
	for i, f := range attese {
		if f == nil {
			break
		}
		select {
		case <-f.Ok():
			fatte = append(fatte, righe[i].posizione)
		case err := <-f.Err():
			s.annota(ctx, righe[i].soggetto, err)
		case <-scade.C:
			return fatte
		case <-ctx.Done():
			return fatte
		}
	}
	return fatte
}

func (s *Staffetta) annota(ctx context.Context, soggetto string, err error) {
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == codicePieno {
		return // the tenant waits its turn in its own outbox
	}
	s.bus.log.WarnContext(ctx, "pubblicazione fallita", "soggetto", soggetto, "errore", err)
}

// messaggio dresses a row with the attributes of CloudEvents 1.0.
func (r riga) messaggio(modulo string) *nats.Msg {
	m := nats.NewMsg(r.soggetto)
	m.Data = r.corpo
	for k, v := range map[string]string{
		"ce-specversion": "1.0", "ce-id": r.id, "ce-type": tipoDi(r.soggetto),
		"ce-source": "/verbali/" + modulo, "ce-time": r.quando.UTC().Format(time.RFC3339Nano),
		"ce-subject": r.oggetto, "content-type": "application/json",
	} {
		m.Header[k] = []string{v}
	}
	if r.traccia != "" {
		m.Header["traceparent"] = []string{r.traccia}
	}
	return m
}
