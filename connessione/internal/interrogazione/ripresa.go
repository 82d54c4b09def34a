package interrogazione

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Ripresa gives back to the bus the work that waits for another day of a register, the nearest to its term first. One piece of it
// tries; while they are answered twice as many follow. When the day is used up one alone tries again, after a pause that doubles,
// on the next day, or when a limit of the command changes. It looks only at the queues that it knows something waits in: Attende
// tells of those of this process, and a sweep of all commands, at start and every few minutes, finds those of the others.
type Ripresa struct {
	Store    Store // with its Sveglia
	Tenant   *tenant.Directory
	Anagrafe *anagrafe.Copy
	Limiti   []string         // the settings that say how much a command may ask
	Adesso   func() time.Time // whose day is the registers'
	Log      *slog.Logger

	code map[coda]stato
}

// stato holds the questions last given back, how many go next, and what the queue waits for.
type stato struct {
	fuori []uuid.UUID
	prese time.Time
	passo int

	dopo    time.Time     // it is left alone until then
	pausa   time.Duration // the last one
	vigenti string        // the day and the limits that refused it
}

const (
	giroRipresa  = 2 * time.Second
	pausaRipresa = 6 * time.Second
	pausaAlPiu   = 15 * time.Minute // longer than an unused database stays open
	passoAlPiu   = 250              // half of what the bus takes of one kind of work of a command
	persa        = 2 * time.Minute  // who has not come back by then is not waited for

	spazzaOgni = 5 * time.Minute
	scarto     = time.Minute           // replicas do not go together
	traComandi = 50 * time.Millisecond // 500 commands take half a minute
)

// Avvia works until the function that it gives is called.
func (r Ripresa) Avvia() (ferma func()) {
	r.code = map[coda]stato{}
	ctx, smette := context.WithCancel(context.Background())
	var lavorano sync.WaitGroup
	lavorano.Go(func() {
		for clock.Sleep(ctx, giroRipresa) == nil {
			r.giro(ctx)
		}
	})
	lavorano.Go(func() {
		for fra := giroRipresa; clock.Sleep(ctx, fra) == nil; {
			if r.Tenant.Ready() {
				r.spazza(ctx)
				fra = spazzaOgni + rand.N(scarto) //nolint:gosec // jitter, not a secret
			}
		}
	})
	return func() { smette(); lavorano.Wait() }
}

// spazza looks once at every command for work that another process put aside, and leaves no database open.
func (r Ripresa) spazza(ctx context.Context) {
	for _, t := range r.Tenant.Active() {
		if err := r.Store.cercaInAttesa(tenant.With(ctx, t), t); err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "lavori in attesa di un registro non cercati", "tenant", t.Nome, "errore", err)
		}
		if clock.Sleep(ctx, traComandi) != nil {
			return
		}
	}
}

// giro looks at the queues in which something waits, and at no database where nothing is due.
func (r Ripresa) giro(ctx context.Context) {
	for _, c := range r.Store.Sveglia.Prendi() {
		if _, nota := r.code[c]; !nota {
			r.code[c] = stato{}
		}
	}
	if len(r.code) == 0 {
		return
	}
	serviti := map[string]tenant.Tenant{}
	for _, t := range r.Tenant.Active() {
		serviti[t.Nome] = t
	}
	for c, s := range r.code {
		t, servito := serviti[c.comando]
		if !servito {
			delete(r.code, c) // the sweep finds it when the command is back
			continue
		}
		vigenti := r.vigenti(c.comando)
		if clock.Now().Before(s.dopo) && s.vigenti == vigenti {
			continue
		}
		if err := r.una(tenant.With(ctx, t), c, vigenti); err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "lavori in attesa di un registro", "tenant", t.Nome, "registro", c.registro, "errore", err)
			r.code[c] = s.dopoUnaPausa(vigenti)
		}
		if clock.Sleep(ctx, traComandi) != nil {
			return
		}
	}
}

// vigenti are the day and the limits of a command, as one text.
func (r Ripresa) vigenti(comando string) string {
	oggi := calendario.Da(r.Adesso()).String()
	testi, impostate := []string{oggi}, r.Anagrafe.Of(comando)
	for _, chiave := range r.Limiti {
		var valore json.RawMessage
		_, _ = impostate.Impostazione(chiave, oggi, &valore) // any JSON decodes
		testi = append(testi, string(valore))
	}
	return strings.Join(testi, "\n")
}

