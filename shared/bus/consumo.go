package bus

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel"

	"github.com/piattaforma-verbali/verbali/shared/attesa"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/telemetria"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// attesaPrelievo is how long one request for messages stays open on the server.
const attesaPrelievo = 5 * time.Second

// Messaggio is what a consumer receives. ID is the CloudEvents id, the key of the inbox. Invio is the
// Nats-Msg-Id: the same, but of work that was queued again after it died.
type Messaggio struct {
	ID       string
	Invio    string
	Soggetto string
	Oggetto  string
	Quando   time.Time
	Corpo    json.RawMessage
	Consegne uint64
}

// Leggi decodes the payload; unknown fields are ignored (design, section 5).
func (m Messaggio) Leggi(dst any) error {
	if err := json.Unmarshal(m.Corpo, dst); err != nil {
		return Definitivo(fmt.Errorf("bus: %s: %w", m.Soggetto, err))
	}
	return nil
}

// Consumo is a durable and what to do with each of its messages. Gestisci writes the message's id
// into the inbox in the transaction of its effect (db.Tx.Ricevi): a redelivery changes nothing.
type Consumo struct {
	Durevole  string
	Insieme   int    // messages worked at once; default 4
	Tentativi uint64 // deliveries before the message is declared dead; default 8
	Gestisci  func(ctx context.Context, m Messaggio) error
}

// definitivo marks failures that no repetition can mend.
type definitivo struct{ error }

// Unwrap gives the failure itself.
func (d definitivo) Unwrap() error { return d.error }

// Definitivo says that trying again is useless: the message goes to the dead letters at once.
func Definitivo(err error) error { return definitivo{err} }

// Consumatori works durables for one service.
type Consumatori struct {
	bus     *Bus
	piscine *db.Piscine
	tenant  *tenant.Registro
	sospesi sospesi
}

// NuoviConsumatori makes the workers; dead letters leave through the service's own outbox.
func NuoviConsumatori(b *Bus, p *db.Piscine, t *tenant.Registro) *Consumatori {
	c := &Consumatori{bus: b, piscine: p, tenant: t}
	t.AlCambio(c.riprendi)
	return c
}

// Avvia works a durable until the bus is closed. While the server or the durable is away it waits.
func (c *Consumatori) Avvia(consumo Consumo) {
	if consumo.Insieme == 0 {
		consumo.Insieme = 4
	}
	if consumo.Tentativi == 0 {
		consumo.Tentativi = 8
	}
	d, ok := Cerca(consumo.Durevole)
	if !ok {
		c.bus.log.Error("durevole sconosciuto", "nome", consumo.Durevole)
		return
	}
	c.bus.avvia(func(ctx context.Context) { c.lavora(ctx, d, consumo) })
}

func (c *Consumatori) lavora(ctx context.Context, d Durevole, consumo Consumo) {
	liberi := make(chan struct{}, consumo.Insieme)
	for ctx.Err() == nil {
		if err := c.preleva(ctx, d, consumo, liberi); err != nil && ctx.Err() == nil {
			c.bus.log.WarnContext(ctx, "lavori in attesa", "durevole", d.Nome, "errore", err)
			_ = attesa.Dormi(ctx, time.Second)
		}
	}
	for range consumo.Insieme { // what was taken is finished
		liberi <- struct{}{}
	}
}

// preleva takes messages as workers get free, until the server stops answering.
func (c *Consumatori) preleva(ctx context.Context, d Durevole, consumo Consumo, liberi chan struct{}) error {
	trova, fine := context.WithTimeout(ctx, attesaPrelievo)
	defer fine()
	cons, err := c.bus.JS.Consumer(trova, d.Stream, d.Nome)
	if err != nil {
		return fmt.Errorf("durevole: %w", err)
	}
	if entro := cons.CachedInfo().Config.AckWait; entro > 0 {
		d.Attesa = entro // what the server really waits
	}
	for ctx.Err() == nil {
		liberi <- struct{}{} // wait for a free worker before asking for a message
		quanti := 1 + cap(liberi) - len(liberi)
		<-liberi
		if err := c.unPrelievo(ctx, cons, quanti, func(m jetstream.Msg) {
			liberi <- struct{}{}
			go func() {
				defer func() { <-liberi }()
				c.esegui(d, consumo, m)
			}()
		}); err != nil {
			return err
		}
	}
	return nil
}

