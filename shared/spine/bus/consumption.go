package bus

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// attesaPrelievo is how long one request for messages stays open on the server.
const attesaPrelievo = 5 * time.Second

// tentativi is how often a message is delivered, where its consumption does not say.
const tentativi = 8

// Message is what a consumer receives. ID is the CloudEvents id, the key of the inbox. Invio is the
// Nats-Msg-Id: the same, but of work that was queued again after it died. Piece is of dead letters alone.
type Message struct {
	ID         string
	SendID     string
	Subject    string
	Object     string
	Time       time.Time
	Body       json.RawMessage
	Deliveries uint64
	Piece      Piece

	headers map[string][]string
}

// Decode decodes the payload; unknown fields are ignored (design, section 5).
func (m Message) Decode(dst any) error {
	if err := json.Unmarshal(m.Body, dst); err != nil {
		return Permanent(fmt.Errorf("bus: %s: %w", m.Subject, err))
	}
	return nil
}

// Consumption is a durable and what to do with its messages: one by one (Handle) or a chunk of one tenant at a time (Chunk).
// Both write the ids of the messages into the inbox in the transaction of their effects: a redelivery changes nothing.
type Consumption struct {
	Durable  string
	Batch    int    // messages or chunks worked at once; default 4 messages, 2 chunks
	Attempts uint64 // deliveries before the message is declared dead; default 8
	Size     int    // messages of a chunk at most; default 250
	Handle   func(ctx context.Context, m Message) error

	// Chunk gives the outcome of each message in their order, after one commit for all. No two of them are about the same object.
	// Where it fails as a whole nothing of it may stay: each message then comes alone.
	Chunk func(ctx context.Context, m []Message) ([]error, error)
}

// permanent marks failures that no repetition can mend.
type permanent struct{ error }

// Unwrap gives the failure itself.
func (d permanent) Unwrap() error { return d.error }

// Permanent says that trying again is useless: the message goes to the dead letters at once.
func Permanent(err error) error { return permanent{err} }

// Consumers works durables for one service.
type Consumers struct {
	bus     *Bus
	pools   *db.Pools
	tenant  *tenant.Directory
	sospesi suspended
}

// NewConsumers makes the workers; dead letters leave through the service's own outbox.
func NewConsumers(b *Bus, p *db.Pools, t *tenant.Directory) *Consumers {
	c := &Consumers{bus: b, pools: p, tenant: t}
	t.OnChange(c.riprendi)
	return c
}

// Start works a durable until the bus is closed. While the server or the durable is away it waits.
func (c *Consumers) Start(consumo Consumption) {
	consumo.complete()
	d, ok := FindDurable(consumo.Durable)
	if !ok {
		c.bus.log.Error("durevole sconosciuto", "nome", consumo.Durable)
		return
	}
	c.bus.avvia(func(ctx context.Context) { c.lavora(ctx, d, consumo) })
}

func (c *Consumers) lavora(ctx context.Context, d Durable, consumo Consumption) {
	liberi := make(chan struct{}, consumo.Batch)
	for ctx.Err() == nil {
		if err := c.preleva(ctx, d, consumo, liberi); err != nil && ctx.Err() == nil {
			c.bus.log.WarnContext(ctx, "lavori in attesa", "durevole", d.Name, "errore", err)
			_ = clock.Sleep(ctx, time.Second)
		}
	}
	for range consumo.Batch { // work in hand is finished
		liberi <- struct{}{}
	}
}

