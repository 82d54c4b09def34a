// Package riga is what elaborazione's commands share: the databases opened with the settings of the
// service, the tenant named on the line, and the delivery of the messages that a command has written.
package riga

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/migrazioni"
)

// Azione is the use case of a command, on the tenant in the context.
type Azione func(ctx context.Context, p *db.Piscine) error

// Esecutore runs the action of a command on a tenant: Esegui, with the settings of the service.
type Esecutore func(cmd *cobra.Command, nome string, azione Azione) error

// Esegui runs an action on an active tenant, by name, and delivers the messages it wrote, also those of
// an action that failed half-way.
func Esegui(cmd *cobra.Command, impostazioni config.Comune, nome string, azione Azione) error {
	return esegui(cmd, impostazioni, nome, azione, attivo)
}

// EseguiSempre is Esegui also for a suspended tenant, whose messages wait for its return: for what is done
// while nothing else may be, as after a restore.
func EseguiSempre(cmd *cobra.Command, impostazioni config.Comune, nome string, azione Azione) error {
	return esegui(cmd, impostazioni, nome, azione, qualunque)
}

// ricerca finds a tenant by name, or says why it may not be worked on.
type ricerca func(ctx context.Context, p *db.Piscine, nome string) (tenant.Tenant, error)

func esegui(cmd *cobra.Command, impostazioni config.Comune, nome string, azione Azione, cerca ricerca) error {
	if nome == "" {
		return problem.CampoNonValido("tenant", "manca")
	}
	p, err := db.Apri(db.Opzioni{
		DSN: impostazioni.PgDSN, Password: impostazioni.PgPassword, Applicazione: "verbali-elaborazione-comando",
		PerBanca: impostazioni.PgConnessioni, Totali: impostazioni.PgConnessioniTotali,
		Tenant: migrazioni.Tenant(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	defer p.Chiudi()
	chi, err := cerca(cmd.Context(), p, nome)
	if err != nil {
		return err
	}
	err = azione(tenant.Con(cmd.Context(), chi), p)
	if chi.Stato != tenant.Attivo {
		return err
	}
	return errors.Join(err, consegna(cmd.Context(), impostazioni, p, chi, cmd.ErrOrStderr()))
}

func attivo(ctx context.Context, p *db.Piscine, nome string) (tenant.Tenant, error) {
	return tenant.NuovoRegistro(tenant.FontePiattaforma{Piscine: p}, time.Now).Cerca(ctx, nome)
}

func qualunque(ctx context.Context, p *db.Piscine, nome string) (tenant.Tenant, error) {
	tutti, err := tenant.FontePiattaforma{Piscine: p}.Tenant(ctx)
	if err != nil {
		return tenant.Tenant{}, err
	}
	nome, _ = tenant.Normalizza(nome)
	for _, t := range tutti {
		if t.Nome == nome {
			return t, nil
		}
	}
	return tenant.Tenant{}, tenant.Sconosciuto()
}

// consegna empties the tenant's outbox if NATS answers, and says so when it does not.
func consegna(ctx context.Context, impostazioni config.Comune, p *db.Piscine, chi tenant.Tenant, avvisi io.Writer) error {
	restano, err := bus.Consegna(ctx, bus.Opzioni{
		URL: impostazioni.NatsURL, Utente: impostazioni.NatsUtente, Password: impostazioni.NatsPassword,
		Modulo: "elaborazione", Log: slog.New(slog.DiscardHandler),
	}, p, bus.Percorso{Tenant: migrazioni.Tenant().Nome}, chi)
	if err == nil && restano > 0 {
		_, err = fmt.Fprintln(avvisi, "NATS non ha preso in carico gli avvisi agli altri servizi: partiranno appena elaborazione vi si collega.")
	}
	return err
}