// unPrelievo asks for up to so many messages and hands over each as it comes.
func (c *Consumatori) unPrelievo(ctx context.Context, cons jetstream.Consumer, quanti int, prendi func(jetstream.Msg)) error {
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

// esegui works one message to its end, even while the service is stopping: what was taken is
// finished, unless it takes longer than a stop may.
func (c *Consumatori) esegui(d Durevole, consumo Consumo, jm jetstream.Msg) {
	ctx, fine := context.WithTimeout(c.bus.lavoro, 10*d.Attesa)
	defer fine()
	m := leggiMessaggio(jm)
	ctx = telemetria.Leggi(ctx, jm.Headers())
	ctx, span := otel.Tracer("bus").Start(ctx, "consuma "+tipoDi(m.Soggetto))
	defer span.End()
	vivo := c.tieniVivo(ctx, d, jm)
	defer vivo()

	err := c.gestisci(ctx, consumo, m)
	switch {
	case err == nil:
		c.conferma(ctx, jm)
	case problem.E(err, "TENANT_SOSPESO"):
		c.sospendi(ctx, jm, tenantDi(m.Soggetto))
	case c.daRiprovare(err, m, consumo):
		c.bus.log.WarnContext(ctx, "lavoro da riprovare", "soggetto", m.Soggetto, "consegna", m.Consegne, "errore", err)
		_ = jm.NakWithDelay(pausa(m.Consegne))
	default:
		c.seppellisci(ctx, jm, m, err)
	}
}

func (c *Consumatori) gestisci(ctx context.Context, consumo Consumo, m Messaggio) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.bus.log.ErrorContext(ctx, "panico", "durevole", consumo.Durevole, "pila", string(debug.Stack()))
			err = fmt.Errorf("bus: %s: panico: %v", consumo.Durevole, p)
		}
	}()
	t, err := c.tenant.Cerca(ctx, tenantDi(m.Soggetto))
	if err != nil {
		return err
	}
	return consumo.Gestisci(tenant.Con(ctx, t), m)
}

// daRiprovare: a part that is away never kills a message; anything else has so many deliveries.
func (c *Consumatori) daRiprovare(err error, m Messaggio, consumo Consumo) bool {
	if errors.As(err, &definitivo{}) {
		return false
	}
	if p := problem.Come(err); p != nil && p.Kind == problem.Indisponibile {
		return true
	}
	return db.NonRaggiungibile(err) || m.Consegne < consumo.Tentativi
}

// seppellisci writes the dead letter through the outbox and only then takes the message off the queue.
func (c *Consumatori) seppellisci(ctx context.Context, jm jetstream.Msg, m Messaggio, causa error) {
	c.bus.log.ErrorContext(ctx, "lavoro morto", "soggetto", m.Soggetto, "id", m.ID, "errore", causa)
	morto := evento.Morto{SoggettoOrigine: m.Soggetto, Modulo: c.bus.modulo, IDMessaggio: m.ID,
		Motivo: causa.Error(), Consegne: m.Consegne, Corpo: m.Corpo}
	if t, err := c.tenant.Cerca(ctx, tenantDi(m.Soggetto)); err == nil {
		ctx = tenant.Con(ctx, t)
	} else if problem.E(err, "TENANT_SCONOSCIUTO") {
		_ = jm.Term() // nobody's work: it is in the log
		return
	}
	banca, err := c.piscine.Tenant(ctx)
	if err == nil {
		err = banca.Transazione(ctx, func(tx *db.Tx) error {
			nuovo, err := tx.Ricevi("morti", cmp.Or(m.Invio, m.ID)) // what was queued again may die again
			if err != nil || !nuovo {
				return err
			}
			return tx.Pubblica(morto)
		})
	}
	if err != nil {
		_ = jm.NakWithDelay(pausa(m.Consegne))
		return
	}
	c.conferma(ctx, jm)
}

func (c *Consumatori) conferma(ctx context.Context, jm jetstream.Msg) {
	if err := jm.Ack(); err != nil {
		c.bus.log.WarnContext(ctx, "conferma non riuscita: il messaggio tornerà", "errore", err)
	}
}

// tieniVivo tells the server that the work goes on, so that no other replica takes it.
func (c *Consumatori) tieniVivo(ctx context.Context, d Durevole, jm jetstream.Msg) func() {
	ctx, smetti := context.WithCancel(ctx)
	fatto := make(chan struct{})
	go func() {
		defer close(fatto)
		for {
			_ = attesa.Dormi(ctx, d.Attesa/3)
			if ctx.Err() != nil {
				return
			}
			_ = jm.InProgress()
		}
	}()
	return func() { smetti(); <-fatto }
}

// pausa grows from half a second to half a minute, a quarter more or less: messages that failed together do not come
// back together, the same first every time, onto a part that bears one at a time.
func pausa(consegne uint64) time.Duration {
	d := min(250*time.Millisecond<<min(consegne, 10), 30*time.Second)
	return d*3/4 + rand.N(d/2) //nolint:gosec // jitter, not a secret
}

func leggiMessaggio(jm jetstream.Msg) Messaggio {
	h := jm.Headers()
	m := Messaggio{ID: primo(h, "ce-id"), Invio: primo(h, jetstream.MsgIDHeader), Soggetto: jm.Subject(), Oggetto: primo(h, "ce-subject"), Corpo: jm.Data()}
	m.Quando, _ = time.Parse(time.RFC3339Nano, primo(h, "ce-time"))
	if meta, err := jm.Metadata(); err == nil {
		m.Consegne = meta.NumDelivered
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
