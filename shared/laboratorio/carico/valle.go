package main

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

// valle is what follows an insertion: the search for the owner, the act, the routing table. It is held
// while the insertion is measured, so that two processors measure one thing.
type valle struct {
	*banco
	chiusa bool
}

// ampio is more work of one kind than a measurement makes: with the consumers held, the relay would
// otherwise stop at the limit of the stream and look faster than it is.
const ampio = 10_000_000

// chiudi holds every durable consumer of the platform.
func (v *valle) chiudi(ctx context.Context) error {
	v.chiusa = true
	return v.conBus(func(js jetstream.JetStream) error {
		for _, d := range bus.Durables() {
			if _, err := js.PauseConsumer(ctx, d.Stream, d.Name, time.Now().Add(time.Hour)); err != nil {
				return fmt.Errorf("pausa di %s: %w", d.Name, err)
			}
		}
		return limiteLavori(ctx, js, ampio)
	})
}

// riapri empties the streams and lets the consumers go on.
func (v *valle) riapri(ctx context.Context) error {
	if !v.chiusa {
		return nil
	}
	v.chiusa = false
	return errors.Join(v.svuota(ctx), v.conBus(func(js jetstream.JetStream) error {
		for _, d := range bus.Durables() {
			if _, err := js.ResumeConsumer(ctx, d.Stream, d.Name); err != nil {
				return fmt.Errorf("ripresa di %s: %w", d.Name, err)
			}
		}
		return limiteLavori(ctx, js, bus.MessagesPerSubject)
	}))
}

func limiteLavori(ctx context.Context, js jetstream.JetStream, quanti int64) error {
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

// svuota throws away the messages that wait.
func (v *valle) svuota(ctx context.Context) error {
	return v.conBus(func(js jetstream.JetStream) error {
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

func (v *valle) conBus(f func(jetstream.JetStream) error) error {
	return v.conNATS(func(conn *nats.Conn) error {
		js, err := jetstream.New(conn)
		if err != nil {
			return fmt.Errorf("jetstream: %w", err)
		}
		return f(js)
	})
}

// attendiUscita waits until the relay has sent everything that the fines of a tenant have to say.
func (v *valle) attendiUscita(ctx context.Context, database string) error {
	ctx, fine := context.WithTimeoutCause(ctx, 2*time.Minute, errors.New("la staffetta non ha svuotato l'uscita in due minuti"))
	defer fine()
	return v.conServer(ctx, database, func(conn *pgx.Conn) error {
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
