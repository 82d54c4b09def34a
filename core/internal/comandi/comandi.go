// Package comandi is what core's commands share: the platform database opened with the settings of the
// service, and the delivery of the facts that a command has written.
package comandi

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

// Banco is the bench of one command.
type Banco struct {
	Pools  *db.Pools
	Uscita io.Writer
	avvisi io.Writer // apart from Uscita, which may be a file that somebody reads
	comune config.Settings
}

// Azione is the use case of a command; the sentence it gives is printed.
type Azione func(ctx context.Context, b *Banco) (string, error)

// Apri opens the bench with the settings of the service.
func Apri(comune config.Settings, uscita io.Writer) (*Banco, error) {
	opz := db.From(comune, "verbali-core-comando")
	opz.Platform, opz.Tenant, opz.Log = migrazioni.Piattaforma(), migrazioni.Tenant(), slog.New(slog.DiscardHandler)
	p, err := db.Open(opz)
	if err != nil {
		return nil, err
	}
	return &Banco{Pools: p, Uscita: uscita, avvisi: uscita, comune: comune}, nil
}

// Esegui runs an action with the settings of T, prints what it says and delivers the facts it wrote.
func Esegui[T any](cmd *cobra.Command, comune func(T) config.Settings, azione Azione) error {
	impostazioni, err := config.Load[T]()
	if err != nil {
		return err
	}
	b, err := Apri(comune(impostazioni), cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer b.Pools.Close()
	b.avvisi = cmd.ErrOrStderr()
	detto, err := azione(cmd.Context(), b)
	if err != nil {
		return conOpzioni(cmd, err)
	}
	if _, err := fmt.Fprintln(b.Uscita, detto); err != nil {
		return fmt.Errorf("riga: %w", err)
	}
	return b.consegna(cmd.Context())
}

// Tenant gives the context of an active tenant, for the data in its own database.
func (b *Banco) Tenant(ctx context.Context, nome string) (context.Context, error) {
	t, err := tenant.NewDirectory(tenant.PlatformSource{Pools: b.Pools}, clock.Now).Find(ctx, nome)
	if err != nil {
		return nil, err
	}
	return tenant.With(ctx, t), nil
}

// Bus connects to NATS; who asks closes it.
func (b *Banco) Bus() (*bus.Bus, error) { return bus.Open(b.linea()) }

func (b *Banco) linea() bus.Options {
	return bus.Options{URL: b.comune.NatsURL, User: b.comune.NatsUtente, Password: b.comune.NatsPassword,
		Module: "core", Log: slog.New(slog.DiscardHandler)}
}

// consegna empties the platform's outbox if NATS answers, and says so when it does not.
func (b *Banco) consegna(ctx context.Context) error {
	restano, err := bus.Deliver(ctx, b.linea(), b.Pools, bus.SearchPath{Platform: migrazioni.Nome}, tenant.Tenant{})
	if err == nil && restano > 0 {
		_, err = fmt.Fprintln(b.avvisi, "NATS non ha preso in carico l'avviso agli altri servizi: partirà appena core vi si collega.")
	}
	return err
}
