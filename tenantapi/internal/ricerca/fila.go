package ricerca

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/db"
)

const (
	// insieme is how many pipelines of a tenant are under way at most: as many as keep two processors busy.
	insieme = 2
	// inTubo is how many queries a pipeline carries at most.
	inTubo = 32
	// lenteInsieme is how many searches of a tenant that may take long are under way at most: the others,
	// which take no time, do not wait for them.
	lenteInsieme = 2
	// tuboAlPiu is how long a pipeline may last.
	tuboAlPiu = 10 * time.Second
)

// fila serves the searches of one tenant. Those whose plan is certain and that wait at the same moment
// are sent as one pipeline: a round trip and a wake-up for many (performance, section 3).
type fila struct {
	pool    *db.Pool
	memorie *memorie
	opera   *sync.WaitGroup
	lente   chan struct{}

	mu       sync.Mutex
	attesa   []richiesta
	lavorano int
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
	return &fila{pool: pool, memorie: m, opera: opera, lente: make(chan struct{}, lenteInsieme)}
}

// chiedi asks the question and waits for the answer, or for the end of ctx.
func (f *fila) chiedi(ctx context.Context, d domanda) (Pagina, error) {
	if !d.certa {
		return f.chiediLenta(ctx, d)
	}
	r := richiesta{domanda: d, ctx: ctx, esito: make(chan esito, 1)}
	f.accoda(r)
	select {
	case e := <-r.esito:
		return e.pagina, e.err
	case <-ctx.Done(): // the answer that nobody takes goes with its memory
		return Pagina{}, ctx.Err()
	}
}

// chiediLenta plans the query for the values it has.
func (f *fila) chiediLenta(ctx context.Context, d domanda) (Pagina, error) {
	select {
	case f.lente <- struct{}{}:
		defer func() { <-f.lente }()
	case <-ctx.Done():
		return Pagina{}, ctx.Err()
	}
	return f.sola(ctx, d, pgx.QueryExecModeCacheDescribe)
}

// sola sends one query alone.
func (f *fila) sola(ctx context.Context, d domanda, modo pgx.QueryExecMode) (Pagina, error) {
	rows, err := f.pool.Query(ctx, d.testo, append([]any{modo}, d.args...)...)
	if err != nil {
		return Pagina{}, err
	}
	return d.scrivi(rows, f.memorie.prendi())
}

func (f *fila) accoda(r richiesta) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attesa = append(f.attesa, r)
	if f.lavorano < insieme {
		f.lavorano++
		f.opera.Go(f.lavora)
	}
}

// lavora sends pipelines as long as anybody waits.
func (f *fila) lavora() {
	for gruppo := f.prossime(); gruppo != nil; gruppo = f.prossime() {
		f.servi(gruppo)
	}
}

// prossime takes who waits; nil ends the work.
func (f *fila) prossime() []richiesta {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := min(len(f.attesa), inTubo)
	if n == 0 {
		f.lavorano--
		return nil
	}
	gruppo := append([]richiesta(nil), f.attesa[:n]...)
	f.attesa = append(f.attesa[:0], f.attesa[n:]...)
	return gruppo
}

// servi answers a group. Who leaves does not take the others' connection with him: the group has a time
// of its own, under the trace of its first. If one fails it, and those after it, are asked alone.
func (f *fila) servi(gruppo []richiesta) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(gruppo[0].ctx), tuboAlPiu)
	defer fine()
	servite := 0
	if len(gruppo) > 1 {
		servite = f.tubo(ctx, gruppo)
	}
	for _, r := range gruppo[servite:] {
		p, err := f.sola(ctx, r.domanda, pgx.QueryExecModeCacheStatement)
		r.esito <- esito{p, err}
	}
}

// tubo sends a group as one pipeline and gives how many got their answer.
func (f *fila) tubo(ctx context.Context, gruppo []richiesta) (servite int) {
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