// dopoUnaPausa is the queue that a register's day had no room for: the next pause is twice as long as the last.
func (s stato) dopoUnaPausa(vigenti string) stato {
	pausa := min(max(pausaRipresa, 2*s.pausa), pausaAlPiu)
	return stato{dopo: clock.Now().Add(pausa), pausa: pausa, vigenti: vigenti}
}

// una gives back what may go of one queue.
func (r Ripresa) una(ctx context.Context, c coda, vigenti string) error {
	s, adesso := r.code[c], clock.Now()
	if s.vigenti != vigenti {
		s.pausa = 0
	}
	fuori, tornate, err := r.Store.diQuelle(ctx, c.registro, s.fuori)
	switch {
	case err != nil:
		return err
	case tornate > 0:
		r.code[c] = s.dopoUnaPausa(vigenti)
		return nil
	case fuori > 0 && adesso.Sub(s.prese) < persa:
		return nil
	}
	n := stato{prese: adesso, passo: min(max(1, 2*s.passo), passoAlPiu), vigenti: vigenti}
	if fuori > 0 || len(s.fuori) == 0 {
		n.pausa = s.pausa // none has been answered yet
	}
	if n.fuori, err = r.Store.riaccoda(ctx, c.registro, n.passo); err != nil {
		return err
	}
	if len(n.fuori) == 0 {
		delete(r.code, c)
		return nil
	}
	r.code[c] = n
	return nil
}

// diQuelle counts, of the questions that were given back, those that are still out and those that the register's day had no room for.
func (s Store) diQuelle(ctx context.Context, registro verbale.RegistroVisura, quali []uuid.UUID) (fuori, tornate int, err error) {
	if len(quali) == 0 {
		return 0, 0, nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return 0, 0, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE lavoro IS NULL AND codice = $3), count(*) FILTER (WHERE lavoro IS NOT NULL) FROM attesa
		WHERE registro = $1 AND posizione = ANY($2)`, registro, quali, CodiceQuota).Scan(&fuori, &tornate)
	return fuori, tornate, db.Wrap("attesa", err)
}

// riaccoda publishes so many pieces of work again, those with the nearest term first; one whose terms are all gone comes last.
func (s Store) riaccoda(ctx context.Context, registro verbale.RegistroVisura, quante int) (prese []uuid.UUID, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	ci, err := s.inCoda(ctx, database, registro)
	if err != nil || !ci {
		return nil, err
	}
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		var righe []struct {
			Posizione uuid.UUID
			Lavoro    string
		}
		err := tx.Raw(`WITH prime AS (SELECT posizione FROM attesa WHERE registro = @registro AND lavoro IS NOT NULL
				ORDER BY termine, dal, posizione LIMIT @quante FOR UPDATE SKIP LOCKED),
			 tolte AS (UPDATE attesa a SET lavoro = NULL FROM attesa v, prime p
				WHERE a.registro = @registro AND a.posizione = p.posizione AND v.registro = a.registro AND v.posizione = a.posizione
				RETURNING a.posizione, v.lavoro, v.termine, v.dal)
			SELECT posizione, lavoro::text AS lavoro FROM tolte ORDER BY termine, dal, posizione`,
			map[string]any{"registro": registro, "quante": quante}).Scan(&righe).Error
		if err != nil {
			return err
		}
		for _, x := range righe {
			corpo, err := lavoroDi(registro, x.Lavoro)
			if err == nil {
				err = tx.Publish(corpo)
			}
			if err != nil {
				return err
			}
			prese = append(prese, x.Posizione)
		}
		return nil
	})
	return prese, db.Wrap("attesa", err)
}

// inCoda reports that something waits off the bus: most commands have nothing there, and open no transaction.
func (s Store) inCoda(ctx context.Context, database *db.Database, registro verbale.RegistroVisura) (ci bool, err error) {
	err = database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM attesa WHERE registro = $1 AND lavoro IS NOT NULL)`, registro).Scan(&ci)
	return ci, db.Wrap("attesa", err)
}

// lavoroDi reads a piece of work as its subject wants it.
func lavoroDi(registro verbale.RegistroVisura, testo string) (event.Corpo, error) {
	if registro == verbale.VisuraDomicilio {
		var l event.LavoroDomicilio
		err := json.Unmarshal([]byte(testo), &l)
		return l, err
	}
	var l event.LavoroVisura
	err := json.Unmarshal([]byte(testo), &l)
	return l, err
}
