package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// FollowPlatform calls f after each fact of the platform and at each connection: f reads the
// present state from core_v1, so that a missed fact costs nothing. Several facts at once may make
// one call.
func (b *Bus) FollowPlatform(f func(ctx context.Context) error) error {
	sveglia := make(chan struct{}, 1)
	suona := func() {
		select {
		case sveglia <- struct{}{}:
		default:
		}
	}
	if _, err := b.Conn.Subscribe("fatti.piattaforma.>", func(*nats.Msg) { suona() }); err != nil {
		return fmt.Errorf("bus: fatti di piattaforma: %w", err)
	}
	b.OnConnect(suona)
	suona()
	b.avvia(func(ctx context.Context) {
		for {
			select {
			case <-ctx.Done():
				return
			case <-sveglia:
			}
			for err := f(ctx); err != nil && ctx.Err() == nil; err = f(ctx) {
				b.log.WarnContext(ctx, "stato della piattaforma non letto, riprova", "errore", err)
				_ = clock.Sleep(ctx, time.Second)
			}
		}
	})
	return nil
}

// ListenPlatform calls f at each fact of one thing of the platform (tenant, operatore, anagrafe …),
// on the connection's own goroutine: f must return soon. Facts of the time without a connection are
// lost: who needs to know adds OnConnect.
func (b *Bus) ListenPlatform(cosa string, f func()) error {
	if _, err := b.Conn.Subscribe("fatti.piattaforma."+cosa+".>", func(*nats.Msg) { f() }); err != nil {
		return fmt.Errorf("bus: fatti di %s: %w", cosa, err)
	}
	return nil
}

const (
	chiaviOgni   = 30 * time.Second // how often the key set is read again (design, section 5)
	chiaviEntro  = 5 * time.Second  // for a reading
	chiaviSubito = 2 * time.Second  // for a reading that a request waits for
)

// FollowKeys hands the public key set of core to f at start and every 30 seconds, and gives what reads
// it at once, in a few seconds at most: a token of a key that is not known yet needs it. An older reading
// never comes after a newer one.
func (b *Bus) FollowKeys(f func(insieme []byte) error) (rileggi func() error) {
	var turno sync.Mutex
	leggi := func(ctx context.Context, entro time.Duration) error {
		turno.Lock()
		defer turno.Unlock()
		return b.leggiChiavi(ctx, entro, f)
	}
	b.avvia(func(ctx context.Context) {
		for ctx.Err() == nil {
			pausa := chiaviOgni
			if err := leggi(ctx, chiaviEntro); err != nil {
				if !errors.Is(err, jetstream.ErrKeyNotFound) && ctx.Err() == nil {
					b.log.WarnContext(ctx, "chiavi di core non lette, riprova", "errore", err)
				}
				pausa = time.Second
			}
			_ = clock.Sleep(ctx, pausa)
		}
	})
	return func() error {
		if err := b.Ready(b.ctx); err != nil {
			return err
		}
		return leggi(b.ctx, chiaviSubito)
	}
}

func (b *Bus) leggiChiavi(ctx context.Context, entro time.Duration, f func([]byte) error) error {
	ctx, fine := context.WithTimeout(ctx, entro)
	defer fine()
	kv, err := b.JS.KeyValue(ctx, KeysBucket)
	if err != nil {
		return fmt.Errorf("bus: bucket delle chiavi: %w", err)
	}
	voce, err := kv.Get(ctx, "jwks")
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		_ = f(nil) // for core, which publishes it: the others refuse an empty set and keep theirs
	}
	if err != nil {
		return fmt.Errorf("bus: chiavi: %w", err)
	}
	return f(voce.Value())
}

// PublishKeys writes the public key set; only core does.
func (b *Bus) PublishKeys(ctx context.Context, insieme []byte) error {
	kv, err := b.JS.KeyValue(ctx, KeysBucket)
	if err != nil {
		return fmt.Errorf("bus: bucket delle chiavi: %w", err)
	}
	if _, err := kv.Put(ctx, "jwks", insieme); err != nil {
		return fmt.Errorf("bus: chiavi: %w", err)
	}
	return nil
}
