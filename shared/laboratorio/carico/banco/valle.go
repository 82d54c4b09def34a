package banco

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Valle is what follows an insertion: the search for the owner, the act, the routing table. It is held
// while the insertion is measured, so that two processors measure one thing.
type Valle struct {
	*Banco
	chiusa bool
}

// Ampio is more work of one kind than a measurement makes: with the consumers held, the relay would
// otherwise stop at the limit of the stream and look faster than it is.
const Ampio = 10_000_000

// Chiudi holds every durable consumer of the platform.
func (v *Valle) Chiudi(ctx context.Context) error {
	v.chiusa = true
	return v.ConBus(func(js jetstream.JetStream) error {
		for _, d := range bus.Durables() {
			if _, err := js.PauseConsumer(ctx, d.Stream, d.Name, time.Now().Add(time.Hour)); err != nil {
				return fmt.Errorf("pausa di %s: %w", d.Name, err)
			}
		}
		return LimiteLavori(ctx, js, Ampio)
	})
}

// Riapri empties the streams and lets the consumers go on.
func (v *Valle) Riapri(ctx context.Context) error {
	if !v.chiusa {
		return nil
	}
	v.chiusa = false
	return errors.Join(v.Svuota(ctx), v.ConBus(func(js jetstream.JetStream) error {
		for _, d := range bus.Durables() {
			if _, err := js.ResumeConsumer(ctx, d.Stream, d.Name); err != nil {
				return fmt.Errorf("ripresa di %s: %w", d.Name, err)
			}
		}
		return LimiteLavori(ctx, js, bus.MessagesPerSubject)
	}))
}

// LimiteLavori sets how many messages of a tenant the stream of work holds.
func LimiteLavori(ctx context.Context, js jetstream.JetStream, quanti int64) error {
	s, err := js.Stream(ctx, bus.StreamWork)
	if err != nil {
		return fmt.Errorf("stream %s: %w", bus.StreamWork, err)
	}
	cfg := s.CachedInfo().Config
	cfg.MaxMsgsPerSubject = quanti
	if _, err := js.UpdateStream(ctx, cfg); err != nil {
		return fmt.Errorf("stream %s: %w", bus.StreamWork, err)
	}
	return nil
}

// Svuota throws away the messages that wait.
func (v *Valle) Svuota(ctx context.Context) error {
	return v.ConBus(func(js jetstream.JetStream) error {
		for _, nome := range []string{bus.StreamWork, bus.StreamFacts} {
			s, err := js.Stream(ctx, nome)
			if err == nil {
				err = s.Purge(ctx)
			}
			if err != nil {
				return fmt.Errorf("stream %s: %w", nome, err)
			}
		}
		return nil
	})
}

// ConBus does something with JetStream as the administrator of the bus.
func (v *Valle) ConBus(f func(jetstream.JetStream) error) error {
	return v.ConNATS(func(conn *nats.Conn) error {
		js, err := jetstream.New(conn)
		if err != nil {
			return fmt.Errorf("jetstream: %w", err)
		}
		return f(js)
	})
}

// AttendiUscita waits until the relay has sent everything that the fines of a tenant have to say.
func (v *Valle) AttendiUscita(ctx context.Context, database string) error {
	ctx, fine := context.WithTimeoutCause(ctx, 2*time.Minute, errors.New("la staffetta non ha svuotato l'uscita in due minuti"))
	defer fine()
	return v.ConServer(ctx, database, func(conn *pgx.Conn) error {
		for {
			var resta bool
			if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM verbali.uscita)`).Scan(&resta); err != nil || !resta {
				return err
			}
			if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
				return context.Cause(ctx)
			}
		}
	})
}
