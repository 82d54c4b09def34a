// Package bus speaks NATS for every service: it relays the outbox to JetStream, works the durable
// consumers with retries and dead letters, asks and answers questions, and follows the facts of the
// platform. Nothing else in the project publishes or subscribes.
package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nats.go/micro"
)

// Options of the connection of one process.
type Options struct {
	URL, User, Password string
	Module              string
	Log                 *slog.Logger
}

// Bus is the connection of one process. It survives a server that is away at start or later.
type Bus struct {
	Conn   *nats.Conn
	JS     jetstream.JetStream
	modulo string
	log    *slog.Logger

	mu       sync.Mutex // of riprese and servizi
	riprese  []func()
	servizi  []micro.Service
	vita     sync.Mutex // of chiuso: nothing begins once Close waits
	chiuso   bool
	lavorano sync.WaitGroup
	ctx      context.Context //nolint:containedctx // the life of the background work that Close ends
	smette   context.CancelFunc
	lavoro   context.Context //nolint:containedctx // the life of work that was taken: it outlives ctx by grazia
	tronca   context.CancelFunc
}

// grazia is how long Close lets work in hand go on before it cuts it: the message comes back to
// another replica.
const grazia = 20 * time.Second

// The last questions of a bus that closes: svuotamento is the time of the flush after which all are in
// this process, avvio the time in which each of them is begun.
const (
	svuotamento = 2 * time.Second
	avvio       = 100 * time.Millisecond
)

// Open connects, or starts trying until the server is there.
func Open(opz Options) (*Bus, error) {
	b := &Bus{modulo: opz.Module, log: opz.Log}
	b.ctx, b.smette = context.WithCancel(context.Background())
	b.lavoro, b.tronca = context.WithCancel(context.Background())
	opzioni := []nats.Option{
		nats.Name("verbali-" + opz.Module), nats.CustomInboxPrefix("_INBOX_" + opz.Module),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.ConnectHandler(func(*nats.Conn) { b.riprendi() }),
		nats.ReconnectHandler(func(*nats.Conn) { b.log.Info("NATS di nuovo raggiungibile"); b.riprendi() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				b.log.Warn("NATS non raggiungibile", "errore", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { b.log.Warn("NATS", "errore", err) }),
	}
	if opz.User != "" {
		opzioni = append(opzioni, nats.UserInfo(opz.User, opz.Password))
	}
	conn, err := nats.Connect(opz.URL, opzioni...)
	if err != nil {
		if conIndirizzo, ok := errors.AsType[*url.Error](err); ok { // it repeats the address, where a password may be
			err = conIndirizzo.Err
		}
		return nil, fmt.Errorf("bus: VERBALI_NATS_URL: %w", err)
	}
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncTimeout(conferma))
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("bus: jetstream: %w", err)
	}
	b.Conn, b.JS = conn, js
	return b, nil
}

// OnConnect registers what to do at each connection: read again what facts may have changed
// while the process was cut off. It runs once at once when the connection is up.
func (b *Bus) OnConnect(f func()) {
	b.mu.Lock()
	b.riprese = append(b.riprese, f)
	b.mu.Unlock()
	if b.Conn != nil && b.Conn.IsConnected() {
		b.avvia(func(context.Context) { f() })
	}
}

func (b *Bus) riprendi() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.riprese {
		b.avvia(func(context.Context) { f() })
	}
}

// avvia runs f in a goroutine that Close waits for; false when the bus is closing.
func (b *Bus) avvia(f func(ctx context.Context)) bool {
	b.vita.Lock()
	defer b.vita.Unlock()
	if b.chiuso {
		return false
	}
	b.lavorano.Go(func() { f(b.ctx) })
	return true
}

// Ready is nil when the server answers; for readiness.
func (b *Bus) Ready(context.Context) error {
	if !b.Conn.IsConnected() {
		return fmt.Errorf("bus: NATS non raggiungibile (%s)", b.Conn.Status())
	}
	return nil
}

// Close stops taking work, waits for the work in hand and closes the connection. The questions that
// the server had already sent here are answered: after the flush they are all in this process, and within
// avvio each is being worked.
func (b *Bus) Close() {
	b.mu.Lock()
	for _, s := range b.servizi {
		_ = s.Stop() // questions go to another replica from now on
	}
	rispondeva := len(b.servizi) > 0
	b.servizi = nil
	b.mu.Unlock()
	if rispondeva && b.Conn.IsConnected() && b.Conn.FlushTimeout(svuotamento) == nil {
		time.Sleep(avvio) // micro does not say when its drain is over
	}
	b.vita.Lock()
	b.chiuso = true
	b.vita.Unlock()
	b.smette()
	fretta := time.AfterFunc(grazia, b.tronca)
	b.lavorano.Wait()
	fretta.Stop()
	b.tronca()
	if b.Conn.IsConnected() {
		_ = b.Conn.FlushTimeout(svuotamento) // the last acks: an error means that those messages come back
	}
	b.Conn.Close()
}
