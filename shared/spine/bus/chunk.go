package bus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
)

const (
	chunkMost      = 250 // messages of one tenant worked together
	chunksAtOnce   = 2
	messagesAtOnce = 4
)

// taken is a message of a chunk with the delivery to answer.
type taken struct {
	m  Message
	jm jetstream.Msg
}

// waiting gives the messages that the server has, up to so many; where there is none it waits for one.
func (c *Consumers) waiting(ctx context.Context, cons jetstream.Consumer, most int) (all []taken, err error) {
	take := func(jm jetstream.Msg) { all = append(all, taken{leggiMessaggio(jm), jm}) }
	if most > 1 {
		if err = drain(take)(cons.FetchNoWait(most)); err != nil || len(all) > 0 {
			return all, err
		}
	}
	if err = c.unPrelievo(ctx, cons, 1, take); err != nil || len(all) == 0 || most == 1 {
		return all, err
	}
	return all, drain(take)(cons.FetchNoWait(most - 1))
}

// drain hands over the messages of a request that does not wait.
func drain(take func(jetstream.Msg)) func(jetstream.MessageBatch, error) error {
	return func(batch jetstream.MessageBatch, err error) error {
		if err != nil {
			return fmt.Errorf("prelievo: %w", err)
		}
		for jm := range batch.Messages() {
			take(jm)
		}
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
			return fmt.Errorf("prelievo: %w", err)
		}
		return nil
	}
}

// chunks parts messages by tenant, and those of a tenant into chunks that follow each other: two about the same object are in
// different ones, in the order in which they came, so that the effect of the first is committed before the second is judged.
func chunks(all []taken) (tenants [][][]taken) {
	at, turns := map[string]int{}, map[[2]string]int{} // of a tenant, and of an object of a tenant
	for _, t := range all {
		whose := tenantDi(t.m.Subject)
		i, there := at[whose]
		if !there {
			i = len(tenants)
			at[whose], tenants = i, append(tenants, nil)
		}
		turn := 0
		if object := [2]string{whose, t.m.Object}; t.m.Object != "" {
			turn = turns[object]
			turns[object]++
		}
		if turn == len(tenants[i]) {
			tenants[i] = append(tenants[i], nil)
		}
		tenants[i][turn] = append(tenants[i][turn], t)
	}
	return tenants
}

// workChunk works messages of one tenant to their end, even while the service is stopping: work in hand is finished, unless it
// takes longer than a stop may. A message alone goes on with its trace.
func (c *Consumers) workChunk(d Durable, consumo Consumption, part []taken) {
	ctx, end := context.WithTimeout(c.bus.lavoro, 10*d.AckWait)
	defer end()
	if len(part) == 1 {
		ctx = part[0].m.Trace(ctx)
	}
	ctx, span := otel.Tracer("bus").Start(ctx, "consuma "+tipoDi(part[0].m.Subject),
		trace.WithAttributes(attribute.Int("messaging.batch.message_count", len(part))))
	defer span.End()
	alive := c.keepAlive(ctx, d, part)
	defer alive()
	for i, err := range c.outcomes(ctx, consumo, part) {
		c.settle(part[i].m.Trace(ctx), consumo, part[i].jm, part[i].m, err)
	}
}

// outcomes works a chunk; where it fails as a whole, each message is worked alone.
func (c *Consumers) outcomes(ctx context.Context, consumo Consumption, part []taken) []error {
	all := make([]error, len(part))
	t, err := c.tenant.Find(ctx, tenantDi(part[0].m.Subject))
	if err == nil {
		ctx = tenant.With(ctx, t)
		all, err = c.together(ctx, consumo, part)
	}
	switch {
	case err == nil:
		return all
	case len(part) == 1 || ctx.Err() != nil || c.stayAway(err):
		for i := range all {
			all[i] = err
		}
		return all
	}
	c.bus.log.WarnContext(ctx, "lavori da rifare uno per volta", "durevole", consumo.Durable, "quanti", len(part), "errore", err)
	for i := range part {
		alone, err := c.together(ctx, consumo, part[i:i+1])
		if all[i] = err; err == nil {
			all[i] = alone[0]
		}
	}
	return all
}

// stayAway reports a failure that working one by one would only repeat.
func (c *Consumers) stayAway(err error) bool {
	p := problem.As(err)
	return db.Unreachable(err) || p != nil && (p.Kind == problem.Unavailable || problem.Is(err, "TENANT_SOSPESO") || problem.Is(err, "TENANT_SCONOSCIUTO"))
}

// together hands a chunk to the consumption; a panic is a failure of the whole.
func (c *Consumers) together(ctx context.Context, consumo Consumption, part []taken) (all []error, err error) {
	defer func() {
		if p := recover(); p != nil {
			c.bus.log.ErrorContext(ctx, "panico", "durevole", consumo.Durable, "pila", string(debug.Stack()))
			all, err = make([]error, len(part)), fmt.Errorf("bus: %s: panico: %v", consumo.Durable, p)
		}
	}()
	messages := make([]Message, len(part))
	for i, t := range part {
		messages[i] = t.m
	}
	all, err = consumo.Chunk(ctx, messages)
	if err != nil {
		return make([]error, len(part)), err
	}
	if len(all) != len(part) {
		return make([]error, len(part)), fmt.Errorf("bus: %s: %d esiti di %d messaggi", consumo.Durable, len(all), len(part))
	}
	return all, nil
}

// keepAlive tells the server that the work on all of them goes on, so that no other replica takes them.
func (c *Consumers) keepAlive(ctx context.Context, d Durable, part []taken) func() {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for clock.Sleep(ctx, d.AckWait/3) == nil {
			for _, t := range part {
				_ = t.jm.InProgress()
			}
		}
	}()
	return func() { stop(); <-done }
}

// complete gives a consumption what it does not say. Message by message is a chunk of one.
func (x *Consumption) complete() {
	if handle := x.Handle; x.Chunk == nil {
		x.Size, x.Batch = 1, cmp.Or(x.Batch, messagesAtOnce)
		x.Chunk = func(ctx context.Context, m []Message) ([]error, error) { return []error{handle(ctx, m[0])}, nil }
	}
	x.Size, x.Batch, x.Attempts = cmp.Or(x.Size, chunkMost), cmp.Or(x.Batch, chunksAtOnce), cmp.Or(x.Attempts, tentativi)
}

// Trace gives a context that goes on with the trace of the message.
func (m Message) Trace(ctx context.Context) context.Context { return tracing.Extract(ctx, m.headers) }
