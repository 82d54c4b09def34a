// Package piattaforma makes the servers ready for the platform, once per server and again after an
// upgrade: roles, platform database, template, streams, durables, key bucket, core's own schema. It
// is the only part of the project that connects as an administrator.
package piattaforma

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// Impostazioni of the preparation: the administrators of the two servers, which no service has.
type Impostazioni struct {
	PgDSN        string `mapstructure:"pg_dsn_amministratore" segreto:"true" validate:"required" descrizione:"PostgreSQL, con un amministratore"`
	NatsURL      string `mapstructure:"nats_url" segreto:"true" validate:"required" descrizione:"server NATS"`
	NatsUtente   string `mapstructure:"nats_utente" descrizione:"amministratore di NATS"`
	NatsPassword string `mapstructure:"nats_password" segreto:"true" descrizione:"password dell'amministratore di NATS"`
	NatsRepliche int    `mapstructure:"nats_repliche" default:"1" validate:"min=1,max=5" descrizione:"copie degli stream: 3 su un cluster"`
	SegretiDir   string `mapstructure:"segreti_dir" descrizione:"cartella dei segreti; le password dei ruoli stanno in ruoli/<ruolo>"`
}

// Preparazione is one run.
type Preparazione struct {
	Impostazioni
	Attesa time.Duration // for servers that are not up yet
	Uscita io.Writer
}

// Esegui prepares both servers and says what it did. It may be run again at any time.
func (p Preparazione) Esegui(ctx context.Context) error {
	if err := p.postgres(ctx); err != nil {
		return err
	}
	return p.nats(ctx)
}

func (p Preparazione) postgres(ctx context.Context) error {
	if err := p.attendi(ctx, "PostgreSQL", "VERBALI_PG_DSN_AMMINISTRATORE", p.provaPostgres); err != nil {
		return err
	}
	server := bootstrap.Server{DSN: p.PgDSN, Password: p.password}
	if err := server.Prepare(ctx); err != nil {
		return err
	}
	if err := p.dici("PostgreSQL: ruoli dei servizi, banca dati %s e modello %s pronti",
		bootstrap.PlatformDatabase, bootstrap.TemplateDatabase); err != nil {
		return err
	}
	if err := p.migra(ctx); err != nil {
		return err
	}
	return p.dici("PostgreSQL: schema di core nella banca dati %s aggiornato", bootstrap.PlatformDatabase)
}

func (p Preparazione) nats(ctx context.Context) error {
	linea, err := p.attendiNATS(ctx)
	if err != nil {
		return err
	}
	defer linea.Close()
	if err := bus.Prepare(ctx, linea.JS, p.NatsRepliche); err != nil {
		return err
	}
	return p.dici("NATS: stream %s, %s e %s, %d consumatori durevoli e bucket %s pronti",
		bus.StreamFacts, bus.StreamWork, bus.StreamDead, len(bus.Durables()), bus.KeysBucket)
}

func (p Preparazione) dici(forma string, args ...any) error {
	if _, err := fmt.Fprintf(p.Uscita, forma+"\n", args...); err != nil {
		return fmt.Errorf("piattaforma: %w", err)
	}
	return nil
}

// password reads the password of a role; a role without a file keeps the one it has.
func (p Preparazione) password(ruolo string) (string, error) {
	if p.SegretiDir == "" {
		return "", nil
	}
	contenuto, err := os.ReadFile(filepath.Join(p.SegretiDir, "ruoli", ruolo))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", &config.ValueError{Variable: "VERBALI_SEGRETI_DIR", Reason: err.Error()}
	}
	return strings.TrimRight(string(contenuto), "\r\n"), nil
}
