// Package comandi is what elaborazione's commands share: the databases opened with the settings of the
// service, the tenant named on the line, and the delivery of the messages that a command has written.
package comandi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/migrazioni"
)

// Azione is the use case of a command, on the tenant in the context.
type Azione func(ctx context.Context, p *db.Pools) error

// Esecutore runs the action of a command on a tenant: Esegui, with the settings of the service.
type Esecutore func(cmd *cobra.Command, nome string, azione Azione) error

// Esegui runs an action on an active tenant, by name, and delivers the messages it wrote, also those of
// an action that failed half-way.
func Esegui(cmd *cobra.Command, impostazioni config.Settings, nome string, azione Azione) error {
	return esegui(cmd, impostazioni, nome, azione, attivo)
}

// EseguiSempre is Esegui also for a suspended tenant, whose messages wait for its return: for the commands used
// while nothing else may be, as after a restore.
func EseguiSempre(cmd *cobra.Command, impostazioni config.Settings, nome string, azione Azione) error {
	return esegui(cmd, impostazioni, nome, azione, qualunque)
}

// EseguiProprietario is EseguiSempre with the role that owns the tables, for what the role that works may not do.
func EseguiProprietario(cmd *cobra.Command, impostazioni config.Settings, nome string, azione Azione) error {
	if impostazioni.PgDSNProprietario != "" {
		password, err := impostazioni.OwnerPassword()
		if err != nil {
			return err
		}
		impostazioni.PgDSN, impostazioni.PgPassword, impostazioni.PgPassProprietarioFile = impostazioni.PgDSNProprietario, password, ""
	}
	return esegui(cmd, impostazioni, nome, azione, qualunque)
}

// ricerca finds a tenant by name, or says why it may not be worked on.
type ricerca func(ctx context.Context, p *db.Pools, nome string) (tenant.Tenant, error)

func esegui(cmd *cobra.Command, impostazioni config.Settings, nome string, azione Azione, cerca ricerca) error {
	if nome == "" {
		return problem.CampoNonValido("tenant", "manca")
	}
	opz := db.From(impostazioni, "verbali-elaborazione-comando")
	opz.Tenant, opz.Log = migrazioni.Tenant(), slog.New(slog.DiscardHandler)
	p, err := db.Open(opz)
	if err != nil {
		return err
	}
	defer p.Close()
	chi, err := cerca(cmd.Context(), p, nome)
	if err != nil {
		return err
	}
	err = azione(tenant.With(cmd.Context(), chi), p)
	if chi.Stato != tenant.Active {
		return err
	}
	return errors.Join(err, consegna(cmd.Context(), impostazioni, p, chi, cmd.ErrOrStderr()))
}

func attivo(ctx context.Context, p *db.Pools, nome string) (tenant.Tenant, error) {
	return tenant.NewDirectory(tenant.PlatformSource{Pools: p}, clock.Now).Find(ctx, nome)
}

func qualunque(ctx context.Context, p *db.Pools, nome string) (tenant.Tenant, error) {
	tutti, err := tenant.PlatformSource{Pools: p}.Tenant(ctx)
	if err != nil {
		return tenant.Tenant{}, err
	}
	nome, _ = tenant.Normalize(nome)
	for _, t := range tutti {
		if t.Nome == nome {
			return t, nil
		}
	}
	return tenant.Tenant{}, tenant.Unknown()
}

// consegna empties the tenant's outbox if NATS answers, and says so when it does not.
func consegna(ctx context.Context, impostazioni config.Settings, p *db.Pools, chi tenant.Tenant, avvisi io.Writer) error {
	restano, err := bus.Deliver(ctx, bus.Options{
		URL: impostazioni.NatsURL, User: impostazioni.NatsUtente, Password: impostazioni.NatsPassword,
		Module: "elaborazione", Log: slog.New(slog.DiscardHandler),
	}, p, bus.SearchPath{Tenant: migrazioni.Tenant().Name}, chi)
	if err == nil && restano > 0 {
		_, err = fmt.Fprintln(avvisi, "NATS non ha preso in carico gli avvisi agli altri servizi: partiranno appena elaborazione vi si collega.")
	}
	return err
}
