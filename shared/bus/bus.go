// Package bus speaks NATS for every service: it relays the outbox to JetStream, works the durable
// consumers with retries and dead letters, asks and answers questions, and follows the facts of the
// platform. Nothing else in the project publishes or subscribes.
package bus

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Opzioni of the connection of one process.
type Opzioni struct {
	URL, Utente, Password string
	Modulo                string
	Log                   *slog.Logger
}

// Bus is the connection of one process. It survives a server that is away at start or later.
type Bus struct {
	Conn   *nats.Conn
	JS     jetstream.JetStream
	modulo string
	log    *slog.Logger

	mu       sync.Mutex
	riprese  []func()
	smette   context.CancelFunc
	ctx      context.Context //nolint:containedctx // the life of the background work that Chiudi ends
	lavorano sync.WaitGroup
}

// Apri connects, or starts trying until the server is there.
func Apri(opz Opzioni) (*Bus, error) {
	b := &Bus{modulo: opz.Modulo, log: opz.Log}
	b.ctx, b.smette = context.WithCancel(context.Background())
	opzioni := []nats.Option{
		nats.Name("verbali-" + opz.Modulo), nats.CustomInboxPrefix("_INBOX_" + opz.Modulo),
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
	if opz.Utente != "" {
		opzioni = append(opzioni, nats.UserInfo(opz.Utente, opz.Password))
	}
	conn, err := nats.Connect(opz.URL, opzioni...)
	if err != nil {
		return nil, fmt.Errorf("bus: VERBALI_NATS_URL: %w", err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("bus: jetstream: %w", err)
	}
	b.Conn, b.JS = conn, js
	return b, nil
}

// AllaConnessione registers what to do at each connection: read again what facts may have changed
// while the process was cut off. It runs once at once when the connection is up.
func (b *Bus) AllaConnessione(f func()) {
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

// avvia runs f in a goroutine that Chiudi waits for.
func (b *Bus) avvia(f func(ctx context.Context)) {
	if b.ctx.Err() != nil {
		return
	}
	b.lavorano.Go(func() { f(b.ctx) })
}

// Pronto is nil when the server answers; for readiness.
func (b *Bus) Pronto(context.Context) error {
	if !b.Conn.IsConnected() {
		return fmt.Errorf("bus: NATS non raggiungibile (%s)", b.Conn.Status())
	}
	return nil
}

// Chiudi stops taking work, waits for what is being worked and closes the connection.
func (b *Bus) Chiudi() {
	b.smette()
	b.lavorano.Wait()
	b.Conn.Close()
}

// attendi sleeps unless the work ends first.
func attendi(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
