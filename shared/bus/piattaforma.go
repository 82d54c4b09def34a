package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// SeguiPiattaforma calls f after each fact of the platform and at each connection: f reads the
// present state from core_v1, so that a missed fact costs nothing. Several facts at once may make
// one call.
func (b *Bus) SeguiPiattaforma(f func(ctx context.Context) error) error {
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
	b.AllaConnessione(suona)
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
				attendi(ctx, time.Second)
			}
		}
	})
	return nil
}

// AscoltaPiattaforma calls f at each fact of one thing of the platform (tenant, operatore, anagrafe …),
// on the connection's own goroutine: f must return soon. Facts of the time without a connection are
// lost: who needs to know adds AllaConnessione.
func (b *Bus) AscoltaPiattaforma(cosa string, f func()) error {
	if _, err := b.Conn.Subscribe("fatti.piattaforma."+cosa+".>", func(*nats.Msg) { f() }); err != nil {
		return fmt.Errorf("bus: fatti di %s: %w", cosa, err)
	}
	return nil
}

// chiaviOgni is how often the key set is read again (design, section 5).
const chiaviOgni = 30 * time.Second

// SeguiChiavi hands the public key set of core to f at start and every 30 seconds.
func (b *Bus) SeguiChiavi(f func(insieme []byte) error) {
	b.avvia(func(ctx context.Context) {
		for ctx.Err() == nil {
			pausa := chiaviOgni
			if err := b.leggiChiavi(ctx, f); err != nil {
				if !errors.Is(err, jetstream.ErrKeyNotFound) && ctx.Err() == nil {
					b.log.WarnContext(ctx, "chiavi di core non lette, riprova", "errore", err)
				}
				pausa = time.Second
			}
			attendi(ctx, pausa)
		}
	})
}

func (b *Bus) leggiChiavi(ctx context.Context, f func([]byte) error) error {
	ctx, fine := context.WithTimeout(ctx, 5*time.Second)
	defer fine()
	kv, err := b.JS.KeyValue(ctx, BucketChiavi)
	if err != nil {
		return fmt.Errorf("bus: bucket delle chiavi: %w", err)
	}
	voce, err := kv.Get(ctx, "jwks")
	if err != nil {
		return fmt.Errorf("bus: chiavi: %w", err)
	}
	return f(voce.Value())
}

// PubblicaChiavi writes the public key set; only core does.
func (b *Bus) PubblicaChiavi(ctx context.Context, insieme []byte) error {
	kv, err := b.JS.KeyValue(ctx, BucketChiavi)
	if err != nil {
		return fmt.Errorf("bus: bucket delle chiavi: %w", err)
	}
	if _, err := kv.Put(ctx, "jwks", insieme); err != nil {
		return fmt.Errorf("bus: chiavi: %w", err)
	}
	return nil
}
