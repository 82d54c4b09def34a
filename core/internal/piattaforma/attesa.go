package piattaforma

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

const (
	riprovaOgni = 500 * time.Millisecond
	provaEntro  = 5 * time.Second
)

// errDefinitivo is a refusal that waiting will not change.
type errDefinitivo struct{ error }

// attendi tries until it works, says once for whom it waits, and gives up naming the setting.
func (p Preparazione) attendi(ctx context.Context, chi, variabile string, prova func(context.Context) error) error {
	scade, fine := context.WithTimeout(ctx, p.Attesa)
	defer fine()
	detto := false
	for {
		err := prova(scade)
		var definitivo errDefinitivo
		switch {
		case err == nil:
			return nil
		case errors.As(err, &definitivo):
			return &config.ValueError{Variable: variabile, Reason: err.Error()}
		case ctx.Err() != nil:
			return fmt.Errorf("piattaforma: %w", ctx.Err())
		case scade.Err() != nil:
			return &config.ValueError{Variable: variabile, Reason: fmt.Sprintf("%s non risponde da %s: %v", chi, p.Attesa, err)}
		case !detto:
			if err := p.dici("attendo %s, fino a %s", chi, p.Attesa); err != nil {
				return err
			}
			detto = true
		}
		_ = clock.Sleep(scade, riprovaOgni)
	}
}

// provaPostgres connects once. A wrong DSN, user or password is final.
func (p Preparazione) provaPostgres(ctx context.Context) error {
	cfg, err := pgx.ParseConfig(p.PgDSN)
	if err != nil {
		return errDefinitivo{errors.New("DSN malformato")} // the parser's message would show the password
	}
	ctx, fine := context.WithTimeout(ctx, provaEntro)
	defer fine()
	conn, err := pgx.ConnectConfig(ctx, cfg)
	var rifiuto *pgconn.PgError
	if errors.As(err, &rifiuto) && (strings.HasPrefix(rifiuto.Code, "28") || rifiuto.Code == "3D000") {
		return errDefinitivo{rifiuto}
	}
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	return conn.Close(ctx)
}

// attendiNATS connects and waits until the server answers.
func (p Preparazione) attendiNATS(ctx context.Context) (*bus.Bus, error) {
	linea, err := bus.Open(bus.Options{
		URL: p.NatsURL, User: p.NatsUtente, Password: p.NatsPassword, Module: "core", Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, err
	}
	if err := p.attendi(ctx, "NATS", "VERBALI_NATS_URL", func(ctx context.Context) error {
		if err := linea.Ready(ctx); err != nil {
			return err
		}
		_, err := linea.JS.AccountInfo(ctx)
		return err
	}); err != nil {
		linea.Close()
		return nil, err
	}
	return linea, nil
}
