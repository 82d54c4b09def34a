package ricerca

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	// insieme is how many pipelines of a tenant are under way at most: as many as keep two processors busy.
	insieme = 2
	// perPipeline is how many queries a pipeline carries at most.
	perPipeline = 32
	// lenteInsieme is how many searches of a tenant that may take long are under way at most: the others,
	// which take no time, do not wait for them.
	lenteInsieme = 2
	// riservateInsieme is how many more are under way for callers who have shown a token: those whom nobody
	// knows cannot keep them waiting.
	riservateInsieme = 1
	// attesaAlPiu and lenteInAttesa are how many searches may wait, of those that take no time and of those
	// that may take long: who comes after them is asked to come back.
	attesaAlPiu   = 1024
	lenteInAttesa = 64
	riprovaTra    = 2 * time.Second
	// pipelineAlPiu is how long a pipeline may last.
	pipelineAlPiu = 10 * time.Second
)

// fila serves the searches of one tenant. Those whose plan is certain and that wait at the same moment
// are sent as one pipeline: a round trip and a wake-up for many (performance, section 3).
type fila struct {
	pool    *db.Pool
	memorie *memorie
	opera   *sync.WaitGroup
	lente   corsia // of anybody
	proprie corsia // of a caller who has shown a token

	mu       sync.Mutex
	attesa   []richiesta
	lavorano int
}

// corsia is where searches that may take long wait for their turn.
type corsia struct {
	posti  chan struct{}
	attese atomic.Int64
}

// richiesta is a question that waits, and where its answer goes.
type richiesta struct {
	domanda
	ctx   context.Context //nolint:containedctx // of the caller who asked
	esito chan esito
}

type esito struct {
	pagina Pagina
	err    error
}

func nuovaFila(pool *db.Pool, m *memorie, opera *sync.WaitGroup) *fila {
	return &fila{pool: pool, memorie: m, opera: opera,
		lente: corsia{posti: make(chan struct{}, lenteInsieme)}, proprie: corsia{posti: make(chan struct{}, riservateInsieme)}}
}

// chiedi asks the question and waits for the answer, or for the end of ctx. 429 when too many wait already.
func (f *fila) chiedi(ctx context.Context, d domanda) (Pagina, error) {
	if !d.certa {
		return f.chiediLenta(ctx, d)
	}
	r := richiesta{domanda: d, ctx: ctx, esito: make(chan esito, 1)}
	if err := f.accoda(r); err != nil {
		return Pagina{}, err
	}
	select {
	case e := <-r.esito:
		return e.pagina, e.err
	case <-ctx.Done(): // the answer that nobody takes goes with its memory
		return Pagina{}, ctx.Err()
	}
}

// chiediLenta plans the query for the values it has.
func (f *fila) chiediLenta(ctx context.Context, d domanda) (Pagina, error) {
	libera, err := f.turno(ctx, d)
	if err != nil {
		return Pagina{}, err
	}
	defer libera()
	return f.sola(ctx, d, pgx.QueryExecModeCacheDescribe)
}

// turno waits until a question that may take long may be asked; the function it gives makes room for the
// next. A caller with a token takes whichever place is free first. A question that goes on from a piece
// already handed over is not sent away.
func (f *fila) turno(ctx context.Context, d domanda) (libera func(), err error) {
	c, altri := &f.lente, chan struct{}(nil)
	if d.riservata {
		c, altri = &f.proprie, f.lente.posti
	}
	defer c.attese.Add(-1)
	if n := c.attese.Add(1); n > lenteInAttesa && !d.seguito {
		return nil, problem.Troppe(riprovaTra)
	}
	select {
	case c.posti <- struct{}{}:
		return func() { <-c.posti }, nil
	case altri <- struct{}{}:
		return func() { <-altri }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// sola sends one query alone.
func (f *fila) sola(ctx context.Context, d domanda, modo pgx.QueryExecMode) (Pagina, error) {
	rows, err := f.pool.Query(ctx, d.testo, append([]any{modo}, d.args...)...)
	if err != nil {
		return Pagina{}, err
	}
	return d.scrivi(rows, f.memorie.prendi())
}

// accoda puts a question in the queue. Those whose callers have left make room.
func (f *fila) accoda(r richiesta) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.attesa) >= attesaAlPiu {
		if f.attesa = slices.DeleteFunc(f.attesa, richiesta.lasciata); len(f.attesa) >= attesaAlPiu {
			return problem.Troppe(riprovaTra)
		}
	}
	f.attesa = append(f.attesa, r)
	if f.lavorano < insieme {
		f.lavorano++
		f.opera.Go(f.lavora)
	}
	return nil
}

// lasciata reports that nobody waits for the answer any more.
func (r richiesta) lasciata() bool { return r.ctx.Err() != nil }

// lavora sends pipelines as long as anybody waits.
func (f *fila) lavora() {
	for gruppo := f.prossime(); gruppo != nil; gruppo = f.prossime() {
		f.servi(gruppo)
	}
}

// prossime takes who waits and has not left; nil ends the work.
func (f *fila) prossime() (gruppo []richiesta) {
	f.mu.Lock()
	defer f.mu.Unlock()
	prese := 0
	for ; prese < len(f.attesa) && len(gruppo) < perPipeline; prese++ {
		if r := f.attesa[prese]; !r.lasciata() {
			gruppo = append(gruppo, r)
		}
	}
	f.attesa = slices.Delete(f.attesa, 0, prese)
	if gruppo == nil {
		f.lavorano--
	}
	return gruppo
}

// servi answers a group. A caller who leaves does not take the others' connection with him: the group
// has a time of its own, under the trace of its first. If one fails it, and those after it, are asked
// alone.
func (f *fila) servi(gruppo []richiesta) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(gruppo[0].ctx), pipelineAlPiu)
	defer fine()
	servite := 0
	if len(gruppo) > 1 {
		servite = f.pipeline(ctx, gruppo)
	}
	for _, r := range gruppo[servite:] {
		if r.lasciata() {
			continue
		}
		p, err := f.sola(ctx, r.domanda, pgx.QueryExecModeCacheStatement)
		r.esito <- esito{p, err}
	}
}

// pipeline sends a group as one pipeline and gives how many got their answer.
func (f *fila) pipeline(ctx context.Context, gruppo []richiesta) (servite int) {
	conn, err := f.pool.Acquire(ctx)
	if err != nil {
		return 0
	}
	defer conn.Release()
	risposte := manda(ctx, conn, gruppo)
	defer func() { _ = risposte.Close() }() // its error is that of the query that failed
	for _, r := range gruppo {
		rows, err := risposte.Query()
		if err != nil {
			return servite
		}
		p, err := r.scrivi(rows, f.memorie.prendi())
		if err != nil {
			return servite
		}
		r.esito <- esito{pagina: p}
		servite++
	}
	return servite
}

func manda(ctx context.Context, conn *pgxpool.Conn, gruppo []richiesta) pgx.BatchResults {
	var b pgx.Batch
	for _, r := range gruppo {
		b.Queue(r.testo, r.args...)
	}
	return conn.SendBatch(ctx, &b)
}