// preleva takes what waits as workers get free, until the server stops answering. Nothing waits for company: a message that
// comes alone is worked alone, and what comes while all workers are busy is the next chunk.
func (c *Consumers) preleva(ctx context.Context, d Durable, consumo Consumption, liberi chan struct{}) error {
	trova, fine := context.WithTimeout(ctx, attesaPrelievo)
	defer fine()
	cons, err := c.bus.JS.Consumer(trova, d.Stream, d.Name)
	if err != nil {
		return fmt.Errorf("durevole: %w", err)
	}
	if entro := cons.CachedInfo().Config.AckWait; entro > 0 {
		d.AckWait = entro // what the server really waits
	}
	for ctx.Err() == nil {
		liberi <- struct{}{} // wait for a free worker before asking for messages
		presi, err := c.waiting(ctx, cons, consumo.Size)
		comandi := chunks(presi)
		for i, parti := range comandi {
			if i > 0 {
				liberi <- struct{}{}
			}
			go func() {
				defer func() { <-liberi }()
				for _, parte := range parti {
					c.workChunk(d, consumo, parte)
				}
			}()
		}
		if len(comandi) == 0 {
			<-liberi
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unPrelievo asks for up to so many messages and hands over each as it comes.
func (c *Consumers) unPrelievo(ctx context.Context, cons jetstream.Consumer, quanti int, prendi func(jetstream.Msg)) error {
	ctx, fine := context.WithTimeout(ctx, attesaPrelievo)
	defer fine()
	lotto, err := cons.Fetch(quanti, jetstream.FetchContext(ctx))
	if err != nil {
		return fmt.Errorf("prelievo: %w", err)
	}
	for m := range lotto.Messages() {
		prendi(m)
	}
	err = lotto.Error()
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
		return nil
	}
	return fmt.Errorf("prelievo: %w", err)
}

// settle tells the server what became of a message.
func (c *Consumers) settle(ctx context.Context, consumo Consumption, jm jetstream.Msg, m Message, err error) {
	switch {
	case err == nil:
		c.conferma(ctx, jm)
	case problem.Is(err, "TENANT_SOSPESO"):
		c.sospendi(ctx, jm, tenantDi(m.Subject))
	case c.daRiprovare(err, m, consumo):
		c.bus.log.WarnContext(ctx, "lavoro da riprovare", "soggetto", m.Subject, "consegna", m.Deliveries, "errore", err)
		_ = jm.NakWithDelay(pausa(m.Deliveries))
	default:
		c.seppellisci(ctx, jm, m, err)
	}
}

// daRiprovare: a part that is away never kills a message; anything else has so many deliveries.
func (c *Consumers) daRiprovare(err error, m Message, consumo Consumption) bool {
	if errors.As(err, &permanent{}) {
		return false
	}
	if p := problem.As(err); p != nil && p.Kind == problem.Unavailable {
		return true
	}
	if problem.Is(err, "TENANT_SCONOSCIUTO") { // it may be new, but not for long
		return m.Deliveries < min(consumo.Attempts, tentativi)
	}
	return db.Unreachable(err) || m.Deliveries < consumo.Attempts
}

// seppellisci writes the dead letter through the outbox and only then takes the message off the queue. A payload that
// cannot be written as JSON is written as bytes, at once: no message comes back only because it is malformed.
func (c *Consumers) seppellisci(ctx context.Context, jm jetstream.Msg, m Message, causa error) {
	c.bus.log.ErrorContext(ctx, "lavoro morto", "soggetto", m.Subject, "id", m.ID, "errore", causa)
	morto := event.Morto{SoggettoOrigine: m.Subject, Modulo: c.bus.modulo, IDMessaggio: m.ID,
		Motivo: testoPulito(causa.Error()), Consegne: m.Deliveries, Corpo: m.Body}
	if !json.Valid(m.Body) {
		morto = morto.InByte()
	}
	if t, err := c.tenant.Find(ctx, tenantDi(m.Subject)); err == nil {
		ctx = tenant.With(ctx, t)
	} else if problem.Is(err, "TENANT_SCONOSCIUTO") {
		_ = jm.Term() // no consumer can read it: it is in the log
		return
	}
	err := c.annuncia(ctx, m, morto)
	if db.NotStorable(err) {
		err = c.annuncia(ctx, m, morto.InByte())
	}
	if err != nil {
		_ = jm.NakWithDelay(pausa(m.Deliveries))
		return
	}
	c.conferma(ctx, jm)
}

// annuncia writes a dead letter of the tenant of the context, once.
func (c *Consumers) annuncia(ctx context.Context, m Message, morto event.Morto) error {
	database, err := c.pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		nuovo, err := tx.Receive("morti", cmp.Or(m.SendID, m.ID)) // a requeued message may die again
		if err != nil || !nuovo {
			return err
		}
		return tx.Publish(morto)
	})
}

// testoPulito leaves of a text what PostgreSQL keeps.
func testoPulito(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")
}

func (c *Consumers) conferma(ctx context.Context, jm jetstream.Msg) {
	if err := jm.Ack(); err != nil {
		c.bus.log.WarnContext(ctx, "conferma non riuscita: il messaggio tornerà", "errore", err)
	}
}

// pausa grows from half a second to half a minute, a quarter more or less: messages that failed together do not come
// back together, the same first every time, onto a part that bears one at a time.
func pausa(consegne uint64) time.Duration {
	d := min(250*time.Millisecond<<min(consegne, 10), 30*time.Second)
	return d*3/4 + rand.N(d/2) //nolint:gosec // jitter, not a secret
}

func leggiMessaggio(jm jetstream.Msg) Message {
	h := jm.Headers()
	m := Message{ID: testoPulito(primo(h, "ce-id")), SendID: testoPulito(primo(h, jetstream.MsgIDHeader)), Subject: testoPulito(jm.Subject()),
		Object: testoPulito(primo(h, "ce-subject")), Body: jm.Data(), Piece: leggiPezzo(h), headers: h}
	m.Time, _ = time.Parse(time.RFC3339Nano, primo(h, "ce-time"))
	if meta, err := jm.Metadata(); err == nil {
		m.Deliveries = meta.NumDelivered
		if m.ID == "" {
			m.ID = meta.Stream + "-" + strconv.FormatUint(meta.Sequence.Stream, 10)
		}
	}
	return m
}

func primo(h map[string][]string, k string) string {
	if v := h[k]; len(v) > 0 {
		return v[0]
	}
	return ""
}
